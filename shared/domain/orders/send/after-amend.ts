/** Applies the outcome of an amend to the order. */

import type { Millis } from '../../kernel/time.ts'
import { amendDone, amendPostpone, amendPostponed, amendSendRefused } from '../amend/amend-steps.ts'
import { reportOfAmend } from '../amend/report-of-amend.ts'
import type { Order } from '../order.ts'
import { applyStatusReport, type OrderStatusReport } from '../transitions/apply-status-report.ts'
import type { OrderReport } from './order-report.ts'
import type { AmendOutcome } from './send-outcome.ts'

/** The answer to an amend, with the reads after it. */
export interface AmendAnswer {
  readonly outcome: AmendOutcome
  /** The order as the amend was sent. */
  readonly claimed: Order
  /** How the order ended, if it is gone from its book; null if that could not be read. */
  readonly end: OrderReport | null
  /** Time in ms that the circuit breaker demands; null if none. */
  readonly waitMs: number | null
}

/** Applies nothing if the order ended meanwhile, or its fills have already shown the outcome. */
export const afterAmend = (order: Order, answer: AmendAnswer, now: Millis): Order => {
  const isPending = order.amend?.status === 'PENDING' && order.amend.amendId === answer.claimed.amend?.amendId
  return isPending ? applied(order, answer, now) : { ...order, lease: null }
}

const applied = (order: Order, { outcome, claimed, end, waitMs }: AmendAnswer, now: Millis): Order => {
  switch (outcome.kind) {
    case 'amended': {
      const done = amendDone(order, now)
      const report = wholeOf(claimed, outcome)
      return report === null ? done : applyStatusReport(done, report, now)
    }
    case 'refused':
      return amendSendRefused(order, outcome.reason, now)
    case 'gone':
      return end === null || end.state === 'live'
        ? amendPostponed(order, 'the order is off the book; waiting to read how it ended', 2_000, now)
        : { ...applyStatusReport(order, end, now), lease: null }
    case 'later':
      return amendPostponed(order, outcome.reason, waitMs ?? outcome.retryAfterMs, now)
    case 'unknown':
      return amendPostpone(order, outcome.error, null, now)
  }
}

/** Returns the report of the whole order, or null if the answer contains none. */
const wholeOf = (
  claimed: Order,
  { order: reported, traded }: Extract<AmendOutcome, { kind: 'amended' }>,
): OrderStatusReport | null => {
  const { amend, exchangeOrderId } = claimed
  if (traded === null || amend === null || exchangeOrderId === null) return reported
  return { exchangeOrderId, ...reportOfAmend(claimed, traded, reported?.filledQty ?? null, amend.requested.qty) }
}
