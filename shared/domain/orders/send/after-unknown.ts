/** Decides how to find out the outcome of a send that is unknown. The order is sent again only under the same identity. */

import type { Millis } from '../../kernel/time.ts'
import { sentQty } from '../amend/amending.ts'
import { type Unwanted, unwanted } from '../cancel/unwanted.ts'
import { LINKED_EXIT, POSITION_CLOSED } from '../dependents/exit-order.ts'
import type { ChildObservations } from '../fills/child-observations.ts'
import type { Attempt, Order } from '../order.ts'
import { isExitOrder } from '../origin.ts'
import { onlyReduces } from '../position/reducible.ts'
import { settle } from '../settle.ts'
import { endStep } from '../steps/end-step.ts'
import { isStepRefused, sendMayRest } from '../steps/in-steps.ts'
import { applyStatusReport } from '../transitions/apply-status-report.ts'
import { forgetSends, recordArrival, recordChildObservations } from '../transitions/attempt.ts'
import { endUnsent, endUnwanted } from '../transitions/end-unsent.ts'
import { reject } from '../transitions/refuse.ts'
import { reschedule } from '../transitions/reschedule.ts'
import type { Facts } from './facts.ts'
import { AS_REQUESTED, limitExit, limitReducing } from './fit-holdings.ts'
import type { LookUpOutcome } from './send-outcome.ts'
import { type RecordStep, read, type Step } from './step.ts'

/** Decides about an order that is in flight or unknown, under a lease of its own. */
export const afterUnknown = (order: Order, facts: Facts, now: Millis): Step => {
  if (order.attempt === null) throw new Error(`order ${order.orderId} is ${order.sendState} without an attempt`)
  const { accountKey, lookedUp } = facts
  if (!facts.isLeased) return { kind: 'lease' }
  if (accountKey === undefined) return read('accountKey')
  if (accountKey === null) return later('no credentials are stored to look the order up with')
  if (facts.isActivated === undefined) return { kind: 'activate' }
  if (lookedUp === undefined) return { kind: 'lookUp' }
  const seen = recordChildObservations(order, lookedUp.childObservations)
  return withChildObservations(
    lookedUp.childObservations,
    afterLookUp({ order: seen, attempt: order.attempt, found: lookedUp }, facts, now),
  )
}

/** Adds the child observations of a call to a recorded change. */
const withChildObservations = (childObservations: ChildObservations | undefined, step: Step): Step =>
  step.kind === 'record'
    ? record((order, now) => step.change(recordChildObservations(order, childObservations), now))
    : step

interface LookedUp {
  readonly order: Order
  readonly attempt: Attempt
  readonly found: LookUpOutcome
}

const afterLookUp = (looked: LookedUp, facts: Facts, now: Millis): Step => {
  const { order, found } = looked
  if (found.kind === 'found') return record((current, at) => applyStatusReport(current, found.order, at, found.watchMs))
  if (facts.subaccount === undefined) return read('subaccount')
  const { subaccount, readAt } = facts.subaccount
  const end = unwanted(order, subaccount, readAt)
  if (end === null && facts.halt === undefined) return read('halt')
  return notFound(looked, end ?? facts.halt ?? null, facts, now)
}

/** Decides about an order that the look-up did not find. `end`: how it ends if it is not wanted any more. */
const notFound = (looked: LookedUp, end: Unwanted | null, facts: Facts, now: Millis): Step => {
  const { order, attempt, found } = looked
  const settled = found.kind === 'absent' ? absent(order, attempt, end, found.watchMs) : null
  if (settled !== null) return settled
  const retryAfterMs = found.kind === 'not_seen' ? (found.retryAfterMs ?? null) : null
  if (attempt.arrived) return later('the exchange has the order but does not show it yet', retryAfterMs)
  if (end !== null) return invalidate(order, end, facts)
  // A re-send was refused before: further sends prove nothing, only time does.
  if (attempt.refusal !== null) return later(attempt.refusal.reason, retryAfterMs)
  return sendAgain(looked, facts, now)
}

/** Sends the order again, if its exchange takes orders and the position still allows it. */
const sendAgain = ({ order, attempt, found }: LookedUp, facts: Facts, now: Millis): Step => {
  const limit = limitAgain(order, facts, now)
  switch (limit.kind) {
    case 'read':
    case 'requestPoll':
      return limit
    case 'later':
      return later(limit.reason, limit.retryAfterMs)
    case 'less':
    case 'nothing': {
      const over = overHeld(order)
      return found.kind === 'absent'
        ? record((current, at) => endUnwanted(current, over, at, found.watchMs))
        : invalidate(order, over, facts)
    }
  }
  const { circuit } = facts
  if (circuit === undefined) return read('circuit')
  const open = facts.open ?? (circuit !== null && circuit.waitMs > 0 ? circuit : null)
  if (open !== null) return later(open.reason, open.waitMs)
  const { number, identity, payload, exchangeOrderIds, step } = attempt
  const resent = found.kind === 'absent' ? forgetSends(order) : order
  return { kind: 'send', order: resent, attempt: { number, identity, payload, exchangeOrderIds, step } }
}

/** Limits an order that could rest and open the opposite position to what the position allows now. */
const limitAgain = (order: Order, facts: Facts, now: Millis): ReturnType<typeof limitExit> => {
  const sent = { ...order, qty: sentQty(order) }
  if (isExitOrder(order)) return order.attempt?.step === 'takes' ? AS_REQUESTED : limitExit(sent, facts, now)
  return onlyReduces(order) && sendMayRest(order) ? limitReducing(sent, facts, now) : AS_REQUESTED
}

/** The end of an order that would close more than is held. Another order for the held quantity replaces an exit. */
const overHeld = (order: Order): Unwanted => ({
  status: 'CANCELLED',
  reason: isExitOrder(order) ? LINKED_EXIT : POSITION_CLOSED,
  cancelRequestedAt: null,
})

/** Returns the step that follows from absence, or null if the order is to be looked up or sent again. */
const absent = (order: Order, attempt: Attempt, end: Unwanted | null, watchMs: number): RecordStep | null => {
  const { arrived, refusal } = attempt
  if (end === null && isStepOver(attempt)) return record((current, at) => settle(endStep(current, at), at))
  // "Already exists", but not found: an IOC or FOK that was killed. A resting order cannot vanish, so it is looked up further.
  if (arrived && sendMayRest(order)) return null
  if (arrived || refusal?.code === 'not_filled')
    return record((current, at) => endUnsent(current, 'CANCELLED', 'not_filled', at, watchMs))
  if (refusal !== null) return record((current, at) => reject(current, refusal, at, watchMs))
  return end === null ? null : record((current, at) => endUnwanted(current, end, at, watchMs))
}

const isStepOver = (attempt: Attempt): boolean =>
  attempt.step === 'takes'
    ? attempt.arrived || attempt.refusal?.code === 'not_filled'
    : isStepRefused(attempt, attempt.refusal?.code ?? '')

/** Makes the identity unusable, and ends the order once that is certain. */
const invalidate = (order: Order, end: Unwanted, { invalidated }: Facts): Step => {
  if (invalidated === undefined) return { kind: 'invalidate', order }
  switch (invalidated.kind) {
    case 'dead':
      return withChildObservations(
        invalidated.childObservations,
        record((current, at) => endUnwanted(current, end, at, invalidated.watchMs)),
      )
    case 'arrived':
      return withChildObservations(
        invalidated.childObservations,
        record((current, at) =>
          reschedule(recordArrival(current), 'the exchange has the order; looking it up', 1_000, at),
        ),
      )
    case 'unknown':
      return withChildObservations(invalidated.childObservations, later(invalidated.error, invalidated.retryAfterMs))
  }
}

/** Postpones the look-up. */
export const later = (reason: string, retryAfterMs: number | null = null): RecordStep =>
  record((order, now) => reschedule(order, reason, retryAfterMs, now))

const record = (change: RecordStep['change']): RecordStep => ({ kind: 'record', change })
