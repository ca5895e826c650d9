/** Books of the exchange as order books and quotes. The only error thrown is `ExchangeUnavailable`. */

import { type Price, qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Level } from '#domain/markets/depth.ts'
import type { ExchangeQuote, OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { WireBook, WireQuote } from '../http/wire.ts'
import { toPrice, toQty, toRoundedPriceOrNull } from '../http/wire-amounts.ts'

/**
 * Returns the book of one token. The adapter does not rely on its order: two documents of the exchange contradict each
 * other.
 */
export const toOrderBook = (wire: WireBook, asOf: Millis): OrderBook => {
  const at = Number(wire.timestamp)
  return {
    bids: toLevels('bid', wire.bids).sort((a, b) => b.price - a.price),
    asks: toLevels('ask', wire.asks).sort((a, b) => a.price - b.price),
    at: Number.isSafeInteger(at) && at > 0 ? at : asOf,
    receivedAt: asOf,
  }
}

/** Returns the quote of an open market by the book of its YES token; a closed market has no book. */
export const toQuote = (wire: WireQuote, nativeId: string, asOf: Millis): ExchangeQuote => {
  const { bids, asks, at } = toOrderBook(wire, asOf)
  // The text is the same on both tokens (Polymarket reference, section 5): it is the price of YES.
  const last = wire.last_trade_price || null
  return {
    nativeId,
    state: 'open',
    // A paused market keeps its book, so the book does not show the state.
    stateIsLive: false,
    bid: bids[0] ?? null,
    ask: asks[0] ?? null,
    // The last price may be an average; an unreadable one must not cost the quote.
    lastPrice: last === null ? null : toRoundedPriceOrNull(last) || null,
    tradeMark: last ?? '',
    lastTradeAt: null,
    // Prices count by their time of receipt: a quiet book is as good as a busy one.
    asOf,
    statedAt: at,
  }
}

const toLevels = (field: string, side: WireBook['bids']): Level[] => {
  const sizes = new Map<Price, number>()
  for (const level of side) {
    const at = toPrice(`${field} price`, level.price)
    sizes.set(at, (sizes.get(at) ?? 0) + toQty(`${field} size`, level.size))
  }
  return [...sizes].filter(([, size]) => size > 0).map(([at, size]): Level => ({ price: at, qty: qty(size) }))
}
