/** Computes the part of an entry in one market that other trades have closed, by the stored fills. Trades of the exits do not count. */

import { closedOtherwise, type PositionTrade } from '#domain/baskets/closed-otherwise.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { isTerminal } from '#domain/complex-orders/status.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Qty, smallest, sumOf } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { filledOf, type Order } from '#domain/orders/order.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import { isWhole, type PositionLedger } from '#domain/portfolio/position-ledger.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { FillStore, PositionStore } from '#ports/portfolio/portfolio-store.ts'

export interface ClosedHoldingDeps {
  readonly orders: Pick<OrderStore, 'find' | 'legs'>
  readonly complexOrders: Pick<ComplexOrderStore, 'getAll'>
  readonly positions: Pick<PositionStore, 'get'>
}

interface WithFills {
  readonly fills: Pick<FillStore, 'inMarkets'>
}

/** A stored trade of the account, and our order that made it; null for a trade made elsewhere. */
export interface StoredTrade {
  readonly orderId: string | null
  readonly fill: FillReport
}

/** The entry of the order `entryId` in one market. */
export interface Holding {
  readonly entryId: string
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly svcId: number
}

/** `changed`: a fill was stored meanwhile, or is not visible yet. Null: no such order, or no position yet. */
type Closed = { readonly entry: PlacedOrder; readonly closed: Qty } | 'changed' | null

/** Returns the closed part by the current position, without earlier trades. */
export const closedNow = async (deps: ClosedHoldingDeps, holding: Holding): Promise<Closed> => {
  const read = await readHolding(deps, holding)
  return read === null || read === 'changed' ? read : { entry: read.entry, closed: closedBy(read, []) }
}

/**
 * `trades` are some of the newest of the market. They only show whether a part may have been closed and opened again. The stored trades
 * since the attachment of the exits then decide.
 */
export const closedHolding = async (
  deps: ClosedHoldingDeps & WithFills,
  holding: Holding,
  trades: readonly StoredTrade[],
): Promise<Closed> => {
  const read = await readHolding(deps, holding)
  if (read === null || read === 'changed') return read
  const { entry } = read
  return trades.some((trade) => opens(read, trade))
    ? closedSince(deps, holding, read, read.followedSince)
    : { entry, closed: closedBy(read, []) }
}

/** Counts the closed part anew from all trades since the entry, after a reversed trade. */
export const recountClosed = async (deps: ClosedHoldingDeps & WithFills, holding: Holding): Promise<Closed> => {
  const read = await readHolding(deps, holding)
  return read === null || read === 'changed' ? read : closedSince(deps, holding, read, 0)
}

/** Counts the closed part by the stored trades since that moment, or since the first trade of the entry. */
const closedSince = async (
  { fills }: WithFills,
  { subaccountId, svcId }: Holding,
  read: ReadHolding,
  moment: Millis,
): Promise<Closed> => {
  const stored = await fills.inMarkets(subaccountId, [svcId])
  if (!isWhole(read.ledger, stored)) return 'changed'
  const counted = stored.filter(({ status }) => status !== 'REVERSED')
  const entered = counted.filter(({ orderId }) => isAmong(read.entering, orderId))
  const since = Math.max(moment, Math.min(...entered.map(({ exchangeAt }) => exchangeAt)))
  return {
    entry: read.entry,
    closed: closedBy(
      read,
      counted.filter(({ exchangeAt }) => exchangeAt >= since),
    ),
  }
}

/** Facts of one moment. */
interface ReadHolding {
  readonly entry: PlacedOrder
  /** The entering orders at the exchange, and the orders of the exits. */
  readonly entering: readonly Order[]
  readonly leaving: readonly Order[]
  readonly ledger: PositionLedger
  /** Time at which the first working exit was attached. Closes were not recorded before. */
  readonly followedSince: Millis
}

const readHolding = async (
  deps: ClosedHoldingDeps,
  { entryId, subaccountId, exchange, svcId }: Holding,
): Promise<ReadHolding | 'changed' | null> => {
  // Orders and position are of one moment if no fill was stored between the reads.
  const before = await deps.positions.get(subaccountId, exchange, svcId)
  const entry = await deps.orders.find(entryId)
  if (before === null || entry === null) return null
  const [entered, exits] = await Promise.all([tradingOf(deps, entry), exitsOf(deps, entry)])
  const after = await deps.positions.get(subaccountId, exchange, svcId)
  if (after?.version !== before.version) return 'changed'
  const there = (order: Order): boolean => order.svcId === svcId
  const { leaving, followedSince } = exits
  return { entry, entering: entered.filter(there), leaving: leaving.filter(there), ledger: before, followedSince }
}

/** Returns whether a trade of another order has increased the position of the entry: it may have opened a closed part again. */
const opens = ({ entry, entering, leaving }: ReadHolding, { orderId, fill }: StoredTrade): boolean =>
  fill.buyFlag === entry.buyFlag &&
  fill.status !== 'REVERSED' &&
  !isAmong(entering, orderId) &&
  !isAmong(leaving, orderId)

const closedBy = (read: ReadHolding, trades: readonly Fill[]): Qty => {
  const { entry, entering, leaving, ledger } = read
  const held = sumOf(entering, tradedBy) - sumOf(leaving, tradedBy)
  const moves = trades.toSorted(newestFirst).map((trade) => toMove(entering, leaving, trade))
  const closed = closedOtherwise({ buyFlag: entry.buyFlag, held, position: ledger.held.position }, moves)
  return smallest(closed, sumOf(entering, filledOf))
}

const tradedBy = ({ tradedQty }: Order): Qty => tradedQty

/** Reads the orders at the exchange: the order itself, or its legs. */
const tradingOf = async ({ orders }: ClosedHoldingDeps, order: PlacedOrder): Promise<readonly Order[]> =>
  isBasketOrder(order) ? orders.legs(order) : [order]

/** Reads the orders of the exits, and the start of their tracking. The order of a stop in the direction of the entry is no exit. */
const exitsOf = async (
  deps: ClosedHoldingDeps,
  entry: PlacedOrder,
): Promise<Pick<ReadHolding, 'leaving' | 'followedSince'>> => {
  const children = (await deps.complexOrders.getAll(entry.complexOrderIds)).filter(isConditional)
  const placed = (
    await Promise.all(children.flatMap(({ orderIds }) => orderIds).map((id) => deps.orders.find(id)))
  ).filter((order) => order !== null)
  const exits = placed.filter((order) => entryIdOf(order) === entry.orderId)
  const open = new Set(placed.filter(({ status }) => !isFinal(status)).map(({ orderId }) => orderId))
  const working = children.filter(({ status, orderIds }) => !isTerminal(status) || orderIds.some((id) => open.has(id)))
  return {
    leaving: (await Promise.all(exits.map((order) => tradingOf(deps, order)))).flat(),
    followedSince: Math.min(...(working.length === 0 ? children : working).map(({ createdAt }) => createdAt)),
  }
}

const toMove = (
  entering: readonly Order[],
  leaving: readonly Order[],
  { orderId, buyFlag, qty, exchangeAt }: Fill,
): PositionTrade => {
  const by = isAmong(entering, orderId) ? 'entry' : isAmong(leaving, orderId) ? 'exit' : 'other'
  return { by, buyFlag, qty, at: exchangeAt }
}

const isAmong = (orders: readonly Order[], id: string | null): boolean => orders.some(({ orderId }) => orderId === id)

const newestFirst = (one: Fill, other: Fill): number => other.exchangeAt - one.exchangeAt
