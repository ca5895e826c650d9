/** The orders that are the legs of a basket order. */

import type { Millis } from '../kernel/time.ts'
import type { MarketLabel } from '../markets/market-label.ts'
import { newOrder, type Order, SEND_WITHIN } from '../orders/order.ts'
import { entryIdOf } from '../orders/origin.ts'
import { subscriberStateOf } from '../orders/subscriber-state.ts'
import { endUnsent } from '../orders/transitions/end-unsent.ts'
import { BASKET_GRACE, type BasketLeg, type BasketOrder } from './basket-order.ts'
import { withDependents } from './dependents.ts'

/**
 * Creates the order of a leg. All its terms come from the plan, so two runs make the same order. It has the age of the basket order, so
 * that cancel-all treats both alike.
 */
export const basketLeg = (basket: BasketOrder, leg: BasketLeg, label: MarketLabel | null, plannedAt: Millis): Order => {
  const { userId, subaccountId, customAssetId, timeInForce, buyFlag, clientOrderId, tag, createdAt, subscriberState } =
    basket
  const order = newOrder(
    {
      ...leg,
      label,
      userId,
      subaccountId,
      orderType: 'LIMIT',
      timeInForce,
      buyFlag,
      expiresAt: null,
      clientOrderId,
      tag,
      subscriberState: subscriberStateOf({ hasWebhooks: subscriberState !== null }),
    },
    createdAt,
  )
  const dates = { updatedAt: plannedAt, sendBy: plannedAt + SEND_WITHIN, dueAt: plannedAt + BASKET_GRACE }
  const origin = { kind: 'leg', basketOrderId: basket.orderId, entryId: entryIdOf(basket) } as const
  return withDependents({ ...order, ...dates, customAssetId, origin }, [])
}

/** Creates the order of a planned leg that became unwanted, as ended. A slow run can then no longer create it as open. */
export const unwantedLeg = (
  basket: BasketOrder,
  leg: BasketLeg,
  label: MarketLabel | null,
  plannedAt: Millis,
  now: Millis,
): Order =>
  withDependents(
    endUnsent(
      { ...basketLeg(basket, leg, label, plannedAt), cancelRequestedAt: basket.cancelRequestedAt },
      'CANCELLED',
      basket.cancelReason ?? 'basket_ended',
      now,
    ),
    [],
  )
