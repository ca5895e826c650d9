/** What an exchange reports of one order. */

import type { Millis } from '../../kernel/time.ts'
import type { Sightings } from '../fills/sightings.ts'
import type { OrderStatusReport } from '../transitions.ts'

/** An order status report: the state of one of our orders at the exchange. */
export interface OrderReport extends OrderStatusReport {
  /** The identity it was sent under; null where the exchange does not show it. */
  readonly identity: string | null
}

/** What the exchange needs to find one of our orders. */
export interface OrderRef {
  readonly exchangeOrderId: string
  readonly nativeId: string
  /** No fill of the order is older. */
  readonly since: Millis
  /** What was seen of its parts before. */
  readonly sightings: Sightings
}

/** What a read of one order shows. */
export interface OrderReading {
  /** Null when the exchange shows no such order, which proves nothing within its read lag. */
  readonly report: OrderReport | null
  /** What is known of its parts after this read; absent where the exchange has no parts. */
  readonly sightings?: Sightings
}
