/** The order store of those who change orders: whoever follows an order is nudged as soon as something new is stored of it. */

import { isUntold } from '#domain/family.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import type { OrderStore } from '#ports/store.ts'

/** Best effort: a lost nudge delays the family until the sweeper finds the order by its date. */
export const tellingOrders = (orders: OrderStore, queues: () => Queues, log: Log): OrderStore => ({
  ...orders,
  save: async (order, newFills, settledFills) => {
    const saved = await orders.save(order, newFills, settledFills)
    if (saved && isUntold(order)) {
      const { orderId, subaccountId: group } = order
      await queues()
        .send('tend-conditionals', { orderId }, { group })
        .catch((error: unknown) =>
          log.warn('could not tell of an order; the sweeper will', { orderId, error: String(error) }),
        )
    }
    return saved
  },
})
