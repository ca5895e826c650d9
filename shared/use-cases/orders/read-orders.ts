/** Reads orders for their owner. */

import type { PlacedOrder } from '#domain/baskets/basket-order.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Fill } from '#domain/orders/fill.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import type { OrderFilter, OrderStore, Page } from '#ports/store.ts'

export interface ReadOrdersDeps {
  readonly orders: OrderStore
  readonly baskets: BasketOrderStore
}

/** How many fills one order shows. */
const FILLS_SHOWN = 1_000

export interface OrderWithFills {
  readonly order: PlacedOrder
  readonly fills: readonly Fill[]
  /** The order has more fills than are shown. */
  readonly truncated: boolean
}

export const getOrder = async (
  deps: ReadOrdersDeps,
  userId: string,
  orderId: string,
): Promise<OrderWithFills | Problem> => {
  const order = await deps.orders.get(orderId)
  if (order === null) return getBasketOrder(deps, userId, orderId)
  if (order.userId !== userId) return notFound('Order')
  const fills = order.fillCount === 0 ? [] : await deps.orders.fills(orderId, FILLS_SHOWN)
  return { order, fills, truncated: order.fillCount > fills.length }
}

/** With the fills of all its legs, oldest first. */
const getBasketOrder = async (
  deps: ReadOrdersDeps,
  userId: string,
  orderId: string,
): Promise<OrderWithFills | Problem> => {
  const order = await deps.baskets.get(orderId)
  if (order === null || order.userId !== userId) return notFound('Order')
  const legs = (await deps.baskets.legs(order)).filter(({ fillCount }) => fillCount > 0)
  const fills = (await Promise.all(legs.map((leg) => deps.orders.fills(leg.orderId, FILLS_SHOWN)))).flat()
  const shown = fills
    .sort((a, b) => a.exchangeAt - b.exchangeAt || (a.fillId < b.fillId ? -1 : 1))
    .slice(0, FILLS_SHOWN)
  return { order, fills: shown, truncated: legs.reduce((sum, { fillCount }) => sum + fillCount, 0) > shown.length }
}

export const listOrders = (
  deps: Pick<ReadOrdersDeps, 'orders'>,
  userId: string,
  filter: OrderFilter,
  page: Page,
): ReturnType<OrderStore['list']> => deps.orders.list(userId, filter, page)
