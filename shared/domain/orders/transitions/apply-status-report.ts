/** Merges a report of the exchange on an order. Facts only grow. */

import { largest, type Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import { withoutMissing } from '../fills/child-observations.ts'
import { fullerReport, type ReportedTrades } from '../fills/reported-trades.ts'
import { wholeReport } from '../fills/whole-report.ts'
import { WOULD_CROSS } from '../instructions.ts'
import type { Order } from '../order.ts'
import { settle } from '../settle.ts'
import { endStep } from '../steps/end-step.ts'
import { asStep } from '../steps/in-steps.ts'
import { recordChildObservations } from './attempt.ts'

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
  /** Why a part of the order was refused although another part was taken (EXCHANGE_B); absent if no part was refused. */
  readonly partRefusal?: string | undefined
  /**
   * The `cancel_reason` of an order that the exchange itself took off its book; absent if the exchange names no reason.
   */
  readonly withdrawal?: string | undefined
}

/**
 * Merges a report of the exchange. Facts only grow: the filled quantity never shrinks. An ended order stays ended unless a part of it is
 * watched. `watchMs`: time for which a part that does not show yet is watched.
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

/** Acknowledges the order with the reported state and quantity. */
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

/** Records that the exchange lists the part as open. */
const recordShown = (order: Order, id: string): Order =>
  order.attempt === null ? order : recordChildObservations(order, withoutMissing(order.attempt.childObservations, id))

/** True if the order can never be on the book again: all of it has ended, and no part is watched for. */
export const isGoneForGood = (order: Order): boolean => order.exchangeState === 'ended' && order.watchUntil === null
