/** The price that a conditional order watches, from a quote of its market. */

import { ONE, type Price, price, type Qty } from '../kernel/numbers.ts'
import { MINUTE, type Millis } from '../kernel/time.ts'
import type { TriggerPriceSource, TriggerPriceType } from './conditional.ts'

/** What an exchange shows of one market at one moment. */
export interface Quote {
  readonly bid: { readonly price: Price; readonly qty: Qty } | null
  readonly ask: { readonly price: Price; readonly qty: Qty } | null
  readonly last: { readonly price: Price; readonly at: Millis } | null
  readonly fetchedAt: Millis
  /** The exchange says that nothing trades: the whole of it, or this market. */
  readonly paused: boolean
}

export interface WatchedPrice {
  readonly price: Price
  readonly source: TriggerPriceSource
}

/** A wider book has no meaningful middle. */
const WIDEST_SPREAD = 100_000

/** An older quote or last trade does not show where the market is. */
const GOOD_FOR = MINUTE

/**
 * Null where the quote shows no usable price. `buyFlag` is the side of the order that would be placed. MARK is the middle of a
 * book whose sides are not too far apart; else the last trade if it is fresh; else the side the order would hit, so that a stop in
 * a thin market can still fire.
 */
export const watchedPrice = (
  quote: Quote,
  type: TriggerPriceType,
  buyFlag: boolean,
  now: Millis,
): WatchedPrice | null => {
  if (quote.paused || now - quote.fetchedAt > GOOD_FOR) return null
  const bid = priceOf(quote.bid)
  const ask = priceOf(quote.ask)
  const side = sideOf(bid, ask, buyFlag)
  const last = quote.last !== null && now - quote.last.at <= GOOD_FOR ? quote.last.price : null
  const traded: WatchedPrice | null = last === null ? null : { price: last, source: 'last_trade' }
  switch (type) {
    case 'BID_ASK':
      return side
    case 'LAST':
      return traded
    case 'MARK':
      return middle(bid, ask) ?? traded ?? side
  }
}

/**
 * The YES price at which a position is valued: the middle of the book, else the last trade within bid and ask, else the side on
 * which it would be closed. The trade may be old: a valuation moves no order.
 */
export const valuation = (
  quote: { readonly bid: Quote['bid']; readonly ask: Quote['ask']; readonly lastPrice: Price | null },
  position: number,
): Price | null => {
  const bid = priceOf(quote.bid)
  const ask = priceOf(quote.ask)
  const last = quote.lastPrice
  const within = last === null ? null : price(Math.min(Math.max(last, bid ?? 0), ask ?? ONE))
  return middle(bid, ask)?.price ?? within ?? sideOf(bid, ask, position < 0)?.price ?? null
}

/** The middle of a book with two sides close together. A crossed book is one that changed while it was read. */
const middle = (bid: Price | null, ask: Price | null): WatchedPrice | null => {
  if (bid === null || ask === null || ask < bid || ask - bid > WIDEST_SPREAD) return null
  return { price: price(Math.floor((bid + ask) / 2)), source: 'mid' }
}

const sideOf = (bid: Price | null, ask: Price | null, buyFlag: boolean): WatchedPrice | null => {
  const price = buyFlag ? ask : bid
  return price === null ? null : { price, source: buyFlag ? 'ask' : 'bid' }
}

/** A level of size 0 does not count. */
const priceOf = (level: Quote['bid']): Price | null => (level === null || level.qty === 0 ? null : level.price)
