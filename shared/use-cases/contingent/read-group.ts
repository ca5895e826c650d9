/** A contingency group: an order with its conditional orders, the stops they armed, and every order placed for them. */

import { notHeldOf } from '#domain/baskets/basket-order.ts'
import type { ExitMarket } from '#domain/baskets/exit.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { type Conditional, isExit, restsAtExchange } from '#domain/contingent/conditional.ts'
import { exitOrderOf } from '#domain/contingent/exit-view.ts'
import { EXIT_ENDS, type Exit } from '#domain/contingent/exits.ts'
import { type Qty, qty, remaining, sumOf } from '#domain/kernel/numbers.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/orders/placed-order.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import type { MarketStore } from '#ports/market-store.ts'
import type { OrderStore } from '#ports/order-store.ts'

export interface ReadGroupDeps {
  readonly orders: Pick<OrderStore, 'find'>
  readonly complexOrders: ComplexOrderStore
  readonly markets: MarketStore
}

export interface ContingencyGroup {
  readonly parent: PlacedOrder
  /** What it trades, as far as it is in the catalogue. */
  readonly markets: readonly ExitMarket[]
  /** In the order they were attached. */
  readonly children: readonly Conditional[]
  /** The stop each SL or TP armed, by the id of the SL or TP. */
  readonly stops: ReadonlyMap<string, Conditional>
  /** Placed for the children, by id. */
  readonly orders: ReadonlyMap<string, PlacedOrder>
}

/** The group of an order. All but the parent is read anew, strongly consistent. */
export const readGroup = async (deps: ReadGroupDeps, parent: PlacedOrder): Promise<ContingencyGroup> => {
  const [markets, children] = await Promise.all([marketsOf(deps, parent), conditionals(deps, parent.complexOrderIds)])
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

/** The children that exit what the parent entered, as the plan for exits sees them. */
export const exitsOf = ({ parent, children, orders }: ContingencyGroup): readonly Exit[] =>
  children.filter((child) => isExit(child, parent)).map((child) => toExit(child, orders))

const toExit = (child: Conditional, orders: ContingencyGroup['orders']): Exit => ({
  exitId: child.complexOrderId,
  way: restsAtExchange(child) ? 'rests' : 'watches',
  stopsLoss: child.subtype === 'SL' || child.subtype === 'STOP',
  actsNow: child.trigger.orderType === 'MARKET',
  early: child.subtype !== 'TP',
  status: child.status === 'COMPLETED' || child.status === 'EXPIRED' ? 'CANCELLED' : child.status,
  wanted: wantedBy(child, orders),
  armedQty: child.armedQty,
  firedAt: child.triggeredAt,
  givenUp: child.incompleteAt !== null,
  replaceable: EXIT_ENDS.some((reason) => reason === child.cancelReason),
  orders: child.orderIds.flatMap((orderId) => {
    const order = orders.get(orderId)
    return order === undefined ? [] : [exitOrderOf(order)]
  }),
})

/** An exit cannot sell what was not held any more when its orders went out. */
const wantedBy = (child: Conditional, orders: ContingencyGroup['orders']): Qty => {
  const missing = sumOf(child.orderIds, (orderId) => missingOf(orders.get(orderId)))
  return remaining(child.trigger.qty, missing)
}

const missingOf = (order: PlacedOrder | undefined): Qty => {
  if (order === undefined) return qty(0)
  return isBasketOrder(order) ? notHeldOf(order) : order.notHeld
}
