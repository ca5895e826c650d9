/** Collects by order what a poll has read of it. */

import type { ChildObservations } from '#domain/orders/fills/child-observations.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderReading, OrderReport } from '#domain/orders/send/order-report.ts'
import { recordChildObservations } from '#domain/orders/transitions/attempt.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import { isKnown } from './is-known.ts'

/** Update of one order, as read from the exchange: its report, its parts and its trades. */
export interface OrderUpdate {
  readonly orderId: string
  readonly report: OrderReport | null
  /** State of its parts after a read; absent if nothing was read. */
  readonly childObservations?: ChildObservations | undefined
  readonly traded: readonly FillReport[]
}

/** The updates of all orders of an account. */
export class OrderUpdates {
  readonly #reports = new Map<string, OrderReport>()
  readonly #childObservations = new Map<string, ChildObservations>()
  readonly #trades = new Map<string, readonly FillReport[]>()

  /** Adds the reading of a live order, as far as it is new. */
  addReading(order: Order, { report, childObservations }: OrderReading): void {
    if (report !== null && !isKnown(order, report)) this.#reports.set(order.orderId, report)
    if (childObservations !== undefined && recordChildObservations(order, childObservations) !== order)
      this.#childObservations.set(order.orderId, childObservations)
  }

  /** Adds trades of an order. Its report, if it was read with them, does not replace an earlier one. */
  addTrades(orderId: string, fills: readonly FillReport[], report: OrderReport | null): void {
    this.#trades.set(orderId, [...(this.#trades.get(orderId) ?? []), ...fills])
    if (report !== null && !this.#reports.has(orderId)) this.#reports.set(orderId, report)
  }

  /** Adds the report of an order that is not held as live. */
  addReport(orderId: string, report: OrderReport): void {
    this.#reports.set(orderId, report)
  }

  /** Answers the updates in the order of the first trade of each. */
  inOrder(): readonly OrderUpdate[] {
    const orderIds = new Set([...this.#reports.keys(), ...this.#childObservations.keys(), ...this.#trades.keys()])
    return [...orderIds]
      .map((orderId) => ({
        orderId,
        report: this.#reports.get(orderId) ?? null,
        childObservations: this.#childObservations.get(orderId),
        traded: this.#trades.get(orderId) ?? [],
      }))
      .sort(byFirstTrade)
  }
}

/**
 * Compares by first trade, and at the same millisecond by fill id, as positions count fills. A position whose fills
 * come in order of time is not recounted from all of them. Orders without a trade come last.
 */
const byFirstTrade = ({ traded: one }: OrderUpdate, { traded: other }: OrderUpdate): number => {
  const [first, second] = [firstOf(one), firstOf(other)]
  if (first === null || second === null) return (first === null ? 1 : 0) - (second === null ? 1 : 0)
  return isBefore(first, second) ? -1 : 1
}

const firstOf = (traded: readonly FillReport[]): FillReport | null =>
  traded.reduce<FillReport | null>((first, fill) => (first === null || isBefore(fill, first) ? fill : first), null)

const isBefore = (one: FillReport, other: FillReport): boolean =>
  one.at < other.at || (one.at === other.at && one.fillId < other.fillId)
