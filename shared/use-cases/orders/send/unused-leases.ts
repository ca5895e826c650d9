/**
 * Leases of one run that may be stored although the table has never said so. Nothing was sent under them, so that the run itself can give
 * them back. Any other run has to wait until they are over: it cannot know that.
 */

import type { Order } from '#domain/orders/order.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'

export interface UnusedLeases {
  /**
   * Stores an order under the lease it has. True: the caller may send now. False: another process was faster. `without` answers the order as
   * if that lease had never been.
   */
  store(orders: Pick<OrderStore, 'save'>, leased: Order, without: Without): Promise<boolean>
  /** The order without its lease, if that is one of them; null if not. */
  givenBack(order: Order): Order | null
  /** Whether there are any. */
  some(): boolean
}

type Without = (order: Order) => Order

/** The leases of one run; none at first. */
export const unusedLeases = (): UnusedLeases => {
  const unused = new Map<string, Without>()
  return {
    store: async (orders, leased, without) => {
      const token = leased.lease?.token
      if (token === undefined) throw new Error(`order ${leased.orderId} has no lease to store`)
      unused.set(token, without)
      // Also a refusal may be the answer to a repeat of a write that took effect.
      const isStored = await orders.save(leased, [])
      if (isStored) unused.delete(token)
      return isStored
    },
    givenBack: (order) => unused.get(order.lease?.token ?? '')?.(order) ?? null,
    some: () => unused.size > 0,
  }
}
