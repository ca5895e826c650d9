/**
 * Exits follow the position: what other trades have closed of what their parent entered, they do not sell any more. The parent
 * notes it, and its contingency group is notified.
 */

import { isConditional } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Qty } from '#domain/kernel/numbers.ts'
import { closedOtherwise, noteClosed, type PositionTrade } from '#domain/orders/closed-otherwise.ts'
import type { Order } from '#domain/orders/order.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import type { Clock } from '#ports/clock.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import type { FillReport } from '#ports/exchange-reports.ts'
import type { Log } from '#ports/log.ts'
import type { OrderStore } from '#ports/order-store.ts'
import type { PositionStore } from '#ports/portfolio-store.ts'
import { changeOrder } from '../orders/change-order.ts'

export interface FollowPositionDeps {
  readonly orders: Pick<OrderStore, 'get' | 'save' | 'guarded'>
  readonly complexOrders: Pick<ComplexOrderStore, 'getAll'>
  readonly positions: Pick<PositionStore, 'get'>
  readonly clock: Clock
  readonly log: Log
}

/** A trade of the account that is stored now, and the order of ours that made it; null for none of ours. */
export interface StoredTrade {
  readonly orderId: string | null
  readonly fill: FillReport
}

interface Account {
  readonly subaccountId: string
  readonly exchange: ExchangeName
}

/**
 * `trades` are what one poll has stored. `live` are the account's orders as read before it. `anyway` looks at every guarded order,
 * whether its market was traded or not.
 */
export const followPositions = async (
  deps: FollowPositionDeps,
  { subaccountId, exchange }: Account,
  live: readonly Order[],
  trades: readonly StoredTrade[],
  anyway: boolean,
): Promise<void> => {
  if (trades.length === 0 && !anyway) return
  const markets = Map.groupBy(trades, ({ fill }) => fill.nativeId)
  const entries = [...live, ...(await deps.orders.guarded(subaccountId, exchange, { skipUnreadable: true }))].filter(
    ({ guarded }) => guarded,
  )
  const each = new Map(entries.map((entry) => [entry.orderId, entry.nativeId]))
  for (const [orderId, nativeId] of each) {
    const there = markets.get(nativeId) ?? []
    if (there.length > 0 || anyway) await followOne(deps, orderId, there)
  }
}

/** How often a position is read again that changed while it was read. Then the poll that changed it follows it. */
const LOOKS = 3

const followOne = async (deps: FollowPositionDeps, orderId: string, trades: readonly StoredTrade[]): Promise<void> => {
  for (let look = 0; look < LOOKS; look += 1) {
    const seen = await closedOf(deps, orderId, trades)
    if (seen === 'moved') continue
    if (seen !== null) await noteOn(deps, seen.entry, seen.closed)
    return
  }
}

const noteOn = async (deps: FollowPositionDeps, entry: Order, closed: Qty): Promise<void> => {
  if (closed <= entry.closedQty) return
  const { orderId, subaccountId, svcId } = entry
  deps.log.info('other trades have closed what exits protect', { orderId, subaccountId, svcId, closed })
  await changeOrder(deps.orders, orderId, (now) => noteClosed(now, closed, deps.clock()))
}

/**
 * How much of what the order entered is closed otherwise, by the stored fills. `moved`: a fill was stored in between. Null: there is
 * no such order, or no position yet.
 */
const closedOf = async (
  deps: FollowPositionDeps,
  orderId: string,
  trades: readonly StoredTrade[],
): Promise<{ readonly entry: Order; readonly closed: Qty } | 'moved' | null> => {
  const named = await deps.orders.get(orderId)
  if (named === null) return null
  const { subaccountId, exchange, svcId } = named
  // Orders and position are of one moment where no fill was stored while they were read.
  const before = await deps.positions.get(subaccountId, exchange, svcId)
  const entry = await deps.orders.get(orderId)
  if (before === null || entry === null) return null
  const exits = await exitsOf(deps, entry)
  const after = await deps.positions.get(subaccountId, exchange, svcId)
  if (after?.version !== before.version) return 'moved'
  const sold = exits.reduce((sum, one) => sum + one.tradedQty, 0)
  const { position } = before.held
  const moves = trades
    .filter(({ fill }) => fill.status !== 'REVERSED')
    .toSorted(newestFirst)
    .map((trade) => toMove(entry, exits, trade))
  return { entry, closed: closedOtherwise({ buyFlag: entry.buyFlag, held: entry.tradedQty - sold, position }, moves) }
}

/** What trades made by others than its exits have closed of an order, at this moment; 0 where that is not known. */
export const closedNow = async (deps: FollowPositionDeps, orderId: string): Promise<Qty | null> => {
  const seen = await closedOf(deps, orderId, [])
  return seen === null || seen === 'moved' ? null : seen.closed
}

const toMove = (
  entry: Order,
  exits: readonly Order[],
  { orderId, fill: { buyFlag, qty } }: StoredTrade,
): PositionTrade => {
  const isExit = exits.some((exit) => exit.orderId === orderId)
  return { by: orderId === entry.orderId ? 'entry' : isExit ? 'exit' : 'other', buyFlag, qty }
}

/** The orders of its exits. What a stop in its own direction has placed is no exit, and trades for itself. */
const exitsOf = async (deps: FollowPositionDeps, entry: Order): Promise<readonly Order[]> => {
  const children = (await deps.complexOrders.getAll(entry.complexOrderIds)).filter(isConditional)
  const orders = await Promise.all(children.flatMap(({ orderIds }) => orderIds).map((id) => deps.orders.get(id)))
  return orders.filter((order) => order !== null).filter((order) => entryIdOf(order) === entry.orderId)
}

const newestFirst = ({ fill: one }: StoredTrade, { fill: other }: StoredTrade): number =>
  other.at - one.at || (other.fillId < one.fillId ? -1 : 1)
