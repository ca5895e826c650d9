/**
 * Orders that this process was to send a moment ago so that they rest and reduce a position. The index of live orders may not show them yet,
 * and each of two would then offer all that is held. Another process does not know them: then the next poll takes back what is too much.
 */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'

export interface RecentReducers {
  /** Notes the order, and answers the ids of the others in its account and market. */
  beside(order: Pick<Order, 'orderId' | 'subaccountId' | 'exchange' | 'svcId'>, now: Millis): readonly string[]
}

/** For how long the index may lag, mostly. Each order that is noted and over by then is a read. */
const KEPT_FOR = 5 * SECOND

/** Markets of accounts that are remembered at most. */
const MOST = 10_000

/** Nothing is noted at first. */
export const recentReducers = (): RecentReducers => {
  const noted = new Map<string, Map<string, Millis>>()
  return {
    beside: ({ orderId, subaccountId, exchange, svcId }, now) => {
      const place = `${subaccountId}#${exchange}#${svcId}`
      const others = [...(noted.get(place) ?? [])].filter(([id, at]) => id !== orderId && now - at < KEPT_FOR)
      keepNewest(noted, place, new Map([...others, [orderId, now]]), MOST)
      return others.map(([id]) => id)
    },
  }
}
