/** The limit of an order that may trade only so far from the best price of the book. */

import type { Price } from '../kernel/numbers.ts'
import { clipToGrid, type Market } from '../markets/market.ts'
import type { Order } from './order.ts'

/**
 * `best` is the price the order would trade at first. On the grid, never further than `maxSlippage` from `best`, and never beyond the
 * price the order has itself; null where the grid has no such price.
 */
export const slippageLimit = (
  market: Pick<Market, 'priceRanges'>,
  { buyFlag, price }: Pick<Order, 'buyFlag' | 'price'>,
  best: Price,
  maxSlippage: Price,
): Price | null => {
  const furthest = buyFlag ? best + maxSlippage : best - maxSlippage
  const own = price ?? furthest
  const limit = buyFlag ? Math.min(furthest, own) : Math.max(furthest, own)
  // A user's own price is never rounded. Off the grid, the exchange refuses it.
  return limit === price ? price : clipToGrid(market, limit, buyFlag)
}
