/** Takes a cancel request: an order that was never sent ends at once, any other is asked off the book in the background. */

import type { Order } from '#domain/orders/order.ts'
import { isFinal } from '#domain/orders/status.ts'
import { endUnsent, requestCancel } from '#domain/orders/transitions.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import type { OrderStore } from '#ports/store.ts'
import { changeOrder } from './change-order.ts'
import { enqueueCancel } from './enqueue.ts'

export interface CancelOrderDeps {
  readonly orders: OrderStore
  readonly queues: Queues
  readonly clock: Clock
  readonly log: Log
}

export type CancelResult =
  | { readonly kind: 'accepted' }
  /** Already over: `reason` says how. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'not_found' }

/** `userId` owns the order or it is not found. `reason` is what `cancel_reason` will show. */
export const cancelOrder = async (
  deps: CancelOrderDeps,
  userId: string,
  orderId: string,
  reason: string,
): Promise<CancelResult> => {
  let finalBefore: Order | null = null
  const order = await changeOrder(deps.orders, orderId, (current) => {
    finalBefore = isFinal(current.status) ? current : null
    if (current.userId !== userId || finalBefore !== null) return current
    const now = deps.clock()
    const sending = current.lease !== null && current.lease.until > now
    return current.sendState === 'none' && !sending
      ? endUnsent(current, 'CANCELLED', reason, now)
      : requestCancel(current, reason, now)
  })
  if (order === null || order.userId !== userId) return { kind: 'not_found' }
  if (finalBefore !== null) return { kind: 'failed', reason: `The order is already ${order.status}.` }
  if (!isFinal(order.status)) await enqueueCancel(deps, order)
  return { kind: 'accepted' }
}
