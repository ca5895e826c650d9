/** Cancels several orders by their ids, each independently. */

import { type CancelAllResult, cancelEach } from './cancel-each.ts'
import { type CancelOrderDeps, type CancelResult, cancelOrder } from './cancel-order.ts'

/** The orders that will be cancelled; of the others a sentence each: final already, or not an order of `userId`. */
export const cancelOrders = async (
  deps: CancelOrderDeps,
  userId: string,
  orderIds: readonly string[],
): Promise<CancelAllResult> => {
  const requested = [...new Set(orderIds)]
  const { cancelled, failed, troubled } = await cancelEach(deps.log, requested, async (orderId) => {
    const result = await cancelOrder(deps, userId, orderId, 'user')
    return result.kind === 'not_found' ? NO_SUCH_ORDER : result
  })
  return { cancelled: requested.filter((orderId) => cancelled.includes(orderId)), failed, troubled }
}

const NO_SUCH_ORDER: CancelResult = { kind: 'failed', reason: 'There is no such order.' }
