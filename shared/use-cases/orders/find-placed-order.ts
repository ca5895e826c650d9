/** Any order by its id: on one market, or on a custom asset. */

import type { PlacedOrder } from '#domain/orders/placed-order.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import type { OrderStore } from '#ports/store.ts'

export interface FindPlacedOrderDeps {
  readonly orders: OrderStore
  readonly baskets: BasketOrderStore
}

/** As last committed; null when there is none. */
export const findPlacedOrder = async (
  { orders, baskets }: { readonly orders: Pick<OrderStore, 'get'>; readonly baskets: Pick<BasketOrderStore, 'get'> },
  orderId: string,
): Promise<PlacedOrder | null> => (await orders.get(orderId)) ?? (await baskets.get(orderId))
