/** Whether an order that has not reached the exchange should still go there. */

import type { Millis } from '../kernel/time.ts'
import type { Order } from './order.ts'

/** How it ends if nothing of it is at the exchange; null when it is still wanted. */
export interface Unwanted {
  readonly status: 'CANCELLED' | 'EXPIRED'
  readonly reason: string
}

/** `cancelBefore` is the subaccount's cancel-all watermark: orders created up to it are not wanted any more. */
export const unwanted = (order: Order, cancelBefore: Millis | null, now: Millis): Unwanted | null => {
  if (order.cancelRequestedAt !== null) return { status: 'CANCELLED', reason: order.cancelReason ?? 'user' }
  if (cancelBefore !== null && order.createdAt <= cancelBefore) return { status: 'CANCELLED', reason: 'cancel_all' }
  if (order.expiresAt !== null && order.expiresAt <= now) return { status: 'EXPIRED', reason: 'expired' }
  if (order.sendBy !== null && order.sendBy <= now) return { status: 'CANCELLED', reason: 'too_late' }
  return null
}
