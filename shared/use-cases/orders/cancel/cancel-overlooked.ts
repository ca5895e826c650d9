/** Cancels orders that a cancel of everything has overlooked: the index of live orders did not show them yet. */

import { whyCancelled } from '#domain/accounts/why-cancelled.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { protectsPosition } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import { cancelEach } from './cancel-each.ts'
import { type CancelOrderDeps, cancelOrder } from './cancel-order.ts'

export interface CancelOverlookedDeps extends CancelOrderDeps {
  readonly subaccounts: Pick<SubaccountStore, 'get'>
}

/** Most orders that rest for less are over by then, and each look is a read. */
const CHECKED_AFTER = 8 * SECOND

/** No index lags for longer: an older order was seen. */
const CHECKED_FOR = 10 * MINUTE

/**
 * Cancels orders among `live`, the orders of one subaccount. The watermark ends unsent orders at their turn. An order
 * whose send is unresolved may rest by now, and may be found late.
 */
export const cancelOverlooked = async (deps: CancelOverlookedDeps, live: readonly Order[]): Promise<void> => {
  const now = deps.clock()
  const isYoung = (age: number): boolean => age >= CHECKED_AFTER && age < CHECKED_FOR
  const sent = live.filter(
    ({ exchangeState, sendState, status, cancelRequestedAt, createdAt }) =>
      (exchangeState === 'live' || sendState === 'in_flight' || sendState === 'unknown') &&
      !isFinal(status) &&
      cancelRequestedAt === null &&
      isYoung(now - createdAt),
  )
  const [first] = sent
  if (first === undefined) return
  const { userId, subaccountId } = first
  const subaccount = await deps.subaccounts.get(userId, subaccountId)
  const whyOf = (order: Order) => whyCancelled(subaccount, order.createdAt, protectsPosition(order))
  for (const [reason, overlooked] of Map.groupBy(sent, whyOf)) {
    if (reason === null) continue
    await cancelEach(
      deps.log,
      overlooked.map(({ orderId }) => orderId),
      (orderId) => cancelOrder(deps, userId, orderId, reason),
    )
  }
}
