/** Reads the orders of a round of overdue work together: requests, and not what is done with them, take most of a sweep's time. */

import type { PlacedOrder } from '#domain/orders/placed-order.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { DueWork } from '#ports/work/work-store.ts'

/**
 * The orders of a round, in a few reads in place of one for each. Who changes one meanwhile has the next word: what is stored of it names
 * the version that was read. Those that are missing are read alone, so that each stands for itself.
 */
export const readTogether = async (
  { orders, log }: { readonly orders: Pick<OrderStore, 'findMany'>; readonly log: Log },
  round: readonly DueWork[],
): Promise<ReadonlyMap<string, PlacedOrder>> => {
  const ids = new Set(round.flatMap((work) => (work.kind === 'order' ? [work.orderId] : [])))
  if (ids.size < 2) return new Map()
  try {
    return new Map((await orders.findMany([...ids])).map((order) => [order.orderId, order]))
  } catch (error) {
    log.warn('overdue orders cannot be read together', { orders: ids.size, error: String(error) })
    return new Map()
  }
}
