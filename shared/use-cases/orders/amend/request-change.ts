/**
 * Stores a requested change of an order and enqueues its execution. The caller has decided that the change is allowed.
 */

import type { Problem } from '#domain/kernel/problem.ts'
import { isAmending, leavesToBeReplaced, sameTerms, termsOf } from '#domain/orders/amend/amending.ts'
import { type AmendChange, requestAmend, termsAfter, whyNotAmended } from '#domain/orders/amend/request-amend.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { type EnqueueDeps, enqueueCancel, enqueueExecute } from '../../work/enqueue.ts'
import { changeOrder } from '../change-order.ts'

export interface RequestChangeDeps extends EnqueueDeps {
  readonly orders: Pick<OrderStore, 'get' | 'save'>
  readonly clock: Clock
}

/**
 * Changes an order for its user, or for the service as the position moves. `amendId` names the change, which is
 * requested once. An order that is not at the exchange is changed at once; any other in the background, as `last_amend`
 * shows. `whyNot` checks the order that is to be stored. Returns the stored order or the refusal; null if there is no
 * such order.
 */
export const requestChange = async (
  deps: RequestChangeDeps,
  orderId: string,
  amendId: string,
  change: AmendChange,
  whyNot: (order: Order) => Problem | null = (order) => whyNotAmended(order, change),
): Promise<Order | Problem | null> => {
  let refusal: Problem | null = null
  const stored = await changeOrder(deps.orders, orderId, (order) => {
    refusal = null
    if (order.amend?.amendId === amendId) return order
    refusal = whyNot(order)
    if (refusal !== null || sameTerms(termsOf(order), termsAfter(order, change))) return order
    return requestAmend(order, amendId, change, deps.clock())
  })
  if (stored === null || refusal !== null) return refusal
  if (isAmending(stored)) await enqueueAmend(deps, stored)
  return stored
}

/** The amend is to be carried out: by the exchange, or by taking the order off its book. */
const enqueueAmend = (deps: EnqueueDeps, order: Order): Promise<void> =>
  leavesToBeReplaced(order) ? enqueueCancel(deps, order) : enqueueExecute(deps, order)
