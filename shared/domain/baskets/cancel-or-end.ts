/** Cancels an order of either kind. */

import type { Millis } from '../kernel/time.ts'
import { isFinal } from '../orders/status.ts'
import { endUnsent } from '../orders/transitions/end-unsent.ts'
import { requestCancel } from '../orders/transitions/request-cancel.ts'
import { isBasketOrder, type PlacedOrder } from './placed-order.ts'
import { requestBasketCancel } from './transitions.ts'

/**
 * Ends an order that was never sent, and requests the cancel of any other. `reason` becomes its `cancel_reason`. Returns the same object if
 * the order is final.
 */
export const cancelOrEnd = (order: PlacedOrder, reason: string, now: Millis): PlacedOrder => {
  if (isFinal(order.status)) return order
  if (isBasketOrder(order)) return requestBasketCancel(order, reason, now)
  const isSending = order.lease !== null && order.lease.until > now
  const isUnsent = order.sendState === 'none' && !isSending
  return isUnsent
    ? endUnsent({ ...order, cancelRequestedAt: now }, 'CANCELLED', reason, now)
    : requestCancel(order, reason, now)
}
