/** The order that a leg of a basket order is. */

import { audienceOf } from './audience.ts'
import { BASKET_GRACE, type BasketLeg, type BasketOrder } from './basket-order.ts'
import { withFamily } from './family.ts'
import { newOrder, type Order, SEND_WITHIN } from './order.ts'
import { endUnsent } from './order-facts.ts'
import type { Millis } from './time.ts'

/**
 * The same order whoever makes it, as everything in it stands in the plan. It is as old as the basket order, so that whatever
 * cancels orders created until then meets it too.
 */
export const basketLeg = (basket: BasketOrder, leg: BasketLeg, plannedAt: Millis): Order => {
  const { userId, subaccountId, customAssetId, timeInForce, buyFlag, clientOrderId, createdAt, audience } = basket
  const order = newOrder(
    {
      ...leg,
      userId,
      subaccountId,
      orderType: 'LIMIT',
      timeInForce,
      buyFlag,
      expiresAt: null,
      clientOrderId,
      audience: audienceOf({ hasWebhooks: audience !== null }),
    },
    createdAt,
  )
  const dates = { updatedAt: plannedAt, sendBy: plannedAt + SEND_WITHIN, dueAt: plannedAt + BASKET_GRACE }
  return withFamily({ ...order, ...dates, customAssetId, legOf: basket.orderId, exitOf: basket.exitOf }, [])
}

/** Planned, and not wanted any more before it was made: stored as ended, so that nobody who is slow can still make it. */
export const unwantedLeg = (basket: BasketOrder, leg: BasketLeg, plannedAt: Millis, now: Millis): Order =>
  withFamily(endUnsent(basketLeg(basket, leg, plannedAt), 'CANCELLED', basket.cancelReason ?? 'basket_ended', now), [])
