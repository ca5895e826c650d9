/**
 * Stores the outcome of a call that was made for an order, and requests the cancel that the order waits for. No other run has the answer, so
 * this run keeps trying while the table is silent for some seconds.
 */

import type { Order } from '#domain/orders/order.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { type RetryOutageDeps, retryOutage } from '../../kernel/retry-outage.ts'
import { changeOrder } from '../change-order.ts'
import type { ExecuteOrderDeps } from './order-run.ts'
import { requestDueCancel } from './request-due-cancel.ts'
import type { TimeBudget } from './time-budget.ts'

interface StoreOutcomeDeps extends RetryOutageDeps, Pick<ExecuteOrderDeps, 'clock' | 'queues' | 'log'> {
  readonly orders: Pick<OrderStore, 'get' | 'save'>
}

/** `sent` is the order under the lease of that call. Returns the order as stored, by this run or by a faster one. */
export const storeOutcome = async (
  deps: StoreOutcomeDeps,
  sent: Order,
  { signal }: Pick<TimeBudget, 'signal'>,
  change: (order: Order) => Order,
): Promise<Order | null> => {
  const { orderId, subaccountId } = sent
  // A write that failed may have taken effect. The lease has ended then, and the outcome counts once.
  const once = (order: Order): Order => (order.lease?.token === sent.lease?.token ? change(order) : order)
  const stored = await retryOutage(deps, signal, { orderId, subaccountId }, (isAgain) =>
    isAgain ? changeOrder(deps.orders, orderId, once) : changeOrder(deps.orders, sent, change),
  )
  if (stored?.exchangeState === 'live') await requestDueCancel(deps, stored)
  return stored
}
