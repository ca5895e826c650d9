/**
 * The steps of an amend at an exchange. Each step is stored before the next call, so that any process can continue
 * after a crash.
 */

import { type Millis, SECOND } from '../../kernel/time.ts'
import { ARRIVES_WITHIN, type Order } from '../order.ts'
import { settle } from '../settle.ts'
import { withoutLease } from '../transitions/claim.ts'
import { reschedule } from '../transitions/reschedule.ts'
import type { Amend } from './amend.ts'
import { concludeAmend, mayBeAmended, refuseAmend, sameTerms, termsOf, withTerms } from './amending.ts'

/** The amend is about to be sent: from now on it may be in effect. */
export const beginAmendSend = (order: Order, now: Millis): Order => {
  const { amend } = order
  if (amend === null) return order
  const unresolvedAt = amend.open ? amend.sentAt : amend.unresolvedAt
  return { ...order, amend: { ...amend, sentAt: now, open: true, unresolvedAt } }
}

/** The send of that amend was stored and never went out. Earlier ones stay as they are. */
export const amendNotSent =
  (amendId: string) =>
  (order: Order): Order => {
    const unleased = withoutLease(order)
    return order.amend?.amendId === amendId ? closed(unleased, order.amend) : unleased
  }

/** The exchange has done it. */
export const amendDone = (order: Order, now: Millis): Order =>
  settle({ ...concludeAmend(order), lease: null, lastError: null, retries: 0, dueAt: null }, now)

/** Refuses an amend of which no send can still arrive. */
export const amendRefused = (order: Order, reason: string, now: Millis): Order =>
  settle({ ...refuseAmend(order, reason), lease: null, lastError: null, retries: 0, dueAt: null }, now)

/** True if the order is to be over by now, as its amend has it: no exchange takes an expiry that has passed. */
export const isAmendedToEnd = ({ amend }: Pick<Order, 'amend'>, now: Millis): boolean =>
  amend?.status === 'PENDING' && amend.requested.expiresAt !== null && amend.requested.expiresAt <= now

/**
 * Gives the order the requested expiry, which has passed: it only has to leave its book. The other changes stay
 * undecided while an earlier send may have brought them. Returns the same object if the order has that expiry already.
 */
export const expireAsRequested = (order: Order, now: Millis): Order => {
  const { amend } = order
  if (amend === null || amend.requested.expiresAt === order.expiresAt) return order
  const expired = withTerms(order, { ...termsOf(order), expiresAt: amend.requested.expiresAt })
  const isAll = sameTerms(termsOf(expired), amend.requested)
  if (mayBeAmended(order) && !isAll) return settle(expired, now)
  const done = concludeAmend({ ...expired, amend: { ...amend, requested: termsOf(expired) } })
  return settle(done.amend === null || isAll ? done : { ...done, amend: { ...done.amend, reason: ONLY_EXPIRY } }, now)
}

const ONLY_EXPIRY = 'The new expiry had passed before the order could be changed: only its expiry was changed.'

/**
 * Records the refusal of this send. The refusal is final only if no earlier send of the amend can still arrive. Else
 * the amend is sent once more when none can: an exchange that has it in effect accepts it again.
 */
export const amendSendRefused = (order: Order, reason: string, now: Millis): Order => {
  const { amend } = order
  if (amend === null) return order
  const provenAt = mayArriveUntil(amend)
  const isProven = provenAt === null || (amend.sentAt !== null && amend.sentAt >= provenAt)
  return isProven
    ? amendRefused(closed(order, amend), reason, now)
    : amendPostpone(closed(order, amend), reason, provenAt - now, now)
}

/** The exchange has not done it, and asks to try later. */
export const amendPostponed = (order: Order, reason: string, retryAfterMs: number | null, now: Millis): Order =>
  order.amend === null ? order : amendPostpone(closed(order, order.amend), reason, retryAfterMs, now)

/** The outcome is not known: the same amend is sent again. */
export const amendPostpone = (order: Order, reason: string, retryAfterMs: number | null, now: Millis): Order =>
  reschedule(order, reason, retryAfterMs === null ? null : Math.max(retryAfterMs, SECOND / 10), now)

const closed = (order: Order, amend: Amend): Order => ({ ...order, amend: { ...amend, open: false } })

const mayArriveUntil = ({ unresolvedAt }: Amend): Millis | null =>
  unresolvedAt === null ? null : unresolvedAt + ARRIVES_WITHIN
