/** How an order changes: each function takes what happened and answers the order as it then is. No other code sets a status. */

import type { Qty } from '../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../kernel/time.ts'
import { deriveStatus } from './derive-status.ts'
import type { Attempt, Order } from './order.ts'
import { isFinal } from './status.ts'

/** What the exchange said of the order, from an answer or from a look-up. */
export interface OrderStatusReport {
  readonly exchangeOrderId: string
  readonly state: 'live' | 'ended'
  readonly filledQty: Qty
  /** Why a part of the order can never fill although the rest can; absent when nothing was refused. */
  readonly partRefusal?: string | undefined
}

/** A consumer takes the order for one send: PROCESSING, under a lease, its identity stored before anything leaves. */
export const claim = (
  order: Order,
  lease: { readonly token: string; readonly until: Millis },
  attempt: Pick<Attempt, 'number' | 'identity' | 'payload' | 'exchangeOrderIds'>,
  now: Millis,
): Order => {
  const earlier = order.attempt
  const again = earlier !== null && earlier.identity === attempt.identity
  return deriveStatus(
    {
      ...order,
      status: 'PROCESSING',
      sendState: 'in_flight',
      lease,
      attempt: {
        ...attempt,
        sends: again ? earlier.sends + 1 : 1,
        firstSentAt: again ? earlier.firstSentAt : now,
        lastSentAt: now,
        arrived: again && earlier.arrived,
        refusal: again ? earlier.refusal : null,
      },
    },
    now,
  )
}

/** Takes the lease without sending: to look an unknown order up, or to end one that is no longer wanted. */
export const lease = (order: Order, token: string, until: Millis): Order => ({ ...order, lease: { token, until } })

/**
 * The exchange has the order and says how it stands. Facts only grow: filled never shrinks, and over stays over, unless a part
 * of it is watched for. `watchMs` is for how long that is, where one has not shown.
 */
export const applyStatusReport = (order: Order, word: OrderStatusReport, now: Millis, watchMs = 0): Order =>
  deriveStatus(
    {
      ...order,
      sendState: 'acked',
      lease: null,
      retries: 0,
      lastError: null,
      exchangeOrderId: word.exchangeOrderId,
      exchangeState: isGoneForGood(order) ? 'ended' : word.state,
      exchangeFilledQty: Math.max(order.exchangeFilledQty, word.filledQty) as Qty,
      cancelReason: order.cancelReason ?? word.partRefusal ?? null,
      watchUntil: watchMs === 0 ? order.watchUntil : now + watchMs,
    },
    now,
  )

/** Whether it can never be on the book again: all of it has ended, and no part is still watched for. */
export const isGoneForGood = (order: Order): boolean => order.exchangeState === 'ended' && order.watchUntil === null

/**
 * This send was refused. Believed at once only when no earlier send of the same identity is unresolved, because an accepted
 * first send can itself be why the second is refused; else kept until absence is proven.
 */
export const refuse = (
  order: Order,
  refusal: { readonly code: string; readonly reason: string },
  now: Millis,
): Order => {
  if (order.sendState === 'acked') return order
  // It has traded, so it arrived, whatever this answer says: what stands there is looked up.
  if (hasTraded(order)) return markOutcomeUnknown(noteArrival(order), refusal.reason, now)
  if (order.attempt !== null && order.attempt.sends > 1) {
    return markOutcomeUnknown(
      { ...order, attempt: { ...order.attempt, sends: order.attempt.sends - 1, refusal } },
      refusal.reason,
      now,
    )
  }
  return reject(order, refusal, now)
}

/** Whether the exchange has shown a trade of it, one that was reversed later included: then the exchange has the order. */
export const hasTraded = (order: Pick<Order, 'exchangeFilledQty' | 'tradedQty' | 'reversedQty'>): boolean =>
  order.exchangeFilledQty > 0 || order.tradedQty + order.reversedQty > 0

/**
 * REJECTED: the exchange or we refuse it for good, in words. `watchMs` is for how long a send is watched for that was given
 * up without proof.
 */
export const reject = (
  order: Order,
  refusal: { readonly code: string; readonly reason: string },
  now: Millis,
  watchMs = 0,
): Order =>
  deriveStatus(
    {
      ...order,
      status: 'REJECTED',
      sendState: order.attempt === null ? 'none' : 'acked',
      lease: null,
      lastError: null,
      rejectCode: refusal.code,
      rejectReason: refusal.reason,
      watchUntil: watchMs === 0 ? null : now + watchMs,
    },
    now,
  )

/** The exchange did not take this send and says to come back: with no earlier send open, nothing was ever sent. */
export const postpone = (order: Order, reason: string, retryAfterMs: number | null, now: Millis): Order => {
  if (order.sendState === 'acked') return { ...order, lease: null }
  if (order.attempt === null) return putOff(order, reason, retryAfterMs, now)
  const attempt = { ...order.attempt, sends: order.attempt.sends - 1 }
  return putOff({ ...order, attempt, sendState: attempt.sends > 0 ? 'unknown' : 'none' }, reason, retryAfterMs, now)
}

/** The exchange has proven that none of the sends so far arrived: the next one is as good as the first. */
export const forgetSends = (order: Order): Order =>
  order.attempt === null ? order : { ...order, attempt: { ...order.attempt, sends: 0 } }

/** Nobody knows whether the send arrived. */
export const markOutcomeUnknown = (order: Order, error: string, now: Millis): Order =>
  order.sendState === 'acked' ? { ...order, lease: null } : putOff({ ...order, sendState: 'unknown' }, error, null, now)

/** The exchange answered "already exists": an earlier send of this identity arrived, so it is looked up until found. */
export const noteArrival = (order: Order): Order =>
  order.attempt === null ? order : { ...order, attempt: { ...order.attempt, arrived: true } }

/** Less is held than it was to leave: it goes out for that. Only before anything was sent. */
export const shrink = (order: Order, qty: Qty, now: Millis): Order =>
  order.sendState === 'none' && qty > 0 && qty < order.qty
    ? deriveStatus({ ...order, qty, notHeld: (order.notHeld + order.qty - qty) as Qty }, now)
    : order

/** The work could not be done now: due again later, with growing patience. */
export const putOff = (order: Order, reason: string, retryAfterMs: number | null, now: Millis): Order => {
  const backOff = Math.min(2 * MINUTE, 2 * SECOND * 2 ** Math.min(order.retries, 6))
  return deriveStatus(
    {
      ...order,
      lease: null,
      lastError: reason,
      retries: order.retries + 1,
      dueAt: Math.min(now + (retryAfterMs ?? backOff), ...[order.sendBy, order.expiresAt].filter(isAfter(now))),
    },
    now,
  )
}

/** At these instants the order is not wanted any more, and that has to be seen in time. */
const isAfter =
  (now: Millis) =>
  (at: Millis | null): at is Millis =>
    at !== null && at > now

/** Ends an order of which the exchange has nothing and can have nothing; as long as that is only likely it is watched. */
export const endUnsent = (
  order: Order,
  status: 'CANCELLED' | 'EXPIRED',
  reason: string,
  now: Millis,
  watchMs = 0,
): Order =>
  deriveStatus(
    {
      ...order,
      status,
      sendState: order.attempt === null ? 'none' : 'acked',
      lease: null,
      lastError: null,
      exchangeState: order.exchangeOrderId === null ? null : 'ended',
      cancelReason: reason,
      watchUntil: watchMs === 0 ? null : now + watchMs,
    },
    now,
  )

/** Stops watching for a send that was given up, once its time is over; the same object before. */
export const endWatch = (order: Order, now: Millis): Order =>
  order.watchUntil === null || order.watchUntil > now ? order : deriveStatus({ ...order, watchUntil: null }, now)

/** Somebody wants it off the book. Nothing is final by asking. */
export const requestCancel = (order: Order, reason: string, now: Millis): Order =>
  isFinal(order.status) || order.cancelRequestedAt !== null
    ? order
    : deriveStatus({ ...order, cancelRequestedAt: now, cancelReason: reason, dueAt: now }, now)
