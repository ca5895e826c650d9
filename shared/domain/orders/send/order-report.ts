/** Reports of an exchange about one order. */

import type { Millis } from '../../kernel/time.ts'
import type { ChildObservations } from '../fills/child-observations.ts'
import type { OrderStatusReport } from '../transitions/apply-status-report.ts'

/** An order status report: the state of one of our orders at the exchange. */
export interface OrderReport extends OrderStatusReport {
  /** The identity it was sent under; null where the exchange does not show it. */
  readonly identity: string | null
}

/** The facts by which the exchange finds one of our orders. */
export interface OrderRef {
  readonly exchangeOrderId: string
  readonly nativeId: string
  /** No fill of the order is older. */
  readonly since: Millis
  /** Parts of the order as earlier calls saw them. */
  readonly childObservations: ChildObservations
}

/** The result of a read of one order. */
export interface OrderReading {
  /** Null when the exchange shows no such order, which proves nothing within its read lag. */
  readonly report: OrderReport | null
  /** Parts of the order as this read saw them; absent if the exchange has no parts. */
  readonly childObservations?: ChildObservations
}
