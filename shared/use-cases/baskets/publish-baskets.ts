/** The store of those who change orders on custom assets: whoever follows one, and whoever listens by webhook, is told as soon as something new is stored. */

import { isNotificationDue } from '#domain/orders/followers.ts'
import { orderEvents } from '#domain/webhooks/order-events.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import { enqueueEvents, enqueueFollowers } from '../orders/enqueue.ts'

/** Best effort: a lost nudge delays them until the sweeper finds the order by its date. */
export const publishingBaskets = (baskets: BasketOrderStore, queues: () => Queues, log: Log): BasketOrderStore => ({
  ...baskets,
  create: async (basket) => {
    const created = await baskets.create(basket)
    const [event] = created ? orderEvents(basket, basket.version) : []
    if (event !== undefined) await enqueueEvents({ queues: queues(), log }, event)
    return created
  },
  save: async (basket) => {
    const saved = await baskets.save(basket)
    if (saved && isNotificationDue(basket)) await enqueueFollowers({ queues: queues(), log }, basket)
    const [event] = saved ? orderEvents(basket, basket.version + 1) : []
    if (event !== undefined) await enqueueEvents({ queues: queues(), log }, event)
    return saved
  },
})
