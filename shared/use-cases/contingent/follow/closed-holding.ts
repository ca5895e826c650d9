/** How much of what an order entered in one market other trades than those of its exits have closed, by the stored fills. */

import { isConditional } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Qty, smallest, sumOf } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { closedOtherwise, type PositionTrade } from '#domain/orders/closed-otherwise.ts'
import { filledOf, type Order } from '#domain/orders/order.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/orders/placed-order.ts'
import { type PositionLedger, recount } from '#domain/portfolio/position-ledger.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { FillStore, PositionStore } from '#ports/portfolio/portfolio-store.ts'

export interface ClosedHoldingDeps {
  readonly orders: Pick<OrderStore, 'find' | 'legs'>
  readonly complexOrders: Pick<ComplexOrderStore, 'getAll'>
  readonly positions: Pick<PositionStore, 'get'>
}

/** A trade of the account that is stored now, and the order of ours that made it; null for none of ours. */
export interface StoredTrade {
  readonly orderId: string | null
  readonly fill: FillReport
}

/** What the order `entryId` entered in one market. */
export interface Holding {
  readonly entryId: string
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly svcId: number
}

/** `moved`: a fill was stored meanwhile, or does not show yet. Null: there is no such order, or no position yet. */
type Closed = { readonly entry: PlacedOrder; readonly closed: Qty } | 'moved' | null

/** `trades` are the newest of the market. */
export const closedHolding = async (
  deps: ClosedHoldingDeps,
  holding: Holding,
  trades: readonly StoredTrade[],
): Promise<Closed> => {
  const read = await readHolding(deps, holding)
  if (read === null || read === 'moved') return read
  const counted = trades.filter(({ fill }) => fill.status !== 'REVERSED')
  const moves = counted.map(({ orderId, fill: { fillId, buyFlag, qty, at } }) => ({
    orderId,
    fillId,
    buyFlag,
    qty,
    at,
  }))
  return { entry: read.entry, closed: closedBy(read, moves) }
}

/** Counted anew from all trades since the entry, for where one of them was taken back. */
export const recountClosed = async (
  deps: ClosedHoldingDeps & { readonly fills: Pick<FillStore, 'inMarkets'> },
  holding: Holding,
  now: Millis,
): Promise<Closed> => {
  const read = await readHolding(deps, holding)
  if (read === null || read === 'moved') return read
  const { entry, entering, ledger } = read
  const fills = await deps.fills.inMarkets(holding.subaccountId, [holding.svcId])
  if (recount(ledger, fills, now) === null) return 'moved'
  const counted = fills.filter(({ status }) => status !== 'REVERSED')
  const own = counted.filter(({ orderId }) => entering.some((order) => order.orderId === orderId))
  const begin = Math.min(...own.map(({ exchangeAt }) => exchangeAt))
  const since = counted.filter(({ exchangeAt }) => exchangeAt >= begin)
  return {
    entry,
    closed: closedBy(
      read,
      since.map((fill) => ({ ...fill, at: fill.exchangeAt })),
    ),
  }
}

/** Of one moment. */
interface ReadHolding {
  readonly entry: PlacedOrder
  /** The orders at exchanges that entered it, and those of its exits. */
  readonly entering: readonly Order[]
  readonly leaving: readonly Order[]
  readonly ledger: PositionLedger
}

const readHolding = async (
  deps: ClosedHoldingDeps,
  { entryId, subaccountId, exchange, svcId }: Holding,
): Promise<ReadHolding | 'moved' | null> => {
  // Orders and position are of one moment where no fill was stored while they were read.
  const before = await deps.positions.get(subaccountId, exchange, svcId)
  const entry = await deps.orders.find(entryId)
  if (before === null || entry === null) return null
  const [entered, left] = await Promise.all([tradingOf(deps, entry), exitsOf(deps, entry)])
  const after = await deps.positions.get(subaccountId, exchange, svcId)
  if (after?.version !== before.version) return 'moved'
  const there = (order: Order): boolean => order.svcId === svcId
  return { entry, entering: entered.filter(there), leaving: left.filter(there), ledger: before }
}

/** A trade that counts, as far as it moves the position. */
type Move = Pick<FillReport, 'fillId' | 'buyFlag' | 'qty' | 'at'> & Pick<StoredTrade, 'orderId'>

const closedBy = (read: ReadHolding, trades: readonly Move[]): Qty => {
  const { entry, entering, leaving, ledger } = read
  const held = sumOf(entering, tradedBy) - sumOf(leaving, tradedBy)
  const moves = trades.toSorted(newestFirst).map((trade) => toMove(entering, leaving, trade))
  const closed = closedOtherwise({ buyFlag: entry.buyFlag, held, position: ledger.held.position }, moves)
  return smallest(closed, sumOf(entering, filledOf))
}

const tradedBy = ({ tradedQty }: Order): Qty => tradedQty

/** The orders at exchanges by which it trades: itself, or its legs. */
const tradingOf = async ({ orders }: ClosedHoldingDeps, order: PlacedOrder): Promise<readonly Order[]> =>
  isBasketOrder(order) ? orders.legs(order) : [order]

/** Those of its exits. What a stop in its own direction has placed is no exit, and trades for itself. */
const exitsOf = async (deps: ClosedHoldingDeps, entry: PlacedOrder): Promise<readonly Order[]> => {
  const children = (await deps.complexOrders.getAll(entry.complexOrderIds)).filter(isConditional)
  const placed = await Promise.all(children.flatMap(({ orderIds }) => orderIds).map((id) => deps.orders.find(id)))
  const exits = placed.filter((order) => order !== null).filter((order) => entryIdOf(order) === entry.orderId)
  return (await Promise.all(exits.map((order) => tradingOf(deps, order)))).flat()
}

const toMove = (
  entering: readonly Order[],
  leaving: readonly Order[],
  { orderId, buyFlag, qty }: Move,
): PositionTrade => {
  const isAmong = (orders: readonly Order[]): boolean => orders.some((order) => order.orderId === orderId)
  return { by: isAmong(entering) ? 'entry' : isAmong(leaving) ? 'exit' : 'other', buyFlag, qty }
}

const newestFirst = (one: Move, other: Move): number => other.at - one.at || (other.fillId < one.fillId ? -1 : 1)
