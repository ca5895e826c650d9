/** Reads the live orders of an account from the book, and one by one if book and fills do not decide their state. */

import { add, type Qty, qty } from '#domain/kernel/numbers.ts'
import { awaitsOnlyFills } from '#domain/orders/fills/awaits-only-fills.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderReading } from '#domain/orders/send/order-report.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import { exchangeIdsOf, orderRef } from '../../orders/order-ref.ts'
import type { ReportSources } from '../positions/report-sources.ts'
import type { AccountLists } from './account-lists.ts'
import { MOST_REQUESTED, type ReadLimit } from './read-limit.ts'

const REQUESTED_AT_ONCE = 4

/** Returns a reading for each live order. Orders that have to be read singly take turns, even if some never show. */
export const readOrders = async (
  sources: ReportSources,
  lists: AccountLists,
  reads: ReadLimit,
): Promise<ReadonlyMap<Order, OrderReading>> => {
  const readings = new Map<Order, OrderReading>()
  const missing: Requested[] = []
  const readQty = readQtys(lists)
  for (const order of lists.live) {
    const name = nameOf(order, lists.onBook)
    const open = name === null ? undefined : lists.onBook.get(name)
    if (open !== undefined) readings.set(order, { report: open })
    else if (name !== null && !awaitsOnlyFills(order, readQty.get(order) ?? NOTHING)) missing.push({ order, name })
  }
  const from = missing.length > MOST_REQUESTED ? (sources.poll * MOST_REQUESTED) % missing.length : 0
  await mapConcurrent(REQUESTED_AT_ONCE, [...missing.slice(from), ...missing.slice(0, from)], async (one) => {
    const reading = await reads.read(() => readOne(sources, one))
    if (reading !== null) readings.set(one.order, hasPartOnBook(one.order, lists) ? whileOnBook(reading) : reading)
  })
  return readings
}

/** True if the book shows a part of the order. An order of one part is not asked for then. */
const hasPartOnBook = (order: Order, { onBook }: AccountLists): boolean =>
  exchangeIdsOf(order).some((id) => onBook.has(id))

/** Reads of single orders that show none prove nothing against the book: neither an end, nor that a part is missing. */
const whileOnBook = (reading: OrderReading): OrderReading =>
  reading.report === null || reading.report.state === 'ended' ? { report: null } : reading

/** Returns the filled quantity of each order by the fills in the list. */
const readQtys = ({ liveById, fills }: AccountLists): ReadonlyMap<Order, Qty> => {
  const read = new Map<Order, Qty>()
  // Pages of a growing list may contain a fill twice.
  for (const { exchangeOrderId, status, qty } of new Map(fills.map((fill) => [fill.fillId, fill])).values()) {
    const order = liveById.get(exchangeOrderId)
    if (order !== undefined && status !== 'REVERSED') read.set(order, add(read.get(order) ?? NOTHING, qty))
  }
  return read
}

const NOTHING = qty(0)

/** An order, and its name at the exchange. */
interface Requested {
  readonly order: Order
  readonly name: string
}

/** A row missing from the book never ends an order: it is asked for by name. */
const readOne = (
  { exchange, exchangeAccount, signal }: ReportSources,
  { order, name }: Requested,
): Promise<OrderReading> => exchange.order(exchangeAccount, orderRef(order, name), signal)

/** The exchange order id to read, or null if no read is needed. */
const nameOf = (order: Order, onBook: AccountLists['onBook']): string | null => {
  const isWatched = order.watchUntil !== null && order.exchangeState !== 'live'
  return isWatched ? watchedName(order, onBook) : order.exchangeOrderId
}

/** A send that was given up, in whole or in part, and is on the book after all (EXCHANGE_B). */
const watchedName = (order: Order, onBook: AccountLists['onBook']): string | null => {
  const ids = order.attempt?.exchangeOrderIds ?? []
  return ids.some((id) => onBook.has(id)) ? ids.join('+') : null
}
