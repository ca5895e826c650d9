/**
 * Marks what belongs to a user with webhooks, so that its changes become events; or takes the marks away. The mark stands in rows
 * that every change reads anyway, so a user without webhooks pays nothing.
 */

import { isConditional } from '#domain/contingent/complex-order.ts'
import type { PlacedOrder } from '#domain/orders/placed-order.ts'
import { knownOrder } from '#domain/webhooks/known-order.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { changeSubaccount } from '../accounts/change-subaccount.ts'
import type { KeepSubaccountsDeps } from '../accounts/keep-subaccounts.ts'
import { atOnce } from '../kernel/at-once.ts'
import { changeStored } from '../kernel/retry-on-conflict.ts'
import { changePlacedOrder } from '../orders/change-order.ts'
import { liveOrders } from '../orders/live-orders.ts'

export interface MarkSubscribersDeps extends KeepSubaccountsDeps {
  readonly orders: OrderStore
  readonly complexOrders: ComplexOrderStore
}

const CHANGES_AT_ONCE = 8

/** Far more than anyone has waiting at a time. */
const MOST = 100_000

/** Subaccounts first, which mark whatever is new; then what is not final. */
export const markSubscribers = async (
  deps: MarkSubscribersDeps,
  userId: string,
  hasWebhooks: boolean,
): Promise<void> => {
  const subaccounts = await deps.subaccounts.list(userId)
  for (const subaccount of subaccounts) {
    if (subaccount.hasWebhooks !== hasWebhooks)
      await changeSubaccount(deps, userId, subaccount.subaccountId, (one) => ({ ...one, hasWebhooks }))
  }
  for (const { subaccountId } of subaccounts) {
    const live = await liveOrders(deps.orders, subaccountId)
    const all = [...live, ...(await deps.orders.liveBaskets(subaccountId))]
    await atOnce(CHANGES_AT_ONCE, all, ({ orderId }) =>
      changePlacedOrder(deps.orders, orderId, (order) => marked(order, hasWebhooks)),
    )
  }
  for (const status of ['PENDING', 'ACTIVE'] as const) {
    const { complexOrders } = await deps.complexOrders.list(userId, { status }, { limit: MOST, offset: 0 })
    await atOnce(CHANGES_AT_ONCE, complexOrders, ({ complexOrderId }) =>
      markComplexOrder(deps, complexOrderId, hasWebhooks),
    )
  }
}

const marked = (order: PlacedOrder, hasWebhooks: boolean): PlacedOrder =>
  (order.subscriberState !== null) === hasWebhooks
    ? order
    : { ...order, subscriberState: hasWebhooks ? knownOrder(order) : null }

const markComplexOrder = (
  { complexOrders }: MarkSubscribersDeps,
  complexOrderId: string,
  hasWebhooks: boolean,
): Promise<unknown> =>
  changeStored(
    `complex order ${complexOrderId}`,
    {
      read: () => complexOrders.get(complexOrderId),
      save: (next) => complexOrders.save({ changedComplexOrders: [next] }),
    },
    (found) => {
      if ((found.subscriberState !== null) === hasWebhooks) return found
      const incomplete = isConditional(found) && found.incompleteAt !== null
      return { ...found, subscriberState: hasWebhooks ? { knows: found.status, incomplete } : null }
    },
  )
