/** The store of those who change orders on custom assets: whoever follows one, and whoever listens by webhook, is told as soon as something new is stored. */

import { isUntold } from '#domain/family.ts'
import { orderEvents } from '#domain/order-events.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import { nudgeEvents, nudgeFamily } from './nudges.ts'

/** Best effort: a lost nudge delays them until the sweeper finds the order by its date. */
export const tellingBaskets = (baskets: BasketOrderStore, queues: () => Queues, log: Log): BasketOrderStore => ({
  ...baskets,
  create: async (basket) => {
    const created = await baskets.create(basket)
    const [event] = created ? orderEvents(basket, basket.version) : []
    if (event !== undefined) await nudgeEvents({ queues: queues(), log }, event)
    return created
  },
  save: async (basket) => {
    const saved = await baskets.save(basket)
    if (saved && isUntold(basket)) await nudgeFamily({ queues: queues(), log }, basket)
    const [event] = saved ? orderEvents(basket, basket.version + 1) : []
    if (event !== undefined) await nudgeEvents({ queues: queues(), log }, event)
    return saved
  },
})
