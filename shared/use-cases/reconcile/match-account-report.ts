/** Puts what the exchange says of an account together by order: its report on each, and the fills each had. */

import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { add, type Qty, qty } from '#domain/kernel/numbers.ts'
import { DAY, MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { awaitsOnlyFills } from '#domain/orders/fills/awaits-only-fills.ts'
import { NO_SIGHTINGS, type Sightings } from '#domain/orders/fills/sightings.ts'
import { wholeReport } from '#domain/orders/fills/whole-report.ts'
import type { Order } from '#domain/orders/order.ts'
import { isFinal } from '#domain/orders/status.ts'
import { isGoneForGood, noteSightings } from '#domain/orders/transitions.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { FillReport, OrderReading, OrderReport } from '#ports/exchanges/exchange-reports.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { FillStore } from '#ports/portfolio/portfolio-store.ts'
import { atOnce } from '../kernel/at-once.ts'
import { ifReadable, UNREADABLE } from './if-readable.ts'

/** Where the answers to further questions come from. */
interface Sources {
  readonly deps: {
    readonly orders: Pick<OrderStore, 'ownerOf' | 'get'>
    readonly fills: Pick<FillStore, 'ownersOf'>
    readonly log: Log
  }
  readonly subaccountId: string
  readonly exchange: Exchange
  readonly exchangeAccount: ExchangeAccount
  readonly signal: AbortSignal
  readonly now: Millis
  /** The number of the poll. */
  readonly poll: number
}

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
 * Orders are asked about one by one, no more than this of each kind with one poll: a market that closes may end thousands, and a poll that asks
 * about all of them would be over before it has stored anything.
 */
const MOST_ASKED = 200
const ASKED_AT_ONCE = 4

/** After so many failures the exchange is not asked any more. One order that it never tells of keeps no other from being asked about. */
const MOST_FAILURES = 5

/** The questions of one kind in one poll. */
interface Asking {
  /** Null where there is no answer: the next poll asks again. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null>
  /** How soon it is to be asked again; null: nothing was left out. */
  againIn(): Millis | null
}

const newAsking = ({ deps: { log }, exchange }: Sources): Asking => {
  let [begun, failures, isCut] = [0, 0, false]
  return {
    ask: async (question) => {
      isCut ||= begun >= MOST_ASKED || failures >= MOST_FAILURES
      if (isCut) return null
      begun += 1
      try {
        return await question()
      } catch (error) {
        if (!(error instanceof ExchangeUnavailable)) throw error
        failures += 1
        log.warn('account sync: the exchange does not tell of an order', {
          exchange: exchange.name,
          error: error.message,
        })
        log.metric('ExchangeUnavailable', 1, { exchange: exchange.name })
        return null
      }
    },
    againIn: () => (failures > 0 ? 10 * SECOND : isCut ? SECOND : null),
  }
}

/**
 * `live` are our live orders of the account, `fills` the trades since the cursor, and `open` its orders on the book.
 * Asks the exchange only about orders whose state these do not show.
 */
export const matchAccountReport = async (
  sources: Sources,
  live: readonly Order[],
  fills: readonly FillReport[],
  open: readonly OrderReport[],
): Promise<AccountNews> => {
  const liveById = new Map(live.flatMap((order) => exchangeIdsOf(order).map((id) => [id, order] as const)))
  const reports = new Map(open.map((report) => [report.exchangeOrderId, report]))
  const traded = new Map<string, FillReport[]>()
  const said = new Map<string, OrderReport>()
  const foreign: FillReport[] = []
  let unplaced = false
  const [asking, owners] = [newAsking(sources), newAsking(sources)]

  const seen = new Map<string, Sightings>()
  const readings = await readOrders(sources, live, reports, readQtys(liveById, fills), asking)
  for (const [order, { report, sightings }] of readings) {
    if (report !== null && !isKnown(order, report)) said.set(order.orderId, report)
    if (sightings !== undefined && noteSightings(order, sightings) !== order) seen.set(order.orderId, sightings)
  }
  const stored = await storedOwners(sources, liveById, fills)
  for (const [exchangeOrderId, those] of byOrder(fills)) {
    const known = liveById.get(exchangeOrderId)?.orderId ?? stored.get(exchangeOrderId)
    const owner: Owner =
      known === undefined
        ? await ownerOf(sources, exchangeOrderId, reports.get(exchangeOrderId) ?? null, those, owners)
        : known === null
          ? 'foreign'
          : mine(known)
    if (owner === 'not_shown') unplaced = true
    else if (owner === 'foreign') foreign.push(...those)
    else {
      traded.set(owner.orderId, [...(traded.get(owner.orderId) ?? []), ...those])
      if (owner.report !== null && !said.has(owner.orderId)) said.set(owner.orderId, owner.report)
    }
  }
  // On the book without being held as live: an order whose answer is not stored yet, or of which we believed that it was not taken.
  for (const report of open) {
    if (liveById.has(report.exchangeOrderId)) continue
    const news =
      report.identity === null ? await givenUp(sources, report) : placed(sources.exchange, report, report.identity)
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
    askAgainIn: asking.againIn() ?? owners.againIn(),
  }
}

/** Whether the exchange says nothing new: an unchanged order costs no write. */
export const isKnown = (order: Order, told: OrderReport): boolean => {
  const report = wholeReport(order, told)
  // Of one that it has replaced.
  if (report === null) return true
  return (
    order.sendState === 'acked' &&
    order.exchangeOrderId === report.exchangeOrderId &&
    (isGoneForGood(order) || order.exchangeState === report.state) &&
    order.exchangeFilledQty >= report.filledQty &&
    !sightingsOf(order).missing.some(({ id }) => id === report.exchangeOrderId)
  )
}

/** Every name the exchange may use for the order: its own id, those of the parts, and those of what it has replaced. */
export const exchangeIdsOf = (order: Order): readonly string[] => [
  ...(order.exchangeOrderId === null ? [] : [order.exchangeOrderId]),
  ...(order.attempt?.exchangeOrderIds ?? []),
  ...(order.replaced?.exchangeOrderIds ?? []),
]

/** What the exchange says of the orders. Of those that it has to be asked about each comes to its turn, also where some never show. */
const readOrders = async (
  sources: Sources,
  live: readonly Order[],
  reports: ReadonlyMap<string, OrderReport>,
  readQty: ReadonlyMap<Order, Qty>,
  asking: Asking,
): Promise<ReadonlyMap<Order, OrderReading>> => {
  const readings = new Map<Order, OrderReading>()
  const missing: Asked[] = []
  for (const order of live) {
    const name = nameOf(order, reports)
    const open = name === null ? undefined : reports.get(name)
    if (open !== undefined) readings.set(order, { report: open })
    else if (name !== null && !awaitsOnlyFills(order, readQty.get(order) ?? NOTHING)) missing.push({ order, name })
  }
  const from = missing.length > MOST_ASKED ? (sources.poll * MOST_ASKED) % missing.length : 0
  await atOnce(ASKED_AT_ONCE, [...missing.slice(from), ...missing.slice(0, from)], async (one) => {
    const reading = await asking.ask(() => readOne(sources, one))
    if (reading !== null) readings.set(one.order, reading)
  })
  return readings
}

/** How much of each order the fills tell of that count. */
const readQtys = (liveById: ReadonlyMap<string, Order>, fills: readonly FillReport[]): ReadonlyMap<Order, Qty> => {
  const read = new Map<Order, Qty>()
  // Pages of a list that grows meanwhile may tell of a fill twice.
  for (const { exchangeOrderId, status, qty } of new Map(fills.map((fill) => [fill.fillId, fill])).values()) {
    const order = liveById.get(exchangeOrderId)
    if (order !== undefined && status !== 'REVERSED') read.set(order, add(read.get(order) ?? NOTHING, qty))
  }
  return read
}

const NOTHING = qty(0)

/** An order, and its name at the exchange. */
interface Asked {
  readonly order: Order
  readonly name: string
}

/** A row missing from the book never ends an order: it is asked for by name. */
const readOne = (
  { exchange, exchangeAccount, signal }: Sources,
  { order, name: exchangeOrderId }: Asked,
): Promise<OrderReading> => {
  const { nativeId, createdAt } = order
  const ref = { exchangeOrderId, nativeId, since: createdAt - MINUTE, sightings: sightingsOf(order) }
  return exchange.order(exchangeAccount, ref, signal)
}

/** What the order is called there; null where nothing is to be read of it. */
const nameOf = (order: Order, reports: ReadonlyMap<string, OrderReport>): string | null => {
  const isWatched = order.watchUntil !== null && order.exchangeState !== 'live'
  return isWatched ? watchedName(order, reports) : order.exchangeOrderId
}

const sightingsOf = ({ attempt }: Order): Sightings => attempt?.sightings ?? NO_SIGHTINGS

/** A send that was given up, in whole or in part, and is on the book after all (EXCHANGE_B). */
const watchedName = (order: Order, reports: ReadonlyMap<string, OrderReport>): string | null => {
  const ids = order.attempt?.exchangeOrderIds ?? []
  return ids.some((id) => reports.has(id)) ? ids.join('+') : null
}

/** The order whose part is on the book although it ended here as one the exchange had not taken (EXCHANGE_B). */
const givenUp = async (
  { deps, exchange, exchangeAccount, signal }: Sources,
  { exchangeOrderId }: OrderReport,
): Promise<NamedReport | null> => {
  const orderId = await deps.orders.ownerOf(exchange.name, exchangeOrderId)
  const order = orderId === null ? null : await ifReadable(deps.log, { orderId }, () => deps.orders.get(orderId))
  if (order === null || order === UNREADABLE || !isFinal(order.status) || order.exchangeState !== null) return null
  const ref = { exchangeOrderId: (order.attempt?.exchangeOrderIds ?? []).join('+'), nativeId: order.nativeId }
  const read = { ...ref, since: order.createdAt - MINUTE, sightings: sightingsOf(order) }
  const { report } = await exchange.order(exchangeAccount, read, signal)
  return report === null ? null : { orderId: order.orderId, report }
}

const placed = (exchange: Exchange, report: OrderReport, identity: string): NamedReport | null => {
  const orderId = exchange.orderIdOf(identity)
  return orderId === null ? null : { orderId, report }
}

interface NamedReport {
  readonly orderId: string
  readonly report: OrderReport
}

type Owner = 'foreign' | 'not_shown' | { readonly orderId: string; readonly report: OrderReport | null }

const mine = (orderId: string, report: OrderReport | null = null): Owner => ({ orderId, report })

/**
 * By the exchange's order ids, whose the orders are that we do not hold as live, and of which a fill is stored: another process may have
 * stored what this one reads for the first time. Null for an order that was not made through us.
 */
const storedOwners = async (
  { deps, subaccountId }: Sources,
  liveById: ReadonlyMap<string, Order>,
  fills: readonly FillReport[],
): Promise<ReadonlyMap<string, string | null>> => {
  const others = fills.filter(({ exchangeOrderId }) => !liveById.has(exchangeOrderId))
  if (others.length === 0) return new Map()
  const times = others.map(({ fillId, at }) => ({ fillId, exchangeAt: at }))
  const owners = await deps.fills.ownersOf(subaccountId, times)
  return new Map(
    others.flatMap(({ fillId, exchangeOrderId }) => {
      const owner = owners.get(fillId)
      return owner === undefined ? [] : [[exchangeOrderId, owner] as const]
    }),
  )
}

/** Whose an order id is that we do not hold as live: by our claim on it, or by the identity the exchange shows with it. */
const ownerOf = async (
  { deps, exchange, exchangeAccount, signal, now }: Sources,
  exchangeOrderId: string,
  open: OrderReport | null,
  traded: readonly FillReport[],
  owners: Asking,
): Promise<Owner> => {
  if (!traitsOf(exchange.name).showsIdentity) {
    const claimed = await deps.orders.ownerOf(exchange.name, exchangeOrderId)
    return claimed === null ? 'foreign' : mine(claimed)
  }
  const { nativeId, at } = traded[0] ?? { nativeId: '', at: 0 }
  // Fills name their order only by the exchange's id (Kalshi reference, section 7), so it is asked for.
  const ref = { exchangeOrderId, nativeId, since: at - MINUTE, sightings: NO_SIGHTINGS }
  const read = open === null ? await owners.ask(() => exchange.order(exchangeAccount, ref, signal)) : { report: open }
  if (read === null) return 'not_shown'
  const { report } = read
  // Orders leave the exchange's list after some weeks (section 5.5); one of ours that is still followed is held as live.
  if (report === null) return now - at > DAY ? 'foreign' : 'not_shown'
  const orderId = report.identity === null ? null : exchange.orderIdOf(report.identity)
  return orderId === null ? 'foreign' : mine(orderId, report)
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

const byOrder = (fills: readonly FillReport[]): ReadonlyMap<string, readonly FillReport[]> => {
  const grouped = new Map<string, FillReport[]>()
  for (const fill of fills) grouped.set(fill.exchangeOrderId, [...(grouped.get(fill.exchangeOrderId) ?? []), fill])
  return grouped
}
