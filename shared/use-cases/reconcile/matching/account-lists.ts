/** The lists that a poll of an account compares: our live orders, the orders on the exchange's book, and the trades. */

import type { Order } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import { exchangeIdsOf } from '../../orders/order-ref.ts'

export interface AccountLists {
  /** Ours from which something is still expected. */
  readonly live: readonly Order[]
  /** The same by every id that the exchange may use. */
  readonly liveById: ReadonlyMap<string, Order>
  /** On the book, by the exchange's id. */
  readonly onBook: ReadonlyMap<string, OrderReport>
  /** The trades since the cursor. */
  readonly fills: readonly FillReport[]
}

/** The lists as they were read. */
export const accountLists = (
  live: readonly Order[],
  fills: readonly FillReport[],
  open: readonly OrderReport[],
): AccountLists => ({
  live,
  liveById: new Map(live.flatMap((order) => exchangeIdsOf(order).map((id) => [id, order] as const))),
  onBook: new Map(open.map((report) => [report.exchangeOrderId, report])),
  fills,
})
