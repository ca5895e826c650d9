/** Takes a cancel request of any order: one that was never sent ends at once, any other is asked off the book in the background. */

import { cancelOrEnd } from '#domain/baskets/cancel-or-end.ts'
import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { type EnqueueDeps, enqueueCancel } from '../../work/enqueue.ts'
import { changePlacedOrder } from '../change-order.ts'

export interface CancelOrderDeps extends EnqueueDeps {
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  readonly clock: Clock
}

export type CancelResult =
  | { readonly kind: 'accepted' }
  /** Already final: `reason` says how. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'not_found' }

/** `userId` owns the order, or it is not found. `reason` becomes its `cancel_reason`. */
export const cancelOrder = async (
  deps: CancelOrderDeps,
  userId: string,
  orderId: string,
  reason: string,
): Promise<CancelResult> => {
  let finalBefore: PlacedOrder | null = null
  const order = await changePlacedOrder(deps.orders, orderId, (current) => {
    finalBefore = isFinal(current.status) ? current : null
    return current.userId === userId ? cancelOrEnd(current, reason, deps.clock()) : current
  })
  if (order === null || order.userId !== userId) return { kind: 'not_found' }
  if (finalBefore !== null) return { kind: 'failed', reason: `The order is already ${order.status}.` }
  if (!isFinal(order.status)) await enqueueCancel(deps, order)
  return { kind: 'accepted' }
}
