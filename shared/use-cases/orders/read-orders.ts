/** Reads orders for their owner. */

import type { BasketOrder } from '#domain/baskets/basket-order.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Page } from '#ports/kernel/page.ts'
import type { OrderFilter, OrderStore } from '#ports/orders/order-store.ts'

export interface ReadOrdersDeps {
  readonly orders: OrderStore
}

/** How many fills one order shows. */
const FILLS_SHOWN = 1_000

export interface OrderWithFills {
  readonly order: PlacedOrder
  readonly fills: readonly Fill[]
  /** The order has more fills than are shown. */
  readonly truncated: boolean
}

/** The order with its fills, or 404 when it is not the user's. */
export const getOrder = async (
  deps: ReadOrdersDeps,
  userId: string,
  orderId: string,
): Promise<OrderWithFills | Problem> => {
  const found = await deps.orders.findWithFills(orderId, FILLS_SHOWN)
  if (found === null || found.order.userId !== userId) return notFound('Order')
  const { order, fills } = found
  return isBasketOrder(order) ? withLegs(deps, order) : { order, fills, truncated: order.fillCount > fills.length }
}

/** With the fills of all its legs, oldest first. */
const withLegs = async (deps: ReadOrdersDeps, order: BasketOrder): Promise<OrderWithFills> => {
  const legs = (await deps.orders.legs(order)).filter(({ fillCount }) => fillCount > 0)
  const fills = (await Promise.all(legs.map((leg) => deps.orders.fills(leg.orderId, FILLS_SHOWN)))).flat()
  const shown = fills
    .sort((a, b) => a.exchangeAt - b.exchangeAt || (a.fillId < b.fillId ? -1 : 1))
    .slice(0, FILLS_SHOWN)
  return { order, fills: shown, truncated: legs.reduce((sum, { fillCount }) => sum + fillCount, 0) > shown.length }
}

/** One page of the user's orders, newest first, and how many match in all, before and behind `filter.after`. */
export const listOrders = async (
  deps: Pick<ReadOrdersDeps, 'orders'>,
  userId: string,
  filter: OrderFilter,
  page: Page,
): ReturnType<OrderStore['list']> => {
  const { after, ...whole } = filter
  if (after === undefined) return deps.orders.list(userId, filter, page)
  const [found, { count }] = await Promise.all([
    deps.orders.list(userId, filter, page),
    deps.orders.list(userId, whole, { limit: 0, offset: 0 }),
  ])
  // A page of orders that have just changed: the next one follows.
  if (found.orders.length === 0 && found.hasMore)
    return listOrders(deps, userId, filter, { ...page, offset: page.offset + page.limit })
  return { ...found, count }
}
