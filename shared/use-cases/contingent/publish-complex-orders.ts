/** The store of those who change complex orders: webhooks are told as soon as something new is stored. */

import { complexOrderEvents, orderEvents } from '#domain/webhooks/order-events.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import { enqueueEvents } from '../orders/enqueue.ts'

/** Best effort: a lost nudge delays what webhooks are told until the sweeper finds it by its date. */
export const publishingComplexOrders = (
  complexOrders: ComplexOrderStore,
  queues: () => Queues,
  log: Log,
): ComplexOrderStore => ({
  ...complexOrders,
  save: async (together) => {
    const saved = await complexOrders.save(together)
    if (!saved) return false
    const { newOrders = [], changedOrders = [], newComplexOrders = [], changedComplexOrders = [] } = together
    const told = [
      ...newOrders.flatMap((order) => orderEvents(order, order.version)),
      ...changedOrders.flatMap((order) => orderEvents(order, order.version + 1)),
      ...newComplexOrders.flatMap((order) => complexOrderEvents(order, order.version)),
      ...changedComplexOrders.flatMap((order) => complexOrderEvents(order, order.version + 1)),
    ]
    const objects = new Map(told.map((event) => [event.objectId, event]))
    for (const event of objects.values()) await enqueueEvents({ queues: queues(), log }, event)
    return true
  },
})
