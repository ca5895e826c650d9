/** Puts what the exchange says of an account together by order: its report on each, and the fills each had. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Sightings } from '#domain/orders/fills/sightings.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import { isFinal } from '#domain/orders/status.ts'
import { noteSightings } from '#domain/orders/transitions.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import { ifReadable, UNREADABLE } from '../kernel/if-readable.ts'
import { orderRef } from '../orders/order-ref.ts'
import { accountLists } from './account-lists.ts'
import { isKnown } from './is-known.ts'
import { type LimitedAsking, limitedAsking } from './limited-asking.ts'
import { ownersOfFills } from './owners-of-fills.ts'
import { readOrders } from './read-orders.ts'
import type { ReportSources } from './report-sources.ts'

export interface OrderNews {
  readonly orderId: string
  readonly report: OrderReport | null
  /** What is known of its parts after a read; absent when nothing was read. */
  readonly sightings?: Sightings | undefined
  readonly traded: readonly FillReport[]
}

export interface AccountNews {
  /** Only orders of which something is new. */
  readonly orders: readonly OrderNews[]
  /** Fills of orders that were not made through us. */
  readonly foreign: readonly FillReport[]
  /** A fill whose order the exchange does not show yet: the cursor must not pass it. */
  readonly unplaced: boolean
  /** How soon the next poll is to ask about orders of which this one has learned nothing; null: when it comes. */
  readonly askAgainIn: Millis | null
}

/**
 * `live` are our live orders of the account, `fills` the trades since the cursor, and `open` its orders on the book.
 * Asks the exchange only about orders whose state these do not show.
 */
export const matchAccountReport = async (
  sources: ReportSources,
  live: readonly Order[],
  fills: readonly FillReport[],
  open: readonly OrderReport[],
): Promise<AccountNews> => {
  const lists = accountLists(live, fills, open)
  const traded = new Map<string, FillReport[]>()
  const said = new Map<string, OrderReport>()
  const seen = new Map<string, Sightings>()
  const foreign: FillReport[] = []
  let unplaced = false
  const [aboutOrders, aboutFills] = [limitedAsking(sources), limitedAsking(sources)]

  for (const [order, { report, sightings }] of await readOrders(sources, lists, aboutOrders)) {
    if (report !== null && !isKnown(order, report)) said.set(order.orderId, report)
    if (sightings !== undefined && noteSightings(order, sightings) !== order) seen.set(order.orderId, sightings)
  }
  for (const { owner, fills: those } of await ownersOfFills(sources, lists, aboutFills)) {
    if (owner === 'not_shown') unplaced = true
    else if (owner === 'foreign') foreign.push(...those)
    else {
      traded.set(owner.orderId, [...(traded.get(owner.orderId) ?? []), ...those])
      if (owner.report !== null && !said.has(owner.orderId)) said.set(owner.orderId, owner.report)
    }
  }
  // On the book without being held as live: an order whose answer is not stored yet, or of which we believed that it was not taken.
  for (const report of open) {
    if (lists.liveById.has(report.exchangeOrderId)) continue
    const news =
      report.identity === null
        ? await givenUp(sources, report, aboutOrders)
        : placed(sources.exchange, report, report.identity)
    if (news !== null) said.set(news.orderId, news.report)
  }
  const touched = new Set([...said.keys(), ...seen.keys(), ...traded.keys()])
  return {
    orders: [...touched]
      .map((orderId) => ({
        orderId,
        report: said.get(orderId) ?? null,
        sightings: seen.get(orderId),
        traded: traded.get(orderId) ?? [],
      }))
      .sort(inOrderOfTrades),
    foreign,
    unplaced,
    askAgainIn: aboutOrders.againIn() ?? aboutFills.againIn(),
  }
}

/** The order whose part is on the book although it ended here as one the exchange had not taken (EXCHANGE_B). */
const givenUp = async (
  { deps, exchange, exchangeAccount, signal }: ReportSources,
  { exchangeOrderId }: OrderReport,
  asking: LimitedAsking,
): Promise<NamedReport | null> => {
  const orderId = await deps.orders.ownerOf(exchange.name, exchangeOrderId)
  const order = orderId === null ? null : await ifReadable(deps.log, { orderId }, () => deps.orders.get(orderId))
  if (order === null || order === UNREADABLE || !isFinal(order.status) || order.exchangeState !== null) return null
  const ref = orderRef(order, (order.attempt?.exchangeOrderIds ?? []).join('+'))
  const report = (await asking.ask(() => exchange.order(exchangeAccount, ref, signal)))?.report ?? null
  return report === null ? null : { orderId: order.orderId, report }
}

const placed = (exchange: Pick<Exchange, 'orderIdOf'>, report: OrderReport, identity: string): NamedReport | null => {
  const orderId = exchange.orderIdOf(identity)
  return orderId === null ? null : { orderId, report }
}

interface NamedReport {
  readonly orderId: string
  readonly report: OrderReport
}

/**
 * By the first trade of each: a position that gets its fills in the order of time need not be counted anew from all of them. On one
 * millisecond by their ids, as positions count them; orders without a trade come last.
 */
const inOrderOfTrades = ({ traded: one }: OrderNews, { traded: other }: OrderNews): number => {
  const [first, second] = [firstOf(one), firstOf(other)]
  if (first === null || second === null) return (first === null ? 1 : 0) - (second === null ? 1 : 0)
  return isBefore(first, second) ? -1 : 1
}

const firstOf = (traded: readonly FillReport[]): FillReport | null =>
  traded.reduce<FillReport | null>((first, fill) => (first === null || isBefore(fill, first) ? fill : first), null)

const isBefore = (one: FillReport, other: FillReport): boolean =>
  one.at < other.at || (one.at === other.at && one.fillId < other.fillId)
