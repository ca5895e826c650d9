/** What follows from the facts of an order: whether it is over at the exchange, its status, and when somebody must look next. */

import { MINUTE, type Millis } from '../kernel/time.ts'
import { isNotificationDue, NOTIFY_GRACE } from './followers.ts'
import type { Order } from './order.ts'
import { filledOf } from './order.ts'
import { isFinal, mayMove, type OrderStatus } from './status.ts'

/** The order with everything set that follows from what is known of it. */
export const deriveStatus = (changed: Order, now: Millis): Order => {
  // Nothing is left to rest once all of it is filled, also where only the fills have told so yet.
  const full = changed.exchangeState === 'live' && filledOf(changed) >= changed.qty
  const order: Order = full ? { ...changed, exchangeState: 'ended' } : changed
  const status = statusOf(order, now)
  const next = mayMove(order.status, status) ? status : order.status
  const cancelReason = order.cancelReason ?? (next === 'CANCELLED' ? reasonOf(order) : null)
  const concluded = { ...order, status: next, cancelReason, updatedAt: now }
  const notifyDueAt = isNotificationDue(concluded) ? (order.notifyDueAt ?? now + NOTIFY_GRACE) : order.notifyDueAt
  return { ...concluded, notifyDueAt, dueAt: dueAtOf(concluded, now) }
}

/**
 * Whether nothing more is expected from the exchange: over here and there, every fill it counts is held and final, and no
 * send of it is still watched for.
 */
export const isSettled = (order: Order): boolean =>
  isFinal(order.status) &&
  (order.sendState === 'none' || order.sendState === 'acked') &&
  order.exchangeState !== 'live' &&
  order.tradedQty + order.reversedQty >= order.exchangeFilledQty &&
  order.provisional === null &&
  order.watchUntil === null

/**
 * Whether it has to be asked off the book now: a cancel was requested, its time is over, it was to act at once and rests
 * (EXCHANGE_B has no IOC buy that counts contracts), or it is over here and, against all expectation, on the book there.
 */
export const wantsCancel = (order: Order, now: Millis): boolean =>
  order.cancelRequestedAt !== null ||
  (order.expiresAt !== null && order.expiresAt <= now) ||
  (order.exchangeState === 'live' && actsNow(order)) ||
  (isFinal(order.status) && order.exchangeState === 'live')

/** Whether the order may not rest: what cannot trade at once is not wanted. */
const actsNow = (order: Order): boolean => order.timeInForce === 'IOC' || order.timeInForce === 'FOK'

/** Why an order ended short although nobody asked for it. */
const reasonOf = (order: Order): string => {
  if (order.reversedQty > 0) return 'settlement_failed'
  return actsNow(order) ? 'not_filled' : 'cancelled_by_exchange'
}

const statusOf = (order: Order, now: Millis): OrderStatus => {
  const filled = filledOf(order)
  if (filled >= order.qty) return 'EXECUTED'
  if (order.exchangeState === 'ended') {
    // A fill was taken back: what was whole no longer is.
    if (order.status === 'EXECUTED') return 'CANCELLED'
    if (isFinal(order.status)) return order.status
    // Both exchanges report an expiry as a cancellation; whose doing it was is ours to say.
    const expired = order.expiresAt !== null && order.expiresAt <= now
    const cancelledBefore = order.cancelRequestedAt !== null && (order.expiresAt ?? 0) > order.cancelRequestedAt
    return expired && !cancelledBefore ? 'EXPIRED' : 'CANCELLED'
  }
  if (order.exchangeState === 'live') return filled > 0 ? 'PARTIALLY_FILLED' : 'RESTING'
  return order.status
}

/** Nothing is owed once settled; on the book only the expiry and a wanted cancel are; else the date already set holds. */
const dueAtOf = (order: Order, now: Millis): Millis | null => {
  // The exit it serves sends it, or ends it.
  if (isSettled(order) || order.held) return null
  if (order.exchangeState === 'live') {
    // Until it is off the book the end of a watch can wait.
    if (isFinal(order.status) || actsNow(order)) return order.dueAt === order.watchUntil ? now : (order.dueAt ?? now)
    if (order.cancelRequestedAt === null) return order.expiresAt
  }
  if (isFinal(order.status)) return order.watchUntil ?? order.dueAt ?? now + MINUTE
  return order.dueAt ?? now
}
