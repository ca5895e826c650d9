/** What the use cases need remembered of orders on custom assets. Their legs are orders like any other. */

import type { BasketOrder } from '#domain/baskets/basket-order.ts'
import type { Order } from '#domain/orders/order.ts'

export interface BasketOrderStore {
  /** As last committed (strongly consistent); null for an order on one market, and for what is not there. */
  get(orderId: string): Promise<BasketOrder | null>
  /** Stores a new one; false when that id exists already (a repeated request). */
  create(basket: BasketOrder): Promise<boolean>
  /** Provided the stored version is still the one given, which then grows by one. */
  save(basket: BasketOrder): Promise<boolean>
  /** Those of its legs that exist as orders (strongly consistent). */
  legs(basket: Pick<BasketOrder, 'rounds'>): Promise<readonly Order[]>
  /** Those of a subaccount that are not over. May lag by a moment. */
  live(subaccountId: string): Promise<readonly BasketOrder[]>
}
