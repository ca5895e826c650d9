/** How an order changes: each function takes what happened and answers the order as it then is. No other code sets a status. */

import type { Fill } from './fill.ts'
import { exactCost, type Money, type Qty } from './numbers.ts'
import type { Attempt, Order } from './order.ts'
import { isFinal, mayMove, type OrderStatus } from './order-status.ts'
import { MINUTE, type Millis, SECOND } from './time.ts'

/** What the exchange said of the order, from an answer or from a look-up. */
export interface VenueWord {
  readonly venueOrderId: string
  readonly state: 'live' | 'ended'
  readonly filledQty: Qty
}

/** A consumer takes the order for one send: PROCESSING, under a lease, its identity stored before anything leaves. */
export const claim = (
  order: Order,
  lease: { readonly token: string; readonly until: Millis },
  attempt: Pick<Attempt, 'number' | 'identity' | 'payload'>,
  now: Millis,
): Order => {
  const earlier = order.attempt
  const again = earlier !== null && earlier.identity === attempt.identity
  return settle(
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

/** The exchange has the order and says how it stands. Facts only grow: over stays over, filled never shrinks. */
export const hear = (order: Order, word: VenueWord, now: Millis): Order =>
  settle(
    {
      ...order,
      sendState: 'acked',
      lease: null,
      retries: 0,
      lastError: null,
      venueOrderId: word.venueOrderId,
      venueState: order.venueState === 'ended' ? 'ended' : word.state,
      venueFilledQty: Math.max(order.venueFilledQty, word.filledQty) as Qty,
    },
    now,
  )

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
  if (order.attempt !== null && order.attempt.sends > 1) {
    return lose(
      { ...order, attempt: { ...order.attempt, sends: order.attempt.sends - 1, refusal } },
      refusal.reason,
      now,
    )
  }
  return reject(order, refusal, now)
}

/** REJECTED: the exchange or we refuse it for good, in words. */
export const reject = (order: Order, refusal: { readonly code: string; readonly reason: string }, now: Millis): Order =>
  settle(
    {
      ...order,
      status: 'REJECTED',
      sendState: order.attempt === null ? 'none' : 'acked',
      lease: null,
      lastError: null,
      rejectCode: refusal.code,
      rejectReason: refusal.reason,
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
export const lose = (order: Order, error: string, now: Millis): Order =>
  order.sendState === 'acked' ? { ...order, lease: null } : putOff({ ...order, sendState: 'unknown' }, error, null, now)

/** The exchange answered "already exists": an earlier send of this identity arrived, so it is looked up until found. */
export const noteArrival = (order: Order): Order =>
  order.attempt === null ? order : { ...order, attempt: { ...order.attempt, arrived: true } }

/** The work could not be done now: due again later, with growing patience. */
export const putOff = (order: Order, reason: string, retryAfterMs: number | null, now: Millis): Order => {
  const backOff = Math.min(2 * MINUTE, 2 * SECOND * 2 ** Math.min(order.retries, 6))
  return settle(
    {
      ...order,
      lease: null,
      lastError: reason,
      retries: order.retries + 1,
      dueAt: now + (retryAfterMs ?? backOff),
    },
    now,
  )
}

/** Ends an order of which the exchange has nothing and can have nothing. */
export const endUnsent = (order: Order, status: 'CANCELLED' | 'EXPIRED', reason: string, now: Millis): Order =>
  settle(
    {
      ...order,
      status,
      sendState: order.attempt === null ? 'none' : 'acked',
      lease: null,
      lastError: null,
      venueState: order.venueOrderId === null ? null : 'ended',
      cancelReason: reason,
    },
    now,
  )

/** Somebody wants it off the book. Nothing is final by asking. */
export const requestCancel = (order: Order, reason: string, now: Millis): Order =>
  isFinal(order.status) || order.cancelRequestedAt !== null
    ? order
    : settle({ ...order, cancelRequestedAt: now, cancelReason: reason, dueAt: now }, now)

/** Adds fills that were not held before: quantity, exact cost and fees are sums over the set. */
export const addFills = (order: Order, fills: readonly Fill[], now: Millis): Order => {
  if (fills.length === 0) return order
  const counted = fills.filter((fill) => fill.status !== 'REVERSED')
  const tradedQty = counted.reduce<number>((sum, fill) => sum + fill.qty, order.tradedQty) as Qty
  return settle(
    {
      ...order,
      tradedQty,
      tradedCost: counted.reduce((sum, fill) => sum + exactCost(fill.price, fill.qty), order.tradedCost),
      feesPaid: counted.reduce<number>((sum, fill) => sum + fill.fee, order.feesPaid) as Money,
      fillCount: order.fillCount + fills.length,
      venueFilledQty: Math.max(order.venueFilledQty, tradedQty) as Qty,
    },
    now,
  )
}

/** Whether nothing more is expected from the exchange: over here and there, and every fill it counts is held. */
export const isSettled = (order: Order): boolean =>
  isFinal(order.status) &&
  (order.sendState === 'none' || order.sendState === 'acked') &&
  order.venueState !== 'live' &&
  order.tradedQty >= order.venueFilledQty

/**
 * Whether it has to be asked off the book now: a cancel was requested, its time is over, or it is over here and, against
 * all expectation, on the book there.
 */
export const wantsCancel = (order: Order, now: Millis): boolean =>
  order.cancelRequestedAt !== null ||
  (order.expiresAt !== null && order.expiresAt <= now) ||
  (isFinal(order.status) && order.venueState === 'live')

/** Sets what follows from the facts: whether it is over there, the status, and when somebody must look next. */
const settle = (changed: Order, now: Millis): Order => {
  // Nothing is left to rest once all of it is filled, also where only the fills have told so yet.
  const full = changed.venueState === 'live' && filledOf(changed) >= changed.qty
  const order: Order = full ? { ...changed, venueState: 'ended' } : changed
  const status = statusOf(order, now)
  const next = mayMove(order.status, status) ? status : order.status
  const cancelReason = order.cancelReason ?? (next === 'CANCELLED' ? reasonOf(order) : null)
  return { ...order, status: next, cancelReason, updatedAt: now, dueAt: dueAtOf({ ...order, status: next }, now) }
}

const filledOf = (order: Order): number => Math.max(order.venueFilledQty, order.tradedQty)

/** Why an order ended short although nobody asked for it. */
const reasonOf = (order: Order): string =>
  order.timeInForce === 'IOC' || order.timeInForce === 'FOK' ? 'not_filled' : 'cancelled_by_exchange'

const statusOf = (order: Order, now: Millis): OrderStatus => {
  const filled = filledOf(order)
  if (filled >= order.qty) return 'EXECUTED'
  if (order.venueState === 'ended') {
    if (isFinal(order.status)) return order.status
    // Both venues report an expiry as a cancellation; whose doing it was is ours to say.
    const expired = order.expiresAt !== null && order.expiresAt <= now
    const cancelledBefore = order.cancelRequestedAt !== null && (order.expiresAt ?? 0) > order.cancelRequestedAt
    return expired && !cancelledBefore ? 'EXPIRED' : 'CANCELLED'
  }
  if (order.venueState === 'live') return filled > 0 ? 'PARTIALLY_FILLED' : 'RESTING'
  return order.status
}

/** Nothing is owed once settled; on the book only the expiry and a requested cancel are; else the date already set holds. */
const dueAtOf = (order: Order, now: Millis): Millis | null => {
  if (isSettled(order)) return null
  if (isFinal(order.status)) return order.dueAt ?? now + MINUTE
  if (order.venueState === 'live' && order.cancelRequestedAt === null) return order.expiresAt
  return order.dueAt ?? now
}
