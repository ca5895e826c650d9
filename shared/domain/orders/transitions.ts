/**
 * The transitions of an order by its sends and by what its exchange says. Each function takes what happened and answers the changed order.
 * Changes of its terms, its fills and what follows the position have files of their own. `settle` settles each change.
 */

import { add, largest, minus, type Qty } from '../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../kernel/time.ts'
import { refuseAmend, sentQty, termsOf, withTerms } from './amend/amending.ts'
import { endReplacement } from './amend/settle-amend.ts'
import type { Unwanted } from './cancel/unwanted.ts'
import { areSame, type ChildObservations, NO_CHILD_OBSERVATIONS, withoutMissing } from './fills/child-observations.ts'
import { fullerReport, type ReportedTrades } from './fills/reported-trades.ts'
import { replacedQty, wholeReport } from './fills/whole-report.ts'
import { WOULD_CROSS } from './instructions.ts'
import type { NextAttempt, Order } from './order.ts'
import { settle } from './settle.ts'
import { isFinal } from './status.ts'
import { endStep } from './steps/end-step.ts'
import { asStep } from './steps/in-steps.ts'

/** The exchange's report of an order's status, from an answer or a look-up. */
export interface OrderStatusReport {
  /** The exchange's id; both ids joined by `+` if one order was sent as two parts (EXCHANGE_B). */
  readonly exchangeOrderId: string
  /** `live`: on the book. `ended`: it cannot fill any more; fills that are not reported yet may still follow. */
  readonly state: 'live' | 'ended'
  /** Filled so far as the exchange counts, in millionths of a contract. */
  readonly filledQty: Qty
  /**
   * Cost of `filledQty` in YES terms, and its fees, as far as the exchange reports them; absent if it reports neither.
   */
  readonly traded?: Omit<ReportedTrades, 'qty'> | undefined
  /** Why a part of the order was refused although another part was taken (EXCHANGE_B); absent when none was. */
  readonly partRefusal?: string | undefined
  /**
   * The `cancel_reason` of an order that the exchange itself took off its book; absent if it says nothing more of that.
   */
  readonly withdrawal?: string | undefined
}

/** A consumer claims the order for one send: PROCESSING, under a lease, with the identity stored before anything is sent. */
export const claim = (
  order: Order,
  lease: { readonly token: string; readonly until: Millis },
  attempt: NextAttempt,
  now: Millis,
): Order => {
  const earlier = order.attempt
  const again = earlier !== null && earlier.identity === attempt.identity
  return settle(
    {
      ...order,
      // An order that replaces one that left its book keeps the order's state.
      status: order.replaced === null ? 'PROCESSING' : order.status,
      sendState: 'in_flight',
      lease,
      attempt: {
        ...attempt,
        step: attempt.step ?? null,
        sends: again ? earlier.sends + 1 : 1,
        firstSentAt: again ? earlier.firstSentAt : now,
        lastSentAt: now,
        arrived: again && earlier.arrived,
        refusal: again ? earlier.refusal : null,
        // A repeated send may appear after all: only reads after it prove that it is gone.
        childObservations: again ? { ...earlier.childObservations, missing: [] } : NO_CHILD_OBSERVATIONS,
      },
    },
    now,
  )
}

/** Takes the lease without sending: to look up an order of unknown outcome, or to end one that is no longer wanted. */
export const lease = (order: Order, token: string, until: Millis): Order => ({ ...order, lease: { token, until } })

/** The lease ends, and with it nothing else. */
export const withoutLease = (order: Order): Order => ({ ...order, lease: null })

/** The run that held the lease is known to be gone: the order is due at once. The outcome of its send stays unknown. */
export const endLease = (order: Order, now: Millis): Order => ({ ...order, lease: null, dueAt: now })

/**
 * Merges what the exchange reports. Facts only grow: the filled quantity never shrinks, and an ended order stays ended unless a
 * part of it is watched for. `watchMs` is how long a part that does not show yet is watched for.
 */
export const applyStatusReport = (order: Order, reports: OrderStatusReport, now: Millis, watchMs = 0): Order => {
  const report = wholeReport(order, reports)
  if (report === null) return order
  const step = order.attempt?.step ?? null
  const crossed = hasCrossed(asStep(order, step), reports)
  const isStepOver = step === 'takes' ? report.state === 'ended' : step === 'rests' && crossed
  const reported: Order = {
    ...withReport(order, report),
    cancelReason: order.cancelReason ?? report.partRefusal ?? (crossed ? WOULD_CROSS : (report.withdrawal ?? null)),
    watchUntil: watchMs === 0 ? order.watchUntil : now + watchMs,
  }
  const after = isStepOver
    ? endStep({ ...reported, cancelReason: order.cancelReason, retries: order.retries }, now)
    : reported
  return settle(after.attempt === null ? after : reported, now)
}

/** The order acknowledged with the reported state and quantity. */
const withReport = (order: Order, report: OrderStatusReport): Order => ({
  ...(report.state === 'live' ? recordShown(order, report.exchangeOrderId) : order),
  sendState: 'acked',
  refusedSince: null,
  lease: order.amend?.open ? order.lease : null,
  retries: 0,
  lastError: null,
  exchangeOrderId: report.exchangeOrderId,
  exchangeState: isGoneForGood(order) ? 'ended' : report.state,
  exchangeFilledQty: largest(order.exchangeFilledQty, report.filledQty),
  reported: fullerReport(
    order.reported,
    report.traded === undefined ? null : { qty: report.filledQty, ...report.traded },
  ),
})

/** True if the exchange accepted a post-only order and ended it in the same moment: it was never seen on the book. */
const hasCrossed = (order: Order, report: OrderStatusReport): boolean =>
  order.postOnly && order.exchangeState === null && report.state === 'ended' && report.filledQty === 0

/** Keeps what a call has seen of the order's parts; the same object when that is known, or undefined. */
export const recordChildObservations = (order: Order, childObservations: ChildObservations | undefined): Order =>
  order.attempt === null ||
  childObservations === undefined ||
  areSame(order.attempt.childObservations, childObservations)
    ? order
    : { ...order, attempt: { ...order.attempt, childObservations } }

/** The exchange's list of open orders shows the part. */
const recordShown = (order: Order, id: string): Order =>
  order.attempt === null ? order : recordChildObservations(order, withoutMissing(order.attempt.childObservations, id))

/** True if the order can never be on the book again: all of it has ended, and no part is watched for. */
export const isGoneForGood = (order: Order): boolean => order.exchangeState === 'ended' && order.watchUntil === null

/**
 * Records the refusal of this send. The refusal is final only if no earlier send of the same identity is unresolved: an
 * accepted first send can itself cause the second refusal. Else it is kept until absence is proven.
 */
export const refuse = (
  order: Order,
  refusal: { readonly code: string; readonly reason: string },
  now: Millis,
): Order => {
  if (order.sendState === 'acked') return order
  // A trade proves that the order arrived, whatever this answer says: the order is looked up.
  if (hasTraded(order)) return markOutcomeUnknown(recordArrival(order), refusal.reason, now)
  if (order.attempt !== null && order.attempt.sends > 1) {
    return markOutcomeUnknown(
      { ...order, attempt: { ...order.attempt, sends: order.attempt.sends - 1, refusal } },
      refusal.reason,
      now,
    )
  }
  return reject(order, refusal, now)
}

/**
 * True if the exchange has shown a trade of the order, including a reversed one: then the exchange has the order.
 * Trades of the orders that it has replaced prove nothing about it.
 */
export const hasTraded = (
  order: Pick<Order, 'exchangeFilledQty' | 'tradedQty' | 'reversedQty' | 'replaced'>,
): boolean => Math.max(order.exchangeFilledQty, order.tradedQty + order.reversedQty) > replacedQty(order)

/** REJECTED for good, by the exchange or by us. `watchMs` is how long a send is watched for that was given up without proof. */
export const reject = (
  order: Order,
  refusal: { readonly code: string; readonly reason: string },
  now: Millis,
  watchMs = 0,
): Order => {
  if (order.replaced !== null && hasBeenOnBook(order)) return notReplaced(order, refusal, now, watchMs)
  return settle(
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
}

/** True if the order has rested or traded. One of which earlier steps took nothing has not. */
const hasBeenOnBook = ({ status }: Order): boolean => status === 'RESTING' || status === 'PARTIALLY_FILLED'

/** The `cancel_reason` of an order that has left its book to be changed, and whose rest the exchange does not take any more. */
export const NOT_PLACED_AGAIN = 'not_placed_again'

/**
 * Records the refusal of a replacement. The rest of the order with its old terms is due to be sent. This is not so if
 * these terms were refused, or if the replacement may still arrive: both together could fill more than either total.
 */
const notReplaced = (
  order: Order,
  refusal: { readonly code: string; readonly reason: string },
  now: Millis,
  watchMs: number,
): Order => {
  const restores = order.amend?.status === 'PENDING' && watchMs === 0
  const refused = refuseAmend(order, refusal.reason)
  if (!restores) {
    const ended = endUnsent(refused, 'CANCELLED', NOT_PLACED_AGAIN, now, watchMs)
    return { ...ended, lastError: refusal.reason }
  }
  return settle(withoutAttempt(refused, now), now)
}

/** Removes the attempt: no part of it is at the exchange, and the next send gets a new identity. */
export const withoutAttempt = (order: Order, now: Millis): Order => ({
  ...order,
  attempt: null,
  replaced:
    order.replaced === null || order.attempt === null
      ? order.replaced
      : { ...order.replaced, attempts: order.attempt.number },
  sendState: 'none',
  lease: null,
  retries: 0,
  lastError: null,
  dueAt: now,
})

/** The exchange did not take this send and asks to try later. Without an earlier unresolved send, nothing was ever sent. */
export const postpone = (order: Order, reason: string, retryAfterMs: number | null, now: Millis): Order => {
  const unsent = giveClaimBack(order, now)
  return order.sendState === 'acked' ? unsent : reschedule(unsent, reason, retryAfterMs, now)
}

/**
 * Takes the last claim back: nothing was sent under it, or the exchange did not accept it. The order is due again as
 * before.
 */
export const giveClaimBack = (order: Order, now: Millis): Order => {
  if (order.sendState === 'acked' || order.attempt === null) return withoutLease(order)
  const attempt = { ...order.attempt, sends: order.attempt.sends - 1 }
  const sendState = attempt.sends > 0 ? 'unknown' : 'none'
  return settle({ ...order, attempt, sendState, lease: null, dueAt: now }, now)
}

/** Forgets sends that are proven not to have arrived. The next send counts as the first. */
export const forgetSends = (order: Order): Order =>
  order.attempt === null ? order : { ...order, attempt: { ...order.attempt, sends: 0 } }

/** The outcome of the send is unknown: the order will be looked up. */
export const markOutcomeUnknown = (order: Order, error: string, now: Millis): Order =>
  order.sendState === 'acked'
    ? { ...order, lease: null }
    : reschedule({ ...order, sendState: 'unknown' }, error, null, now)

/** The exchange answered "already exists": an earlier send of this identity arrived, and is looked up until it is found. */
export const recordArrival = (order: Order): Order =>
  order.attempt === null ? order : { ...order, attempt: { ...order.attempt, arrived: true } }

/** An exit goes out for `qty`, because the account holds less than it was to sell. Only before anything was sent. */
export const shrink = (order: Order, qty: Qty, now: Millis): Order =>
  order.sendState === 'none' && qty > 0 && qty < order.qty
    ? settle({ ...order, qty, notHeld: minus(add(order.notHeld, order.qty), qty) }, now)
    : order

/**
 * Shrinks a resting exit to `qty`, before anything was sent. `notHeld` of the rest is no longer held; the other orders
 * offer what remains.
 */
export const offerLess = (exit: Order, qty: Qty, notHeld: Qty, now: Millis): Order =>
  exit.sendState === 'none' && qty > 0 && qty < exit.qty
    ? settle({ ...exit, qty, notHeld: add(exit.notHeld, notHeld) }, now)
    : exit

/** An order that may only reduce is for `qty` in all, because no more is left to reduce. Only before anything was sent. */
export const reduceTo = (order: Order, qty: Qty, now: Millis): Order => {
  if (order.sendState !== 'none' || qty <= 0 || qty >= order.qty) return order
  const { amend } = order
  const requested = amend?.status === 'PENDING' ? { ...amend, wanted: { ...amend.requested, qty } } : amend
  return settle({ ...withTerms(order, { ...termsOf(order), qty }), amend: requested }, now)
}

/** REJECTED, because the account holds nothing of what the exit was to sell: no further try is needed. */
export const endNotHeld = (
  exit: Order,
  refusal: { readonly code: string; readonly reason: string },
  now: Millis,
): Order => reject({ ...exit, notHeld: add(exit.notHeld, sentQty(exit)) }, refusal, now)

/** Some five minutes of tries every 16 s: an order must not wait much longer than its exchange was away. */
const OFTEN = 20

/** Postpones work that cannot be done now by `retryAfterMs`, or by a growing delay. */
export const reschedule = (order: Order, reason: string, retryAfterMs: number | null, now: Millis): Order => {
  const longest = order.retries < OFTEN ? 16 * SECOND : MINUTE
  const backOff = Math.min(longest, 2 * SECOND * 2 ** Math.min(order.retries, 6))
  return settle(
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

/** Instants after which the order is no longer wanted: the work is due by then. */
const isAfter =
  (now: Millis) =>
  (at: Millis | null): at is Millis =>
    at !== null && at > now

/** Ends an order that the exchange does not have. `watchMs` is how long its sends are watched for where that is not proven. */
export const endUnsent = (
  order: Order,
  status: 'CANCELLED' | 'EXPIRED',
  reason: string,
  now: Millis,
  watchMs = 0,
): Order =>
  settle(
    {
      ...endReplacement(order, status, now),
      status,
      sendState: order.attempt === null ? 'none' : 'acked',
      lease: null,
      lastError: null,
      exchangeState: order.exchangeOrderId === null && order.replaced === null ? null : 'ended',
      exchangeOrderId: order.exchangeOrderId ?? (order.replaced?.exchangeOrderIds.join('+') || null),
      cancelReason: reason,
      watchUntil: watchMs === 0 ? null : now + watchMs,
    },
    now,
  )

/** Ends an order that the exchange does not have and that is no longer wanted. `watchMs` as in `endUnsent`. */
export const endUnwanted = (order: Order, end: Unwanted, now: Millis, watchMs = 0): Order =>
  endUnsent(
    { ...order, cancelRequestedAt: order.cancelRequestedAt ?? end.cancelRequestedAt },
    end.status,
    end.reason,
    now,
    watchMs,
  )

/** Ends the watch for a given-up send once `watchUntil` is reached. Before that, returns the same order. */
export const endWatch = (order: Order, now: Millis): Order =>
  order.watchUntil === null || order.watchUntil > now ? order : settle({ ...order, watchUntil: null }, now)

/** A cancel is requested. The order ends when the exchange says so; the same object when it is final or was asked before. */
export const requestCancel = (order: Order, reason: string, now: Millis): Order =>
  isFinal(order.status) || order.cancelRequestedAt !== null
    ? order
    : settle({ ...order, cancelRequestedAt: now, cancelReason: reason, dueAt: now }, now)
