/** The limit prices of a parent that decide about its exits: once some of it has filled, only the market does. */

import { filledBy, isBasketOrder, type PlacedOrder } from '../baskets/placed-order.ts'
import type { Price } from '../kernel/numbers.ts'
import { isAmending } from '../orders/amend/amending.ts'

/** The limit price of the order; null for a MARKET order, and once some of it has filled. */
export const openLimitOf = (order: PlacedOrder): Price | null =>
  isBasketOrder(order) || filledBy(order) > 0 ? null : order.price

/** The other limit prices that it may come to have: it is being changed, and gets its old price again if that is refused. */
export const limitsAfterAmend = (order: PlacedOrder): readonly Price[] => {
  if (isBasketOrder(order) || openLimitOf(order) === null || !isAmending(order)) return []
  return [order.amend?.wanted.price, order.amend?.before?.price].filter((limit) => limit != null)
}
