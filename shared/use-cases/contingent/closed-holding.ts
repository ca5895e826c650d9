/** How much of what an order entered in one market other trades than those of its exits have closed, by the stored fills. */

import { isConditional } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Qty, smallest, sumOf } from '#domain/kernel/numbers.ts'
import { closedOtherwise, type PositionTrade } from '#domain/orders/closed-otherwise.ts'
import { filledOf, type Order } from '#domain/orders/order.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/orders/placed-order.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import type { FillReport } from '#ports/exchange-reports.ts'
import type { OrderStore } from '#ports/order-store.ts'
import type { PositionStore } from '#ports/portfolio-store.ts'

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

/**
 * `trades` are the newest of the market. `moved`: a fill was stored in between. Null: there is no such order, or no position yet.
 */
export const closedHolding = async (
  deps: ClosedHoldingDeps,
  { entryId, subaccountId, exchange, svcId }: Holding,
  trades: readonly StoredTrade[],
): Promise<{ readonly entry: PlacedOrder; readonly closed: Qty } | 'moved' | null> => {
  // Orders and position are of one moment where no fill was stored while they were read.
  const before = await deps.positions.get(subaccountId, exchange, svcId)
  const entry = await deps.orders.find(entryId)
  if (before === null || entry === null) return null
  const [entered, left] = await Promise.all([tradingOf(deps, entry), exitsOf(deps, entry)])
  const after = await deps.positions.get(subaccountId, exchange, svcId)
  if (after?.version !== before.version) return 'moved'
  const there = (order: Order): boolean => order.svcId === svcId
  const [entering, leaving] = [entered.filter(there), left.filter(there)]
  const held = sumOf(entering, tradedBy) - sumOf(leaving, tradedBy)
  const moves = trades
    .filter(({ fill }) => fill.status !== 'REVERSED')
    .toSorted(newestFirst)
    .map((trade) => toMove(entering, leaving, trade))
  const closed = closedOtherwise({ buyFlag: entry.buyFlag, held, position: before.held.position }, moves)
  return { entry, closed: smallest(closed, sumOf(entering, filledOf)) }
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
  { orderId, fill: { buyFlag, qty } }: StoredTrade,
): PositionTrade => {
  const isAmong = (orders: readonly Order[]): boolean => orders.some((order) => order.orderId === orderId)
  return { by: isAmong(entering) ? 'entry' : isAmong(leaving) ? 'exit' : 'other', buyFlag, qty }
}

const newestFirst = ({ fill: one }: StoredTrade, { fill: other }: StoredTrade): number =>
  other.at - one.at || (other.fillId < one.fillId ? -1 : 1)
