/** Derives from the facts of an order whether it has ended at the exchange, its status, and its due date. */

import { MINUTE, type Millis } from '../kernel/time.ts'
import { isAmending, largestTotalSent, leavesToBeReplaced } from './amend/amending.ts'
import { isOrderNotificationDue, NOTIFY_GRACE } from './dependents/dependents.ts'
import { isCovered } from './fills/reported-trades.ts'
import { mayRest } from './may-rest.ts'
import type { Order } from './order.ts'
import { filledOf } from './order.ts'
import { isFinal, mayMove, type OrderStatus } from './status.ts'

/** The order with all derived fields set. */
export const deriveStatus = (settled: Order, now: Millis): Order => {
  const reported = settled.reported === null || isCovered(settled.reported, settled) ? null : settled.reported
  const order: Order = { ...settled, reported }
  const status = statusOf(order, now)
  const next = mayMove(order.status, status) ? status : order.status
  const cancelReason = order.cancelReason ?? (next === 'CANCELLED' ? reasonOf(order) : null)
  const concluded = { ...order, status: next, cancelReason, updatedAt: now }
  const notifyDueAt = isOrderNotificationDue(concluded) ? (order.notifyDueAt ?? now + NOTIFY_GRACE) : order.notifyDueAt
  return { ...concluded, notifyDueAt, dueAt: dueAtOf(concluded, now) }
}

/**
 * True if nothing more is expected from the exchange. The order has ended here and there, every counted fill is stored
 * and final, and no send is watched.
 */
export const isSettled = (order: Order): boolean =>
  isFinal(order.status) &&
  (order.sendState === 'none' || order.sendState === 'acked') &&
  order.exchangeState !== 'live' &&
  order.tradedQty + order.reversedQty >= order.exchangeFilledQty &&
  order.provisional === null &&
  order.watchUntil === null

/**
 * True if a cancel has to be sent now: it was requested, the order has expired, or its status is final. Also true if
 * the order rests although it may not (EXCHANGE_B has no IOC buy that counts contracts), or is to be replaced.
 */
export const wantsCancel = (order: Order, now: Millis): boolean =>
  order.cancelRequestedAt !== null ||
  (order.expiresAt !== null && order.expiresAt <= now) ||
  (order.exchangeState === 'live' && !mayRest(order)) ||
  (isFinal(order.status) && order.exchangeState === 'live') ||
  leavesToBeReplaced(order)

/** The `cancel_reason` of an order that the exchange took off its book without a request. */
export const CANCELLED_BY_EXCHANGE = 'cancelled_by_exchange'

/** Why an order ended short without a cancel request. */
const reasonOf = (order: Order): string => {
  if (order.reversedQty > 0) return 'settlement_failed'
  return !mayRest(order) ? 'not_filled' : CANCELLED_BY_EXCHANGE
}

const statusOf = (order: Order, now: Millis): OrderStatus => {
  const filled = filledOf(order)
  if (filled >= largestTotalSent(order)) return 'EXECUTED'
  if (order.exchangeState === 'ended') return endStatusOf(order, now)
  if (order.exchangeState === 'live') return filled > 0 ? 'PARTIALLY_FILLED' : 'RESTING'
  return order.status
}

/** The status of an order that has ended at the exchange without being full. */
const endStatusOf = (order: Order, now: Millis): OrderStatus => {
  // A fill was reversed: the order is no longer filled completely.
  if (order.status === 'EXECUTED') return 'CANCELLED'
  if (isFinal(order.status)) return order.status
  // Both exchanges report an expiry as a cancellation. The dates decide between the two.
  const expired = order.expiresAt !== null && order.expiresAt <= now
  const cancelledBefore = order.cancelRequestedAt !== null && (order.expiresAt ?? 0) > order.cancelRequestedAt
  return expired && !cancelledBefore ? 'EXPIRED' : 'CANCELLED'
}

/** Null once the order is settled. */
const dueAtOf = (order: Order, now: Millis): Millis | null => {
  // A held order is released or ended by the plan for exits.
  if (isSettled(order) || order.suspended) return null
  if (order.exchangeState === 'live') return dueOnBook(order, now)
  if (isFinal(order.status)) return order.watchUntil ?? order.dueAt ?? now + MINUTE
  return order.dueAt ?? now
}

/** The due date of an order on the book: its expiry, or the date of a cancel or an amend that it waits for. */
const dueOnBook = (order: Order, now: Millis): Millis | null => {
  // The end of a watch can wait until the order is off the book.
  if (isFinal(order.status) || !mayRest(order)) return order.dueAt === order.watchUntil ? now : (order.dueAt ?? now)
  if (isAmending(order)) return Math.min(order.dueAt ?? now, order.expiresAt ?? Number.POSITIVE_INFINITY)
  return order.cancelRequestedAt === null ? order.expiresAt : (order.dueAt ?? now)
}
