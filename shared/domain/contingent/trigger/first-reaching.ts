/** Finds the trade that reached a stop first, among trades that came and went. */

import { largest, type Price, smallest } from '../../kernel/numbers.ts'
import { type Millis, SECOND } from '../../kernel/time.ts'
import type { MadeTrade } from '../../markets/mark-price.ts'
import { reaches, type Trigger } from './trigger-rule.ts'

/** Possible difference between the clock of an exchange and ours, in ms. A trade counts as later only if it is later by more. */
const CLOCKS_DIFFER = SECOND

/** Returns whether a trade was made after a stop was armed; false if the time of arming is unknown. */
export const isAfterArming = ({ at }: MadeTrade, armedAt: Millis | null): boolean =>
  armedAt !== null && at - armedAt >= CLOCKS_DIFFER

/** Returns the first trade after arming that reaches the stop; null without such a trade. */
export type FirstReaching = (stop: Trigger & { readonly armedAt: Millis | null }) => MadeTrade | null

/** Prepares a search in trades that are in their order. The trades are read once for all stops. */
export const firstReaching = (trades: readonly MadeTrade[]): FirstReaching => {
  const farthest = { down: farthestFrom(trades, smallest), up: farthestFrom(trades, largest) }
  return ({ direction, stopPrice, armedAt }) => {
    const first = firstAfter(trades, armedAt)
    const best = farthest[direction][first]
    if (best === undefined || !reaches({ direction, stopPrice }, best)) return null
    return trades.find((trade, place) => place >= first && reaches({ direction, stopPrice }, trade.price)) ?? null
  }
}

/** The lowest or highest price from each index to the end. */
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

/** The index of the first trade after arming; the number of trades without such a trade. */
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
