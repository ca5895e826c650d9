/**
 * Remembers orders that this process was to send a moment ago, and that rest and reduce a position. The index of live orders may not show
 * them yet, and each of two would then offer the whole position. Another process does not know them: the next poll takes back the excess.
 */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'

export interface RecentReducers {
  /** Records the order, and returns the ids of the others in its account and market. */
  beside(order: Pick<Order, 'orderId' | 'subaccountId' | 'exchange' | 'svcId'>, now: Millis): readonly string[]
}

/** Time in ms by which the index normally lags. Each recorded order that has ended meanwhile costs a read. */
const KEPT_FOR = 5 * SECOND

/** Most markets of accounts in memory. */
const MOST = 10_000

/** Empty at first. */
export const recentReducers = (): RecentReducers => {
  const recorded = new Map<string, Map<string, Millis>>()
  return {
    beside: ({ orderId, subaccountId, exchange, svcId }, now) => {
      const place = `${subaccountId}#${exchange}#${svcId}`
      const others = [...(recorded.get(place) ?? [])].filter(([id, at]) => id !== orderId && now - at < KEPT_FOR)
      keepNewest(recorded, place, new Map([...others, [orderId, now]]), MOST)
      return others.map(([id]) => id)
    },
  }
}
