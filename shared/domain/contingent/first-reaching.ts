/** Finds the trade that reached a stop first, among trades that came and went. */

import { largest, type Price, smallest } from '../kernel/numbers.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import type { MadeTrade } from '../markets/mark-price.ts'
import { reaches, type Trigger } from './trigger-rule.ts'

/** The clock of an exchange may be behind ours or ahead by so much: no trade is taken for one that was made after something by less. */
const CLOCKS_DIFFER = SECOND

/** Whether a trade was made after a stop was armed; not where that is not known. */
export const isAfterArming = ({ at }: MadeTrade, armedAt: Millis | null): boolean =>
  armedAt !== null && at - armedAt >= CLOCKS_DIFFER

/** Of trades in their order, the first one that was made after the stop was armed and reaches it; null: none did. */
export type FirstReaching = (stop: Trigger & { readonly armedAt: Millis | null }) => MadeTrade | null

/** Looks through the trades once, however many stops are asked about. */
export const firstReaching = (trades: readonly MadeTrade[]): FirstReaching => {
  const farthest = { down: farthestFrom(trades, smallest), up: farthestFrom(trades, largest) }
  return ({ direction, stopPrice, armedAt }) => {
    const first = firstAfter(trades, armedAt)
    const best = farthest[direction][first]
    if (best === undefined || !reaches({ direction, stopPrice }, best)) return null
    return trades.find((trade, place) => place >= first && reaches({ direction, stopPrice }, trade.price)) ?? null
  }
}

/** At each place the lowest or highest price from there on. */
const farthestFrom = (
  trades: readonly MadeTrade[],
  farther: (...prices: readonly [Price, Price]) => Price,
): readonly Price[] => {
  const prices = trades.map(({ price }) => price)
  for (let place = prices.length - 2; place >= 0; place -= 1) {
    const [here, next] = [prices[place], prices[place + 1]]
    if (here !== undefined && next !== undefined) prices[place] = farther(here, next)
  }
  return prices
}

/** The place of the first trade that was made after arming; their number where none was. */
const firstAfter = (trades: readonly MadeTrade[], armedAt: Millis | null): number => {
  let [from, upTo] = [0, trades.length]
  while (from < upTo) {
    const middle = Math.floor((from + upTo) / 2)
    const trade = trades[middle]
    if (trade !== undefined && isAfterArming(trade, armedAt)) upTo = middle
    else from = middle + 1
  }
  return from
}
