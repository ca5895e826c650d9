/** Reads complex orders for their owner. */

import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Page } from '#ports/kernel/page.ts'
import type { ComplexOrderFilter, ComplexOrderStore } from '#ports/orders/complex-order-store.ts'

export interface ReadComplexOrdersDeps {
  readonly complexOrders: ComplexOrderStore
}

/** Returns the complex order, or 404 if the user does not own it. */
export const getComplexOrder = async (
  deps: ReadComplexOrdersDeps,
  userId: string,
  complexOrderId: string,
): Promise<ComplexOrder | Problem> => {
  const order = await deps.complexOrders.get(complexOrderId)
  return order === null || order.userId !== userId ? notFound('Complex order') : order
}

/** Returns one page of the user's complex orders, newest first, and the count of all matches, before and behind `filter.after`. */
export const listComplexOrders = async (
  deps: ReadComplexOrdersDeps,
  userId: string,
  filter: ComplexOrderFilter,
  page: Page,
): ReturnType<ComplexOrderStore['list']> => {
  const { after, ...whole } = filter
  if (after === undefined) return deps.complexOrders.list(userId, filter, page)
  const [found, { count }] = await Promise.all([
    deps.complexOrders.list(userId, filter, page),
    deps.complexOrders.list(userId, whole, { limit: 0, offset: 0 }),
  ])
  if (found.complexOrders.length === 0 && found.hasMore)
    return listComplexOrders(deps, userId, filter, { ...page, offset: page.offset + page.limit })
  return { ...found, count }
}
