/** Takes an order back, whatever it is on. */

import type { Millis } from '../kernel/time.ts'
import { isFinal } from '../orders/status.ts'
import { endUnsent, requestCancel } from '../orders/transitions.ts'
import { isBasketOrder, type PlacedOrder } from './placed-order.ts'
import { requestBasketCancel } from './transitions.ts'

/**
 * An order that was never sent ends here; any other is asked off its book. `reason` becomes its `cancel_reason`. The same object
 * when the order is final.
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
