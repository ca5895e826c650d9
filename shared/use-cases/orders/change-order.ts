/** Applies what happened to an order until it is stored: whoever was faster is read again and merged with, never overwritten. */

import type { Millis } from '#domain/kernel/time.ts'
import { addFills, settles } from '#domain/orders/add-fills.ts'
import type { Fill } from '#domain/orders/fill.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderStore } from '#ports/store.ts'

const TRIES = 20

/** Fills per transaction: DynamoDB takes 100 items, one of which is the order. */
const FILLS_AT_ONCE = 80

/**
 * Answers the order as stored; null when there is none. `change` gets the order as it stands and answers the same object
 * when nothing is to be done. Throws when the order stays contended for twenty tries.
 */
export const changeOrder = async (
  orders: OrderStore,
  orderId: string,
  change: (order: Order) => Order,
): Promise<Order | null> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const order = await orders.get(orderId)
    if (order === null) return null
    const next = change(order)
    if (next === order) return order
    if (await orders.save(next, [])) return stored(next)
  }
  throw new Error(`order ${orderId} stayed contended for ${TRIES} tries`)
}

/** The same with fills: those already held are left out, so that nothing is counted twice, unless they have settled since. */
export const recordFills = async (
  orders: OrderStore,
  orderId: string,
  fills: readonly Fill[],
  change: (order: Order) => Order,
  now: Millis,
): Promise<Order | null> => {
  let stored: Order | null = null
  // Told twice in one reading, it is still one.
  const each = [...new Map(fills.map((fill) => [fill.fillId, fill])).values()]
  for (let start = 0; start === 0 || start < each.length; start += FILLS_AT_ONCE) {
    stored = await recordChunk(orders, orderId, each.slice(start, start + FILLS_AT_ONCE), change, now)
  }
  return stored
}

const recordChunk = async (
  orders: OrderStore,
  orderId: string,
  fills: readonly Fill[],
  change: (order: Order) => Order,
  now: Millis,
): Promise<Order | null> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const order = await orders.get(orderId)
    if (order === null) return null
    const held = fills.length === 0 ? [] : await orders.knownFills(orderId, fills.map(idOf))
    const known = new Map(held.map((fill) => [fill.fillId, fill]))
    const fresh = fills.filter((fill) => !known.has(fill.fillId))
    const moved = fills.flatMap((to) => {
      const from = known.get(to.fillId)
      return from !== undefined && settles(from, to) ? [{ from, to: { ...from, status: to.status } }] : []
    })
    const next = addFills(change(order), fresh, moved, now)
    if (next === order) return order
    const settled = moved.map(({ to }) => to)
    if (await orders.save(next, fresh, settled)) return stored(next)
  }
  throw new Error(`order ${orderId} stayed contended for ${TRIES} tries`)
}

/** As it now stands in the store. */
const stored = (order: Order): Order => ({
  ...order,
  subscriberState: order.subscriberState === null ? null : { knows: order.status },
  version: order.version + 1,
})

const idOf = (fill: Fill): string => fill.fillId
