/** The limit prices of a parent that decide about its exits. After the first fill only the market decides. */

import { filledBy, isBasketOrder, type PlacedOrder } from '../../baskets/placed-order.ts'
import type { Price } from '../../kernel/numbers.ts'
import { isAmending } from '../../orders/amend/amending.ts'

/** The limit price of the order; null for a MARKET order, and after the first fill. */
export const openLimitOf = (order: PlacedOrder): Price | null =>
  isBasketOrder(order) || filledBy(order) > 0 ? null : order.price

/** Other limit prices that the order may get: an amend is in progress, and restores the old price if it is refused. */
export const limitsAfterAmend = (order: PlacedOrder): readonly Price[] => {
  if (isBasketOrder(order) || openLimitOf(order) === null || !isAmending(order)) return []
  return [order.amend?.requested.price, order.amend?.before?.price].filter((limit) => limit != null)
}
