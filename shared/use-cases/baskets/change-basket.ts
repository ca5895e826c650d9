/** Changes an order on a custom asset until it is stored: whoever was faster is read again, never overwritten. */

import type { BasketOrder } from '#domain/baskets/basket-order.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'

const TRIES = 20

/**
 * Answers it as stored; null when there is none. `change` answers the same object when nothing is to be done. Throws when it
 * stays contended for twenty tries.
 */
export const changeBasket = async (
  baskets: BasketOrderStore,
  orderId: string,
  change: (basket: BasketOrder) => BasketOrder,
): Promise<BasketOrder | null> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const basket = await baskets.get(orderId)
    if (basket === null) return null
    const next = change(basket)
    if (next === basket) return basket
    if (await baskets.save(next)) return storedBasket(next)
  }
  throw new Error(`basket order ${orderId} stayed contended for ${TRIES} tries`)
}

/** As it now stands in the store. */
export const storedBasket = (basket: BasketOrder): BasketOrder => ({
  ...basket,
  subscriberState: basket.subscriberState === null ? null : { knows: basket.status },
  version: basket.version + 1,
})
