/** Kalshi's order book as a YES book. */

import { oneMinus, type Price, type Qty, qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Level } from '#domain/markets/depth.ts'
import type { OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { WireBook } from '../http/wire.ts'
import { toPrice, toQty, unreadable } from '../http/wire-values.ts'

/**
 * Returns the book. Both sides of the answer are bids: a bid for NO at q is an ask for YES at 1 − q. Their order is not
 * reliable (section 5.2).
 */
export const toOrderBook = (wire: WireBook, at: Millis): OrderBook => ({
  bids: toLevels('yes_dollars', wire.orderbook_fp.yes_dollars ?? []).sort((a, b) => b.price - a.price),
  asks: toLevels('no_dollars', wire.orderbook_fp.no_dollars ?? [])
    .map((level) => ({ price: oneMinus(level.price), qty: level.qty }))
    .sort((a, b) => a.price - b.price),
  at,
})

const toLevels = (field: string, side: ReadonlyArray<readonly [string, string]>): Level[] => {
  const sizes = new Map<Price, number>()
  for (const [at, size] of side) {
    const level = toPrice(field, at)
    sizes.set(level, (sizes.get(level) ?? 0) + toQty(field, size))
  }
  return [...sizes].filter(([, size]) => size > 0).map(([at, size]) => ({ price: at, qty: exactQty(field, size) }))
}

const exactQty = (field: string, millionths: number): Qty => {
  try {
    return qty(millionths)
  } catch {
    throw unreadable(`${field} adds up to no quantity`)
  }
}
