/** Reads an order with all that hangs on it: its conditional orders, the stops they armed, and every order placed for them. */

import { type ConditionalOrder, isConditional, isExit, restsAtExchange } from '#domain/complex-order.ts'
import { EXIT_ENDS, type Exit } from '#domain/exits.ts'
import { exitOrderOf } from '#domain/family.ts'
import type { Market } from '#domain/market.ts'
import type { Qty } from '#domain/numbers.ts'
import type { Order } from '#domain/order.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import type { MarketStore, OrderStore } from '#ports/store.ts'

export interface ReadFamilyDeps {
  readonly orders: OrderStore
  readonly complexOrders: ComplexOrderStore
  readonly markets: MarketStore
}

export interface Family {
  readonly parent: Order
  readonly market: Pick<Market, 'tickSizeQty' | 'minimumOrderSize'>
  /** In the order they were attached. */
  readonly children: readonly ConditionalOrder[]
  /** The stop each SL or TP armed, by the id of the SL or TP. */
  readonly stops: ReadonlyMap<string, ConditionalOrder>
  /** Placed for the children, by id. */
  readonly orders: ReadonlyMap<string, Order>
}

/** Null when there is no such order, or nothing hangs on it. Strongly consistent. */
export const readFamily = async (deps: ReadFamilyDeps, parentId: string): Promise<Family | null> => {
  const parent = await deps.orders.get(parentId)
  if (parent === null || parent.complexOrderIds.length === 0) return null
  const [market, children] = await Promise.all([
    deps.markets.get(parent.svcId),
    conditionals(deps, parent.complexOrderIds),
  ])
  const [stops, orders] = await Promise.all([
    conditionals(
      deps,
      children.flatMap(({ triggerComplexOrderId }) => triggerComplexOrderId ?? []),
    ),
    Promise.all(children.flatMap(({ orderIds }) => orderIds).map((orderId) => deps.orders.get(orderId))),
  ])
  return {
    parent,
    market: market ?? UNLISTED,
    children,
    stops: new Map(stops.flatMap((stop) => (stop.armedBy === null ? [] : [[stop.armedBy, stop] as const]))),
    orders: new Map(orders.flatMap((order) => (order === null ? [] : [[order.orderId, order] as const]))),
  }
}

const conditionals = async (
  deps: ReadFamilyDeps,
  complexOrderIds: readonly string[],
): Promise<readonly ConditionalOrder[]> => (await deps.complexOrders.getAll(complexOrderIds)).filter(isConditional)

/** The children that leave what the parent entered, as their siblings see them. */
export const exitsOf = ({ parent, children, orders }: Family): readonly Exit[] =>
  children.filter((child) => isExit(child, parent)).map((child) => toExit(child, orders))

const toExit = (child: ConditionalOrder, orders: ReadonlyMap<string, Order>): Exit => ({
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

/** What was not held any more when its orders went out it cannot leave. */
const wantedBy = (child: ConditionalOrder, orders: ReadonlyMap<string, Order>): Qty => {
  const missing = child.orderIds.reduce((sum, orderId) => sum + (orders.get(orderId)?.notHeld ?? 0), 0)
  return Math.max(0, child.trigger.qty - missing) as Qty
}

/** A market that left the catalogue: the exchange refuses what does not fit. */
const UNLISTED = { tickSizeQty: 1, minimumOrderSize: 1 } as Pick<Market, 'tickSizeQty' | 'minimumOrderSize'>
