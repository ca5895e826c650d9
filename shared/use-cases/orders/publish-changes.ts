/** Publishes what a store has written: it logs each change, notifies the dependents of changed orders, and enqueues events for webhooks. */

import { isNotificationDue } from '#domain/baskets/dependents.ts'
import { filledBy, isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import { toDecimal } from '#domain/kernel/numbers.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { Publish } from '#ports/work/publish.ts'
import type { Queues } from '#ports/work/queues.ts'
import { enqueueDependents, enqueueEvents } from '../work/enqueue.ts'
import { ORDER_LOG } from './log-messages.ts'

/** For the stores of functions that change orders. Best effort: the sweeper sends a lost message again. */
export const publishChanges =
  (queues: () => Queues, log: Log): Publish =>
  async ({ stored, events, changedOrders }) => {
    for (const each of stored) report(log, each)
    for (const order of changedOrders)
      if (isNotificationDue(order)) await enqueueDependents({ queues: queues(), log }, order)
    // One message for each object: its consumer reads all events of that object.
    const objects = new Map(events.map((event) => [event.objectId, event]))
    for (const event of objects.values()) await enqueueEvents({ queues: queues(), log }, event)
  }

/** One line for each change, by which the life of an order can be followed. */
const report = (log: Log, stored: PlacedOrder | ComplexOrder): void => {
  const { subaccountId, status, version } = stored
  if ('complexOrderId' in stored) {
    log.info('complex order stored', { complexOrderId: stored.complexOrderId, subaccountId, status, version })
    return
  }
  log.info(ORDER_LOG.stored, {
    orderId: stored.orderId,
    subaccountId,
    status,
    ...(isBasketOrder(stored) ? {} : { sendState: stored.sendState, exchange: stored.exchange }),
    filled: toDecimal(filledBy(stored)),
    version,
  })
}
