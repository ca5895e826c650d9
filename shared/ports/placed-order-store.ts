/** Any order by its id, on one market or on a custom asset: both stand under one key, so that one read tells which it is. */

import type { Fill } from '#domain/orders/fill.ts'
import type { PlacedOrder } from '#domain/orders/placed-order.ts'

export interface PlacedOrderStore {
  /** As last committed (strongly consistent), in one read; null when there is none. */
  get(orderId: string): Promise<PlacedOrder | null>
  /**
   * The same with the order's own fills by exchange time, oldest first, at most `limit`, in one read too. A basket order has
   * none of its own: they belong to its legs.
   */
  getWithFills(
    orderId: string,
    limit: number,
  ): Promise<{ readonly order: PlacedOrder; readonly fills: readonly Fill[] } | null>
}
