/** Requests the cancel that an order on its book waits for. */

import { wantsCancel } from '#domain/orders/derive-status.ts'
import type { Order } from '#domain/orders/order.ts'
import { LONGEST_DELAY } from '#ports/work/queues.ts'
import { enqueueCancel } from '../../work/enqueue.ts'
import type { ExecuteOrderDeps } from './order-run.ts'

/** Enqueues a cancel that waited for a send, or one for an expiry that is near. */
export const requestDueCancel = async (
  deps: Pick<ExecuteOrderDeps, 'clock' | 'queues' | 'log'>,
  order: Order,
): Promise<void> => {
  const now = deps.clock()
  const due = wantsCancel(order, now) ? 0 : (order.expiresAt ?? Number.POSITIVE_INFINITY) - now
  if (due <= LONGEST_DELAY) await enqueueCancel(deps, order, due)
}
