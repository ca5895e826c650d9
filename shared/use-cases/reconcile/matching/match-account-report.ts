/** Matches the exchange's lists of an account with our orders: the report on each order, and its trades. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import { ifReadable, UNREADABLE } from '../../kernel/if-readable.ts'
import { orderRef } from '../../orders/order-ref.ts'
import type { ReportSources } from '../positions/report-sources.ts'
import { accountLists } from './account-lists.ts'
import { findFillOwners } from './find-fill-owners.ts'
import { type OrderUpdate, OrderUpdates } from './order-updates.ts'
import { ReadLimit } from './read-limit.ts'
import { readOrders } from './read-orders.ts'

/** The matched lists of an account. */
export interface MatchedReport {
  /** The orders about which something is new. */
  readonly orders: readonly OrderUpdate[]
  /** Trades of orders that were not made through us. */
  readonly external: readonly FillReport[]
  /** The exchange does not show the order of some trade yet: the cursor must not pass that trade. */
  readonly unplaced: boolean
  /** Time until the next poll is to read the orders that this one has left out, in ms; null: at its usual time. */
  readonly pollAgainIn: Millis | null
}

/**
 * Matches our `live` orders of the account with `fills`, the trades since the cursor, and `open`, the orders on the book. Reads from the
 * exchange only the orders whose state the lists do not show.
 */
export const matchAccountReport = async (
  sources: ReportSources,
  live: readonly Order[],
  fills: readonly FillReport[],
  open: readonly OrderReport[],
): Promise<MatchedReport> => {
  const lists = accountLists(live, fills, open)
  const updates = new OrderUpdates()
  const { log } = sources.deps
  const [readsOfOrders, readsOfOwners] = [new ReadLimit(log), new ReadLimit(log)]

  for (const [order, reading] of await readOrders(sources, lists, readsOfOrders)) updates.addReading(order, reading)
  const owned = await findFillOwners(sources, lists, readsOfOwners)
  for (const { owner, fills } of owned) {
    if (owner !== 'not_shown' && owner !== 'external') updates.addTrades(owner.orderId, fills, owner.report)
  }
  for (const report of open.filter(({ exchangeOrderId }) => !lists.liveById.has(exchangeOrderId))) {
    const orderId = await ownerOnBook(sources, report)
    const found = orderId === null ? null : await reportOf(sources, orderId, report, readsOfOrders)
    if (orderId !== null && found !== null) updates.addReport(orderId, found)
  }
  return {
    orders: updates.inOrder(),
    external: owned.flatMap(({ owner, fills }) => (owner === 'external' ? fills : [])),
    unplaced: owned.some(({ owner }) => owner === 'not_shown'),
    pollAgainIn: readsOfOrders.againIn() ?? readsOfOwners.againIn(),
  }
}

/** Our order that is on the book without being held as live: its answer is not stored yet, or it ended here as not taken. */
const ownerOnBook = (
  { deps, exchange }: ReportSources,
  { identity, exchangeOrderId }: OrderReport,
): Promise<string | null> | string | null =>
  identity === null ? deps.orders.ownerOf(exchange.name, exchangeOrderId) : exchange.orderIdOf(identity)

/**
 * Returns the report on the whole order. Without an identity, only an order that ended here as not accepted counts. The
 * order is read, because the book may show one of its parts (EXCHANGE_B). Null for any other order.
 */
const reportOf = async (
  { deps, exchange, exchangeAccount, signal }: ReportSources,
  orderId: string,
  onBook: OrderReport,
  reads: ReadLimit,
): Promise<OrderReport | null> => {
  if (onBook.identity !== null) return onBook
  const order = await ifReadable(deps.log, { orderId }, () => deps.orders.get(orderId))
  if (order === null || order === UNREADABLE || !isFinal(order.status) || order.exchangeState !== null) return null
  const ref = orderRef(order, (order.attempt?.exchangeOrderIds ?? []).join('+'))
  return (await reads.read(() => exchange.order(exchangeAccount, ref, signal)))?.report ?? null
}
