/** Reads orders for their owner. */

import type { Fill } from '#domain/fill.ts'
import type { Order } from '#domain/order.ts'
import { notFound, type Problem } from '#domain/problem.ts'
import type { OrderFilter, OrderStore, Page } from '#ports/store.ts'

export interface ReadOrdersDeps {
  readonly orders: OrderStore
}

/** How many fills one order shows. */
const FILLS_SHOWN = 1_000

export interface OrderWithFills {
  readonly order: Order
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
  if (order === null || order.userId !== userId) return notFound('Order')
  const fills = order.fillCount === 0 ? [] : await deps.orders.fills(orderId, FILLS_SHOWN)
  return { order, fills, truncated: order.fillCount > fills.length }
}

export const listOrders = (
  deps: ReadOrdersDeps,
  userId: string,
  filter: OrderFilter,
  page: Page,
): Promise<{ readonly orders: readonly Order[]; readonly count: number }> => deps.orders.list(userId, filter, page)
