/**
 * Claims (leases) of one run that the table may have stored without confirming. No order was sent under them, so this run may
 * release them. Another run cannot know that, and waits until they expire.
 */

import type { Order } from '#domain/orders/order.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'

type WithoutClaim = (order: Order) => Order

/** The unused claims of one run. Empty at first. */
export class UnusedClaims {
  readonly #unused = new Map<string, WithoutClaim>()

  /**
   * Stores an order with its lease. True: the caller may send now. False: another process changed the order first. `without` returns
   * the order as if the lease had never existed.
   */
  async store(orders: Pick<OrderStore, 'save'>, leased: Order, without: WithoutClaim): Promise<boolean> {
    const token = leased.lease?.token
    if (token === undefined) throw new Error(`order ${leased.orderId} has no lease to store`)
    this.#unused.set(token, without)
    // A refused write may be the repeat of a write that took effect. The claim then stays in the list.
    const isStored = await orders.save(leased, [])
    if (isStored) this.#unused.delete(token)
    return isStored
  }

  /** Returns the order without its lease if nothing was sent under it, else null. */
  released(order: Order): Order | null {
    return this.#unused.get(order.lease?.token ?? '')?.(order) ?? null
  }

  some(): boolean {
    return this.#unused.size > 0
  }
}
