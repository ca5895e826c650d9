/** All that belongs to an order: what it hangs on, what hangs on it, its fills, and what webhooks were sent of all of them. */

import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { deliveryStore } from '#adapters/store/webhooks/deliveries.ts'
import { webhookStore } from '#adapters/store/webhooks/webhooks.ts'
import { legsOf } from '#domain/baskets/basket-order.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { type ComplexOrder, isConditional } from '#domain/contingent/complex-order.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Delivery } from '#domain/webhooks/delivery.ts'

export interface Life {
  /** By the time they were created. */
  readonly orders: ReadonlyArray<{ readonly order: PlacedOrder; readonly fills: readonly Fill[] }>
  readonly complexOrders: readonly ComplexOrder[]
  readonly deliveries: readonly Delivery[]
  /** True if more exists than is shown. */
  readonly isCut: boolean
}

/** A TWAP has up to 288 slices. */
const MOST = 400
const MOST_FILLS = 1_000

/** State of an order or a complex order; null for other lives. */
export const gatherLife = async (table: Table, id: string): Promise<Life | null> => {
  const [orders, complexOrders] = [orderStore(table), complexOrderStore(table)]
  const found = new Map<string, { readonly order: PlacedOrder; readonly fills: readonly Fill[] }>()
  const complex = new Map<string, ComplexOrder>()
  const [asked, open] = [new Set([id]), [id]]
  const go = (ids: ReadonlyArray<string | null>): void => {
    for (const next of ids)
      if (next !== null && !asked.has(next) && asked.size < MOST) {
        asked.add(next)
        open.push(next)
      }
  }
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const order = await orders.findWithFills(next, MOST_FILLS)
    if (order !== null) {
      found.set(next, order)
      go(besideOrder(order.order))
      continue
    }
    const one = await complexOrders.get(next)
    if (one === null) continue
    complex.set(next, one)
    go(besideComplexOrder(one))
  }
  const owner = [...found.values()].map(({ order }) => order)[0] ?? [...complex.values()][0]
  if (owner === undefined) return null
  return {
    orders: [...found.values()].toSorted((a, b) => a.order.createdAt - b.order.createdAt),
    complexOrders: [...complex.values()].toSorted((a, b) => a.createdAt - b.createdAt),
    deliveries: await deliveriesOf(table, owner.userId, [...found.keys(), ...complex.keys()]),
    isCut: asked.size >= MOST,
  }
}

const besideOrder = (order: PlacedOrder): ReadonlyArray<string | null> => {
  const { origin } = order
  return [
    'entryId' in origin ? origin.entryId : null,
    'complexOrderId' in origin ? origin.complexOrderId : null,
    'basketOrderId' in origin ? origin.basketOrderId : null,
    ...order.complexOrderIds,
    ...(isBasketOrder(order) ? legsOf(order).map(({ orderId }) => orderId) : []),
  ]
}

const besideComplexOrder = (one: ComplexOrder): ReadonlyArray<string | null> =>
  isConditional(one)
    ? [
        one.parentOrderId,
        one.parentComplexOrderId,
        one.armedBy,
        ...one.childIds,
        one.triggerOrderId,
        one.triggerComplexOrderId,
        ...one.orderIds,
      ]
    : one.slices.map(({ orderId }) => orderId)

const deliveriesOf = async (table: Table, userId: string, objectIds: readonly string[]): Promise<Delivery[]> => {
  const store = deliveryStore(table)
  const webhooks = await webhookStore(table).list(userId)
  const each = webhooks.flatMap(({ webhookId }) => objectIds.map((objectId) => store.ofObject(webhookId, objectId)))
  return (await Promise.all(each)).flat()
}
