/** The limit of an order that is priced from the book: a MARKET order, or one that may slip only so far. */

import type { Price } from '../../kernel/numbers.ts'
import type { Level } from '../../markets/depth.ts'
import { clipToGrid, type Market } from '../../markets/market.ts'
import type { Order } from '../order.ts'
import { bookLimit } from './book-limit.ts'
import { closest, furthestPrice, isBeyond } from './price-bounds.ts'

export type MarketLimit =
  | { readonly kind: 'price'; readonly price: Price }
  /** The opposite side of the book is empty. */
  | { readonly kind: 'none' }
  /** The best price is beyond the protection price of the order. */
  | { readonly kind: 'beyond' }

/** The limit of an order that needs no book: its own price. Null if `marketLimit` decides. */
export const ownLimit = ({ price, maxSlippage }: Pick<Order, 'price' | 'maxSlippage'>): Price | null =>
  maxSlippage === null ? price : null

/**
 * Returns a limit on the grid or at a level of the book, within the bounds and the price of the order. `levels` is the
 * opposite side of the book, best first. `slippage`, in 1e-6 dollars, is the allowance of an order without a
 * `maxSlippage`, and counts from the worst level that the order needs. A `maxSlippage` counts from the best level.
 */
export const marketLimit = (
  market: Pick<Market, 'priceRanges'>,
  levels: readonly Level[],
  order: Pick<Order, 'qty' | 'buyFlag' | 'price' | 'maxSlippage' | 'protectionPrice'>,
  slippage: number,
): MarketLimit => {
  const [best] = levels
  if (best === undefined) return { kind: 'none' }
  const { buyFlag, price: own } = order
  if (order.protectionPrice !== null && isBeyond(best.price, order.protectionPrice, buyFlag)) return { kind: 'beyond' }
  const usual = order.maxSlippage === null ? bookLimit(market, levels, order.qty, buyFlag, slippage) : null
  const furthest = closest(furthestPrice(order, buyFlag, best.price), usual, buyFlag)
  // A user's own price is never rounded. Off the grid, the exchange refuses it.
  if (furthest === null || (own !== null && !isBeyond(own, furthest, buyFlag))) return priced(own)
  // The stored grid may be older and coarser than the grid of the exchange, which the levels are on.
  const level = levels.findLast(({ price }) => !isBeyond(price, furthest, buyFlag))?.price ?? null
  return priced(farther(clipToGrid(market, furthest, buyFlag), level, buyFlag))
}

const farther = (one: Price | null, other: Price | null, buyFlag: boolean): Price | null => {
  if (one === null || other === null) return one ?? other
  return isBeyond(one, other, buyFlag) ? one : other
}

const priced = (price: Price | null): MarketLimit => (price === null ? { kind: 'none' } : { kind: 'price', price })
