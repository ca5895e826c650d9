/** The price of a stop, from the quotes of all markets of its target. */

import { ONE, type Price, price } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { isUsable, type Quote, type WatchedPrice, watchedPrice } from '../markets/mark-price.ts'
import type { TriggerPriceType } from '../markets/trigger-price.ts'
import type { Allocation } from './plan/plan.ts'

/** The quote of one member. */
export interface MemberQuote extends Quote {
  /** Time of the last trade; null if unknown. Only several traded members need it. */
  readonly lastTradeAt: Millis | null
}

/**
 * BEST_PRICE: the members are one bet. The best bid and ask of the usable quotes form its book, and the newest trade is its last trade.
 * EQUAL: the mean of the members' prices; null while a member shows no price. A quote is null if the member is unknown.
 */
export const basketPrice = (
  allocation: Allocation,
  quotes: ReadonlyArray<MemberQuote | null>,
  type: TriggerPriceType,
  buyFlag: boolean,
  now: Millis,
): WatchedPrice | null => {
  if (allocation === 'EQUAL') return meanPrice(quotes, type, buyFlag, now)
  const shown = quotes.filter((quote) => quote !== null).filter((quote) => isUsable(quote, type, now))
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

const together = (quotes: readonly MemberQuote[], now: Millis): Quote => {
  const bids = quotes.flatMap(({ bid }) => (bid === null || bid.qty === 0 ? [] : [bid]))
  const asks = quotes.flatMap(({ ask }) => (ask === null || ask.qty === 0 ? [] : [ask]))
  const highest = Math.max(0, ...bids.map(({ price }) => price))
  const lowest = Math.min(ONE, ...asks.map(({ price }) => price))
  return {
    bid: bids.find(({ price }) => price === highest) ?? null,
    ask: asks.find(({ price }) => price === lowest) ?? null,
    lastPrice: newestOf(quotes),
    asOf: now,
    paused: false,
  }
}

/** The price of the newest trade; null if several members were traded and a time is unknown. */
const newestOf = (quotes: readonly MemberQuote[]): Price | null => {
  const traded = quotes.filter(({ lastPrice }) => lastPrice !== null)
  if (traded.length > 1 && traded.some(({ lastTradeAt }) => lastTradeAt === null)) return null
  return traded.toSorted((one, other) => (other.lastTradeAt ?? 0) - (one.lastTradeAt ?? 0))[0]?.lastPrice ?? null
}
