/** A contingency group: an order with its conditional orders, their armed stops, and every order placed for them. */

import { type ExitMarket, requestedOf } from '#domain/baskets/exit.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { type Conditional, isExit, restsAtExchange } from '#domain/contingent/conditional.ts'
import { entryOf, exitOrderOf } from '#domain/contingent/exits/exit-view.ts'
import { type Entry, EXIT_ENDS, type Exit } from '#domain/contingent/exits/exits.ts'
import { type Qty, remaining, smallest, sumOf } from '#domain/kernel/numbers.ts'
import { MOST_FAILURES } from '#domain/orders/refusals/most-failures.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'

export interface ReadGroupDeps {
  readonly orders: Pick<OrderStore, 'find'>
  readonly complexOrders: ComplexOrderStore
  readonly markets: MarketStore
}

/** Conditional orders that share fills, with every order placed for them. */
export interface ExitGroup {
  /** Null for linked exits without a parent. */
  readonly parent: PlacedOrder | null
  /** Their markets in the catalogue. */
  readonly markets: readonly ExitMarket[]
  /** Closed markets, by `svcId`. They are read only if the plan depends on them. */
  readonly closedMarkets: ReadonlySet<number>
  /** In the order of attachment, or of linking. */
  readonly children: readonly Conditional[]
  /** The armed stop of each SL or TP, by the id of the SL or TP. */
  readonly stops: ReadonlyMap<string, Conditional>
  /** Orders placed for the children, by id. */
  readonly orders: ReadonlyMap<string, PlacedOrder>
}

export interface ContingencyGroup extends ExitGroup {
  readonly parent: PlacedOrder
}

/** Reads the group of an order. All but the parent is read anew, strongly consistent. */
export const readGroup = async (deps: ReadGroupDeps, parent: PlacedOrder): Promise<ContingencyGroup> => {
  const [markets, attached] = await Promise.all([marketsOf(deps, parent), conditionals(deps, parent.complexOrderIds)])
  // A chained order may be attached to a later order too, which has filled first.
  const children = attached.filter(({ parentOrderId }) => parentOrderId === null || parentOrderId === parent.orderId)
  return readExitGroup(deps, parent, markets, children)
}

/** Reads the group of these conditional orders, with the orders placed for them. */
export const readExitGroup = async <Parent extends PlacedOrder | null>(
  deps: ReadGroupDeps,
  parent: Parent,
  markets: readonly ExitMarket[],
  children: readonly Conditional[],
): Promise<ExitGroup & { readonly parent: Parent }> => {
  const [stops, orders] = await Promise.all([
    conditionals(
      deps,
      children.flatMap(({ triggerComplexOrderId }) => triggerComplexOrderId ?? []),
    ),
    Promise.all(children.flatMap(({ orderIds }) => orderIds).map((orderId) => deps.orders.find(orderId))),
  ])
  return {
    parent,
    markets,
    closedMarkets: new Set(),
    children,
    stops: new Map(stops.flatMap((stop) => (stop.armedBy === null ? [] : [[stop.armedBy, stop] as const]))),
    orders: new Map(orders.flatMap((order) => (order === null ? [] : [[order.orderId, order] as const]))),
  }
}

const marketsOf = async (
  { markets }: Pick<ReadGroupDeps, 'markets'>,
  parent: PlacedOrder,
): Promise<readonly ExitMarket[]> => {
  if (isBasketOrder(parent)) return markets.getMany(parent.parts.map(({ svcId }) => svcId))
  const market = await markets.get(parent.svcId)
  return market === null ? [] : [market]
}

const conditionals = async (deps: ReadGroupDeps, complexOrderIds: readonly string[]): Promise<readonly Conditional[]> =>
  (await deps.complexOrders.getAll(complexOrderIds)).filter(isConditional)

/** Returns the view of the parent for the exit plan, without the part in closed markets. */
export const groupEntry = (group: ContingencyGroup): Entry => {
  const { parent, markets, closedMarkets } = group
  const open = openPart(group)
  if (closedMarkets.size === 0) return entryOf(open, markets)
  const isLeft = isBasketOrder(open) && open.parts.some(({ filled, closed }) => filled > closed)
  return entryOf(open, markets, isLeft && !isEven(parent) ? 'some' : 'all')
}

/** Returns whether the price is a mean. Without one member the mean is another price, so the exits end with the first closed member. */
const isEven = (parent: PlacedOrder): boolean => isBasketOrder(parent) && parent.allocation === 'EQUAL'

/** Returns the parent; on a custom asset the rest of a member in a closed market counts as closed. */
export const openPart = ({ parent, closedMarkets, orders }: ContingencyGroup): PlacedOrder => {
  if (!isBasketOrder(parent) || closedMarkets.size === 0) return parent
  const sales = [...orders.values()].filter(isBasketOrder).flatMap(({ parts }) => parts)
  const soldOf = (svcId: number): Qty =>
    sumOf(
      sales.filter((part) => part.svcId === svcId),
      ({ filled }) => filled,
    )
  const parts = parent.parts.map((part) =>
    closedMarkets.has(part.svcId) ? { ...part, closed: remaining(part.filled, soldOf(part.svcId)) } : part,
  )
  return { ...parent, parts }
}

/** Returns the children that exit the position of the parent, as views for the exit plan. */
export const exitsOf = (group: ContingencyGroup): readonly Exit[] =>
  group.children.filter((child) => isExit(child, group.parent)).map((child) => toExit(child, group))

const toExit = (child: Conditional, group: ContingencyGroup): Exit => {
  const { markets, orders } = group
  const parent = openPart(group)
  const placed = child.orderIds.flatMap((orderId) => {
    const order = orders.get(orderId)
    return order === undefined ? [] : [exitOrderOf(order)]
  })
  const failures = placed.filter(({ end }) => end === 'failed').length
  return {
    exitId: child.complexOrderId,
    way: restsAtExchange(child) ? 'rests' : 'watches',
    stopsLoss: child.subtype === 'SL' || child.subtype === 'STOP',
    actsNow: child.trigger.orderType === 'MARKET',
    early: child.subtype !== 'TP',
    status: child.status === 'COMPLETED' || child.status === 'EXPIRED' ? 'CANCELLED' : child.status,
    requested: smallest(
      // An exit cannot sell the part that was not held any more when its orders were sent.
      remaining(
        child.trigger.qty,
        sumOf(placed, ({ notHeld }) => notHeld),
      ),
      isBasketOrder(parent) ? requestedOf(parent, child.trigger.qty, markets) : child.trigger.qty,
    ),
    armedQty: child.armedQty,
    firedAt: child.triggeredAt,
    givenUp: child.incompleteAt !== null,
    // An exit without enough failures is hopeless: it was reported for another reason.
    hopeless: isBasketOrder(parent) && child.incompleteAt !== null && failures < MOST_FAILURES,
    replaceable: EXIT_ENDS.some((reason) => reason === child.cancelReason),
    changedAt: child.updatedAt,
    orders: placed,
  }
}
