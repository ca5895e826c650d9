/**
 * Stores what became of a call that was sent for an order. Nobody else has heard the answer, so it outlasts a table that is silent for
 * some seconds.
 */

import { SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Log } from '#ports/kernel/log.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { changeOrder } from '../change-order.ts'
import type { SendWindow } from './send-window.ts'

interface StoreOutcomeDeps {
  readonly orders: Pick<OrderStore, 'get' | 'save'>
  readonly log: Log
  /** Waits for `ms`. */
  readonly pause: (ms: number) => Promise<void>
}

/** Each of them is several requests to the table already. */
const TRIES = 5

const PAUSE = SECOND / 2

/** `sent` is the order under the lease of that call. Answers it as stored, by this run or by whoever was faster. */
export const storeOutcome = async (
  { orders, log, pause }: StoreOutcomeDeps,
  sent: Order,
  { signal }: Pick<SendWindow, 'signal'>,
  change: (order: Order) => Order,
): Promise<Order | null> => {
  const { orderId, subaccountId } = sent
  // The write that failed may have taken effect: the lease is over then, and the outcome counts once.
  const once = (order: Order): Order => (order.lease?.token === sent.lease?.token ? change(order) : order)
  for (let tries = 1; ; tries += 1) {
    try {
      return await (tries === 1 ? changeOrder(orders, sent, change) : changeOrder(orders, orderId, once))
    } catch (error) {
      if (!(error instanceof ServiceUnavailable) || tries === TRIES || signal.aborted) throw error
      log.warn('could not store yet what became of a call', { orderId, subaccountId, error: String(error) })
      await pause(PAUSE)
    }
  }
}
