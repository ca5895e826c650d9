/** Stores what several orders traded in transactions they share, so that the position of a market is written once for all of them. */

import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Order } from '#domain/orders/order.ts'
import { changesPerFill, FILLS_TOGETHER, type OrderStore, type TradedOrder } from '#ports/orders/order-store.ts'
import { withFills } from './change-order.ts'

export interface OrderTrades {
  readonly orderId: string
  readonly fills: (order: Order) => readonly Fill[]
  readonly change: (order: Order) => Order
}

/**
 * Reads the orders together with their stored fills. Returns the ids of the orders that are stored now. `recordFills`
 * handles unknown or unreadable orders, orders of another subaccount, and orders that a send or another run changes
 * meanwhile.
 */
export const recordTogether = async (
  orders: Pick<OrderStore, 'findMany' | 'knownFills' | 'saveTogether'>,
  subaccountId: string,
  trades: readonly OrderTrades[],
  now: Millis,
): Promise<ReadonlySet<string>> => {
  if (trades.length < 2) return new Set()
  const tradesOf = new Map(trades.map((one) => [one.orderId, one]))
  const changing = (await orders.findMany([...tradesOf.keys()])).flatMap((order) => {
    const reported = tradesOf.get(order.orderId)
    if (reported === undefined || isBasketOrder(order)) return []
    if (order.subaccountId !== subaccountId || order.sendState !== 'acked') return []
    const fills = [...new Map(reported.fills(order).map((fill) => [fill.fillId, fill])).values()]
    return [{ order, fills, change: reported.change }]
  })
  const places = changing.flatMap(({ order: { orderId }, fills }) => fills.map(({ fillId }) => ({ orderId, fillId })))
  const known = Map.groupBy(await orders.knownFills(places), ({ orderId }) => orderId)
  const prepared = changing
    .map(({ order, fills, change }) => withFills(order, fills, known.get(order.orderId) ?? [], change, now))
    .filter(({ newFills }) => newFills.length > 0)
  const stored = new Set<string>()
  const byMarket = Map.groupBy(prepared, ({ order }) => order.svcId)
  for (const ofMarket of byMarket.values()) {
    for (const together of chunks(ofMarket)) {
      if (together.length < 2 || !(await orders.saveTogether(together))) continue
      for (const { order } of together) stored.add(order.orderId)
    }
  }
  return stored
}

/** In their order, as many at once as a transaction takes. */
const chunks = (traded: readonly TradedOrder[]): readonly (readonly TradedOrder[])[] => {
  const all: TradedOrder[][] = []
  let room = 0
  for (const one of traded) {
    const size = 1 + changesPerFill(one.order) * (one.newFills.length + one.settledFills.length)
    if (size > room) {
      all.push([])
      room = FILLS_TOGETHER
    }
    all.at(-1)?.push(one)
    room -= size
  }
  return all
}
