/** Cancels several orders by their ids. Each stands for itself. */

import { atOnce } from '../../kernel/at-once.ts'
import type { CancelAllResult } from './cancel-all-orders.ts'
import { CANCELS_AT_ONCE } from './cancel-all-orders.ts'
import { type CancelOrderDeps, cancelOrder } from './cancel-order.ts'

/** The orders that will be cancelled; of the others a sentence each: final already, or not an order of `userId`. */
export const cancelOrders = async (
  deps: CancelOrderDeps,
  userId: string,
  orderIds: readonly string[],
): Promise<CancelAllResult> => {
  const cancelled: string[] = []
  const failed = new Map<string, string>()
  const wanted = [...new Set(orderIds)]
  await atOnce(CANCELS_AT_ONCE, wanted, async (orderId) => {
    const result = await cancelOrder(deps, userId, orderId, 'user')
    if (result.kind === 'accepted') cancelled.push(orderId)
    else failed.set(orderId, result.kind === 'failed' ? result.reason : 'There is no such order.')
  })
  return { cancelled: wanted.filter((orderId) => cancelled.includes(orderId)), failed }
}
