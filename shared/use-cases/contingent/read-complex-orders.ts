/** Reads complex orders for their owner. */

import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Page } from '#ports/kernel/page.ts'
import type { ComplexOrderFilter, ComplexOrderStore } from '#ports/orders/complex-order-store.ts'

export interface ReadComplexOrdersDeps {
  readonly complexOrders: ComplexOrderStore
}

/** The complex order, or 404 when it is not the user's. */
export const getComplexOrder = async (
  deps: ReadComplexOrdersDeps,
  userId: string,
  complexOrderId: string,
): Promise<ComplexOrder | Problem> => {
  const order = await deps.complexOrders.get(complexOrderId)
  return order === null || order.userId !== userId ? notFound('Complex order') : order
}

/** One page of the user's complex orders, newest first, and how many match in all. */
export const listComplexOrders = (
  deps: ReadComplexOrdersDeps,
  userId: string,
  filter: ComplexOrderFilter,
  page: Page,
): ReturnType<ComplexOrderStore['list']> => deps.complexOrders.list(userId, filter, page)
