/** Applies the outcome of a send to the order. */

import { type Millis, SECOND } from '../../kernel/time.ts'
import type { Order } from '../order.ts'
import { waitAfterRefusal, waitsAfter } from '../refusals/passing-refusal.ts'
import { settle } from '../settle.ts'
import { endStep } from '../steps/end-step.ts'
import { isStepRefused } from '../steps/in-steps.ts'
import { applyStatusReport } from '../transitions/apply-status-report.ts'
import { recordArrival } from '../transitions/attempt.ts'
import { undoClaim } from '../transitions/claim.ts'
import { endUnsent } from '../transitions/end-unsent.ts'
import { hasTraded, refuse } from '../transitions/refuse.ts'
import { markOutcomeUnknown, postpone } from '../transitions/reschedule.ts'
import type { OrderReport } from './order-report.ts'
import type { SubmitOutcome } from './send-outcome.ts'
import { orEnded, type Refusal } from './waits-or-ends.ts'

/** Merges an outcome that may also arrive late: the order may have changed since it was sent. */
export const afterSend = (order: Order, outcome: SubmitOutcome, now: Millis): Order => {
  switch (outcome.kind) {
    case 'accepted':
      return accepted(order, outcome.order, now)
    case 'rejected':
      return rejected(order, outcome, now)
    case 'killed':
      return killed(order, outcome.reason, now)
    case 'duplicate':
      return markOutcomeUnknown(
        recordArrival(order),
        'the exchange has an earlier send of this order; looking it up',
        now,
      )
    case 'later':
      return orEnded(postpone(order, outcome.reason, waitAfter(outcome), now), outcome, now)
    case 'unknown':
      return markOutcomeUnknown(order, outcome.error, now)
  }
}

/** A refused part may have arrived with an earlier send, which is why it is refused now. The exchange's record decides. */
const accepted = (order: Order, report: OrderReport, now: Millis): Order =>
  report.partRefusal !== undefined && order.attempt !== null && order.attempt.sends > 1
    ? refuse(order, { code: 'part_refused', reason: report.partRefusal }, now)
    : applyStatusReport(order, report, now)

const rejected = (order: Order, refusal: Refusal, now: Millis): Order => {
  if (isStepRefused(order.attempt, refusal.code) && isOnlySend(order)) return stepOver(order, now)
  if (hasJustExpired(order, refusal.code, now)) return endUnsent(order, 'EXPIRED', 'expired', now)
  return isOnlySend(order) && waitsAfter(order, refusal.code)
    ? waitAfterRefusal(order, refusal, now)
    : refuse(order, refusal, now)
}

const killed = (order: Order, reason: string, now: Millis): Order => {
  if (order.attempt?.step === 'takes' && isOnlySend(order)) return stepOver(order, now)
  return (order.attempt !== null && order.attempt.sends > 1) || hasTraded(order)
    ? refuse(order, { code: 'not_filled', reason }, now)
    : endUnsent(order, 'CANCELLED', 'not_filled', now)
}

/** Ends the step. An order that is not wanted any more waits for its end. */
const stepOver = (order: Order, now: Millis): Order => {
  const after = endStep(order, now)
  return settle(after === order ? undoClaim(order, now) : after, now)
}

/**
 * Returns whether the expiry passed on the way: the clock of the exchange may be ahead. Not if an earlier send may have arrived, nor if the order
 * replaces one that was on its book.
 */
const hasJustExpired = (order: Order, code: string, now: Millis): boolean =>
  code === 'expiry_refused' &&
  order.expiresAt !== null &&
  order.expiresAt - now <= CLOCKS_DIFFER &&
  order.attempt?.sends === 1 &&
  order.replaced === null &&
  !hasTraded(order)

/** Returns whether this was the only send, so that its refusal is definite. */
const isOnlySend = (order: Order): boolean =>
  order.sendState === 'in_flight' && order.attempt?.sends === 1 && !hasTraded(order)

/** Largest difference of clocks in ms: beyond it the exchange refuses the signatures. */
const CLOCKS_DIFFER = 5 * SECOND

/** The exchange only guesses how long a pause lasts: post-only modes of two minutes have ended after ten seconds. */
const waitAfter = ({ retryAfterMs, refusing }: Extract<SubmitOutcome, { kind: 'later' }>): number | null =>
  retryAfterMs !== null && refusing === 'exchange_paused' ? Math.min(retryAfterMs, LONGEST_PAUSE) : retryAfterMs

/** Longest wait in ms after a pause. */
const LONGEST_PAUSE = 16 * SECOND
