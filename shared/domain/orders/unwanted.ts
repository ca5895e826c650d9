/** Whether an order that has not reached the exchange should still be sent. */

import { type OrdersCancelled, whyCancelled } from '../accounts/why-cancelled.ts'
import type { Millis } from '../kernel/time.ts'
import type { Order } from './order.ts'
import { isExitOrder, isLeg } from './origin.ts'

/** How an unwanted order ends if the exchange does not have it. */
export interface Unwanted {
  readonly status: 'CANCELLED' | 'EXPIRED'
  readonly reason: string
}

/** Why the order is no longer wanted; null when it is. `subaccount` is its own, with the watermark of cancel-all. */
export const unwanted = (order: Order, subaccount: OrdersCancelled | null, now: Millis): Unwanted | null => {
  if (order.cancelRequestedAt !== null) return { status: 'CANCELLED', reason: order.cancelReason ?? 'user' }
  const reason = whyCancelled(subaccount, order.createdAt)
  if (reason !== null) return { status: 'CANCELLED', reason }
  if (order.expiresAt !== null && order.expiresAt <= now) return { status: 'EXPIRED', reason: 'expired' }
  const sendBy = sentBy(order)
  if (sendBy !== null && sendBy <= now) return { status: 'CANCELLED', reason: 'too_late' }
  return null
}

/**
 * By when the order has to be sent; null: it waits for its exchange as long as it takes. A leg of an exit waits too, because nothing else
 * can sell what is held of its member. It does not wait for a send whose fate is unknown: another leg sells what that leaves.
 */
export const sentBy = (order: Pick<Order, 'sendBy' | 'sendState' | 'origin'>): Millis | null =>
  order.sendState === 'none' && isLeg(order) && isExitOrder(order) ? null : order.sendBy
