/**
 * Decides whether everything of a subaccount was cancelled since something was accepted, and why: that meets what no
 * list showed.
 */

import type { Millis } from '../kernel/time.ts'
import type { Subaccount } from './subaccount.ts'

/** The `cancel_reason` of objects that were cancelled with all others, unless the cancel has a reason of its own. */
export const CANCEL_ALL = 'cancel_all'

/** The watermark over the orders of a subaccount. */
export type OrdersCancelled = Pick<Subaccount, 'cancelBefore' | 'cancelReason'> &
  Partial<Pick<Subaccount, 'cancelExitsBefore'>>

/**
 * The `cancel_reason` of an order that was accepted then; null if none was to be cancelled since. `protects`: a fired
 * exit placed the order.
 */
export const whyCancelled = (
  subaccount: OrdersCancelled | null,
  createdAt: Millis,
  protects = false,
): string | null => {
  const spared = protects ? (subaccount?.cancelExitsBefore ?? null) : null
  return spared === null
    ? reasonOf(subaccount?.cancelBefore, subaccount?.cancelReason, createdAt)
    : reasonOf(spared, CANCEL_ALL, createdAt)
}

/** Raises the watermark over the orders accepted until `at`. `sparesExits`: not the one over orders of fired exits. */
export const cancelOrdersUntil = (one: Subaccount, at: Millis, reason: string, sparesExits: boolean): Subaccount => ({
  ...one,
  cancelBefore: Math.max(at, one.cancelBefore ?? 0),
  cancelReason: reason,
  cancelExitsBefore: sparesExits ? (one.cancelExitsBefore ?? one.cancelBefore ?? 0) : null,
})

/** When the orders of a subaccount were cancelled with all others; no later than `now`, because the clock of who did it may be ahead. */
export const allCancelledAt = (subaccount: OrdersCancelled | null, now: Millis): Millis =>
  Math.min(subaccount?.cancelBefore ?? now, now)

/** The watermark over the complex orders of a subaccount. */
export type ComplexCancelled = Pick<Subaccount, 'cancelComplexBefore' | 'cancelComplexReason'>

/** The same for a complex order. */
export const whyComplexCancelled = (subaccount: ComplexCancelled | null, createdAt: Millis): string | null =>
  reasonOf(subaccount?.cancelComplexBefore, subaccount?.cancelComplexReason, createdAt)

/** Why a complex order may not be armed, or send a slice; null: it may. A subaccount that was deleted (null) has everything of it cancelled. */
export const whyNotArmed = (subaccount: ComplexCancelled | null, createdAt: Millis): string | null =>
  subaccount === null ? CANCEL_ALL : whyComplexCancelled(subaccount, createdAt)

const reasonOf = (
  before: Millis | null | undefined,
  reason: string | null | undefined,
  createdAt: Millis,
): string | null => (before == null || createdAt > before ? null : (reason ?? CANCEL_ALL))
