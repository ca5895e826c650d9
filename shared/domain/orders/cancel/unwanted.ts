/** Decides whether an order that has not reached the exchange should still be sent. */

import { allCancelledAt, type OrdersCancelled, whyCancelled } from '../../accounts/why-cancelled.ts'
import type { Millis } from '../../kernel/time.ts'
import type { Order } from '../order.ts'
import { isExitOrder, isLeg, protectsPosition } from '../origin.ts'

/** How an unwanted order ends if the exchange does not have it. */
export interface Unwanted {
  readonly status: 'CANCELLED' | 'EXPIRED'
  readonly reason: string
  /** When the cancel was asked for that ends it, alone or with all others; null if it ends without one. */
  readonly cancelRequestedAt: Millis | null
}

/** Why the order is no longer wanted; null when it is. `subaccount` is its own, with the watermark of cancel-all. */
export const unwanted = (order: Order, subaccount: OrdersCancelled | null, now: Millis): Unwanted | null => {
  const { cancelRequestedAt } = order
  if (cancelRequestedAt !== null)
    return { status: 'CANCELLED', reason: order.cancelReason ?? 'user', cancelRequestedAt }
  const reason = whyCancelled(subaccount, order.createdAt, protectsPosition(order))
  if (reason !== null) return { status: 'CANCELLED', reason, cancelRequestedAt: allCancelledAt(subaccount, now) }
  if (order.expiresAt !== null && order.expiresAt <= now)
    return { status: 'EXPIRED', reason: 'expired', cancelRequestedAt: null }
  const sendBy = sentBy(order)
  if (sendBy !== null && sendBy <= now) return { status: 'CANCELLED', reason: 'too_late', cancelRequestedAt: null }
  return null
}

/**
 * Returns the latest time of a send; null if the order waits for its exchange without limit. A leg of an exit waits
 * too, because only it can sell the shares of its member. A leg whose send has an unknown outcome does not wait:
 * another leg sells the rest.
 */
export const sentBy = (order: Pick<Order, 'sendBy' | 'sendState' | 'origin'>): Millis | null =>
  order.sendState === 'none' && isLeg(order) && isExitOrder(order) ? null : order.sendBy
