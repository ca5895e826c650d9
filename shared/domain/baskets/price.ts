/** The price that a stop watches, from the quotes of all markets of its target. */

import type { TriggerPriceType } from '../contingent/conditional.ts'
import { type Quote, type WatchedPrice, watchedPrice } from '../contingent/mark-price.ts'
import { ONE, price } from '../kernel/numbers.ts'
import { MINUTE, type Millis } from '../kernel/time.ts'
import type { Allocation } from './plan.ts'

/**
 * BEST_PRICE: the members are one bet. The best bid and ask of those with a usable quote are its book, and the newest trade is its
 * last. EQUAL: the mean of the members' prices; none while one of them shows no price. A quote is null where nothing is known of
 * that member.
 */
export const basketPrice = (
  allocation: Allocation,
  quotes: ReadonlyArray<Quote | null>,
  type: TriggerPriceType,
  buyFlag: boolean,
  now: Millis,
): WatchedPrice | null => {
  if (allocation === 'EQUAL') return meanPrice(quotes, type, buyFlag, now)
  const shown = quotes.filter((quote) => quote !== null).filter((quote) => isGood(quote, now))
  return shown.length === 0 ? null : watchedPrice(together(shown, now), type, buyFlag, now)
}

const meanPrice = (
  quotes: ReadonlyArray<Quote | null>,
  type: TriggerPriceType,
  buyFlag: boolean,
  now: Millis,
): WatchedPrice | null => {
  const seen = quotes.map((quote) => (quote === null ? null : watchedPrice(quote, type, buyFlag, now)))
  const prices = seen.filter((watched) => watched !== null).map(({ price }) => price)
  if (prices.length === 0 || prices.length < quotes.length) return null
  const sum = prices.reduce((total: number, price) => total + price, 0)
  return { price: price(Math.floor(sum / prices.length)), source: 'mean' }
}

/** Whether the market trades now and the quote is fresh. */
const isGood = ({ paused, fetchedAt }: Quote, now: Millis): boolean => !paused && now - fetchedAt <= MINUTE

const together = (quotes: readonly Quote[], now: Millis): Quote => {
  const bids = quotes.flatMap(({ bid }) => (bid === null || bid.qty === 0 ? [] : [bid]))
  const asks = quotes.flatMap(({ ask }) => (ask === null || ask.qty === 0 ? [] : [ask]))
  const trades = quotes.flatMap(({ last }) => last ?? [])
  const highest = Math.max(0, ...bids.map(({ price }) => price))
  const lowest = Math.min(ONE, ...asks.map(({ price }) => price))
  const newest = Math.max(0, ...trades.map(({ at }) => at))
  return {
    bid: bids.find(({ price }) => price === highest) ?? null,
    ask: asks.find(({ price }) => price === lowest) ?? null,
    last: trades.find(({ at }) => at === newest) ?? null,
    fetchedAt: now,
    paused: false,
  }
}
