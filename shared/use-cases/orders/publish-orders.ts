/** The order store of those who change orders: whoever follows an order, and whoever listens by webhook, is told as soon as something new is stored. */

import { isNotificationDue } from '#domain/orders/followers.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { orderEvents } from '#domain/webhooks/order-events.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import type { OrderStore } from '#ports/store.ts'
import { enqueueEvents, enqueueFollowers } from './enqueue.ts'

/** Best effort: a lost nudge delays them until the sweeper finds the order by its date. */
export const publishingOrders = (orders: OrderStore, queues: () => Queues, log: Log): OrderStore => ({
  ...orders,
  create: async (order) => {
    const created = await orders.create(order)
    if (created) await publishEvents({ queues, log }, orderEvents(order, order.version))
    return created
  },
  save: async (order, newFills, settledFills) => {
    const saved = await orders.save(order, newFills, settledFills)
    if (saved && isNotificationDue(order)) await enqueueFollowers({ queues: queues(), log }, order)
    if (saved) await publishEvents({ queues, log }, orderEvents(order, order.version + 1, newFills, settledFills))
    return saved
  },
})

const publishEvents = async (
  { queues, log }: { readonly queues: () => Queues; readonly log: Log },
  [event]: readonly WebhookEvent[],
): Promise<void> => {
  if (event !== undefined) await enqueueEvents({ queues: queues(), log }, event)
}
