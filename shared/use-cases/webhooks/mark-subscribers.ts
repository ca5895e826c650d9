/**
 * Lets the changes of a user's orders be told, or not any more. The mark stands in what is read with every change anyway, so that
 * whoever has no webhook pays nothing.
 */

import { type ComplexOrder, isConditional } from '#domain/contingent/complex-order.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { PlacedOrder } from '#domain/orders/placed-order.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import type { OrderStore } from '#ports/store.ts'
import { changeSubaccount, type KeepSubaccountsDeps } from '../accounts/keep-subaccounts.ts'
import { changeBasket } from '../baskets/change-basket.ts'
import { atOnce } from '../kernel/at-once.ts'
import { changeOrder } from '../orders/change-order.ts'

export interface ListenDeps extends KeepSubaccountsDeps {
  readonly orders: OrderStore
  readonly baskets: BasketOrderStore
  readonly complexOrders: ComplexOrderStore
}

const LANES = 8

/** Subaccounts first, which mark whatever is new, then what is not over. */
export const markSubscribers = async (deps: ListenDeps, userId: string, listening: boolean): Promise<void> => {
  const subaccounts = await deps.subaccounts.list(userId)
  for (const { subaccountId, hasWebhooks } of subaccounts) {
    if (hasWebhooks !== listening) await changeSubaccount(deps, userId, subaccountId, { hasWebhooks: listening })
  }
  for (const { subaccountId } of subaccounts) {
    for (const exchange of EXCHANGE_NAMES) {
      const live = await deps.orders.live(subaccountId, exchange)
      await atOnce(LANES, live, ({ orderId }) => changeOrder(deps.orders, orderId, (order) => heard(order, listening)))
    }
    const baskets = await deps.baskets.live(subaccountId)
    await atOnce(LANES, baskets, ({ orderId }) =>
      changeBasket(deps.baskets, orderId, (basket) => heard(basket, listening)),
    )
  }
  for (const status of ['PENDING', 'ACTIVE'] as const) {
    const { complexOrders } = await deps.complexOrders.list(userId, { status }, { limit: MOST, offset: 0 })
    await atOnce(LANES, complexOrders, (one) => mark(deps, one, listening))
  }
}

const heard = <Placed extends PlacedOrder>(order: Placed, listening: boolean): Placed =>
  (order.subscriberState !== null) === listening
    ? order
    : { ...order, subscriberState: listening ? { knows: order.status } : null }

/** Far more than anybody has waiting at a time. */
const MOST = 100_000

const mark = async (deps: ListenDeps, { complexOrderId }: ComplexOrder, listening: boolean): Promise<void> => {
  for (;;) {
    const found = await deps.complexOrders.get(complexOrderId)
    if (found === null || (found.subscriberState !== null) === listening) return
    const subscriberState = listening
      ? { knows: found.status, incomplete: isConditional(found) && found.incompleteAt !== null }
      : null
    if (await deps.complexOrders.save({ changedComplexOrders: [{ ...found, subscriberState }] })) return
  }
}
