/** Takes a cancel request of any order of the user: on one market, or on a custom asset. */

import { type CancelBasketOrderDeps, cancelBasketOrder } from '../baskets/cancel-basket-order.ts'
import { type CancelOrderDeps, type CancelResult, cancelOrder } from './cancel-order.ts'

export interface CancelPlacedOrderDeps extends CancelOrderDeps, CancelBasketOrderDeps {
  readonly log: CancelOrderDeps['log']
  readonly queues: CancelOrderDeps['queues']
  readonly clock: CancelOrderDeps['clock']
}

export const cancelPlacedOrder = async (
  deps: CancelPlacedOrderDeps,
  userId: string,
  orderId: string,
  reason: string,
): Promise<CancelResult> => {
  const result = await cancelOrder(deps, userId, orderId, reason)
  return result.kind === 'not_found' ? cancelBasketOrder(deps, userId, orderId, reason) : result
}
