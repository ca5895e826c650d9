/** Stores what several orders traded in transactions they share, so that the position of a market is written once for all of them. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Order } from '#domain/orders/order.ts'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { FILLS_TOGETHER, type OrderStore, type TradedOrder } from '#ports/orders/order-store.ts'
import { withFills } from './change-order.ts'

export interface OrderTrades {
  readonly orderId: string
  readonly fills: (order: Order) => readonly Fill[]
  readonly change: (order: Order) => Order
}

/**
 * Answers the ids of the orders that are stored now. The others are left to `recordFills`: orders that are not known or
 * cannot be read, belong to
 * another subaccount, may be changed by their send at any moment, or that somebody else changed first.
 */
export const recordTogether = async (
  orders: Pick<OrderStore, 'get' | 'knownFills' | 'saveTogether'>,
  subaccountId: string,
  trades: readonly OrderTrades[],
  now: Millis,
): Promise<ReadonlySet<string>> => {
  if (trades.length < 2) return new Set()
  const prepared = await Promise.all(
    trades.map(async ({ orderId, fills, change }): Promise<TradedOrder | null> => {
      const order = await orders.get(orderId).catch(nullIfUnreadable)
      if (order === null || order.subaccountId !== subaccountId || order.sendState !== 'acked') return null
      const each = [...new Map(fills(order).map((fill) => [fill.fillId, fill])).values()]
      const traded = await withFills(orders, order, each, change, now)
      return traded.newFills.length === 0 ? null : traded
    }),
  )
  const stored = new Set<string>()
  const byMarket = Map.groupBy(
    prepared.filter((one) => one !== null),
    ({ order }) => order.svcId,
  )
  for (const ofMarket of byMarket.values()) {
    for (const together of chunks(ofMarket)) {
      if (together.length < 2 || !(await orders.saveTogether(together))) continue
      for (const { order } of together) stored.add(order.orderId)
    }
  }
  return stored
}

const nullIfUnreadable = (error: unknown): null => {
  if (error instanceof UnreadableRow) return null
  throw error
}

/** In their order, as many at once as a transaction takes. */
const chunks = (traded: readonly TradedOrder[]): readonly (readonly TradedOrder[])[] => {
  const all: TradedOrder[][] = []
  let room = 0
  for (const one of traded) {
    const size = 1 + one.newFills.length + one.settledFills.length
    if (size > room) {
      all.push([])
      room = FILLS_TOGETHER
    }
    all.at(-1)?.push(one)
    room -= size
  }
  return all
}
