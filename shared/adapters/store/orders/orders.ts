/** Orders and their fills in the table. Orders on one market and on custom assets have the same keys. */

import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { isLeg } from '#domain/orders/origin.ts'
import { orderEvents } from '#domain/webhooks/order-events.ts'
import { changesPerFill, type OrderStore } from '#ports/orders/order-store.ts'
import type { Publish } from '#ports/work/publish.ts'
import { exchangeIdKey, nameOf } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import { aggregateIfDrawn, loosenAggregate } from '../history/aggregates.ts'
import { ORDERS } from '../history/history.ts'
import { listNamed } from '../history/list-named.ts'
import { listOrders } from '../history/list-orders.ts'
import { listWithLegs } from '../history/list-with-legs.ts'
import { outboxChanges } from '../outbox/outbox.ts'
import { writeWithPosition } from '../portfolio/position-change.ts'
import { listedFillToRow } from '../rows/fill-row.ts'
import { putOrderNames } from '../rows/order-name-row.ts'
import { placedOrderToRow } from '../rows/placed-order-row.ts'
import { taggedFillChanges } from '../rows/tagged-fill-row.ts'
import { liveOrders } from './live-orders.ts'
import { OWNER, orderReads } from './order-reads.ts'

/** A transaction holds a hundred changes; callers with more fills than these store save in several steps. */
const MOST_OF_FILLS = 90

/** Changes of a transaction without those of the position. */
const MOST_CHANGES = 99

/** Store of orders. `publish` is called after each write; by default nothing is published. */
export const orderStore = (table: Table, publish: Publish = async () => undefined): OrderStore => ({
  ...orderReads(table),
  ...liveOrders(table),

  list: (userId, filter, page) =>
    listNamed(table, userId, filter, page) ??
    (filter.includeLegs === true ? listWithLegs(table, userId, filter, page) : listOrders(table, userId, filter, page)),

  create: async (order) => {
    const events = orderEvents(order, order.version)
    await putOrderNames(table, [order])
    const { written } = await table.write([
      { put: placedOrderToRow(order, order.version), expect: 'absent' },
      ...outboxChanges(events),
    ])
    if (!written) return false
    // Legs are in no tally.
    const ofUser = { table, history: ORDERS, userId: order.userId }
    if (!isLeg(order)) await aggregateIfDrawn(ofUser, order.orderId, order.createdAt)
    await publish({ stored: [order], events, changedOrders: [] })
    return true
  },

  save: async (order, newFills = [], settledFills = []) => {
    const fills = newFills.length + settledFills.length
    if (fills * changesPerFill(order) > MOST_OF_FILLS)
      throw new RangeError(`${fills} fills do not fit in one transaction`)
    const { changes, events } = await changesOf(table, order, newFills, settledFills)
    const trades = { fresh: newFills, settled: settledFills, now: order.updatedAt }
    const written = isBasketOrder(order)
      ? (await table.write(changes)).written
      : await writeWithPosition(table, changes, { place: order, ...trades })
    if (written) await publish({ stored: [saved(order)], events, changedOrders: [order] })
    return written
  },

  saveTogether: async (traded) => {
    const [first] = traded
    if (first === undefined) return true
    const each = await Promise.all(
      traded.map(({ order, newFills, settledFills }) => changesOf(table, order, newFills, settledFills)),
    )
    const changes = each.flatMap((one) => one.changes)
    // Two old orders may loosen one tally, and a transaction accepts each row once.
    if (new Set(changes.map(placeOf)).size < changes.length || changes.length > MOST_CHANGES) return false
    const written = await writeWithPosition(table, changes, {
      place: first.order,
      fresh: traded.flatMap(({ newFills }) => newFills),
      settled: traded.flatMap(({ settledFills }) => settledFills),
      now: Math.max(...traded.map(({ order }) => order.updatedAt)),
    })
    if (!written) return false
    const events = each.flatMap((one) => one.events)
    const changedOrders = traded.map(({ order }) => order)
    await publish({ stored: changedOrders.map(saved), events, changedOrders })
    return true
  },

  claimExchangeIds: async (exchange, exchangeOrderIds, orderId) => {
    if (exchangeOrderIds.length === 0) return
    await table.putAll(exchangeOrderIds.map((id) => ({ ...OWNER.write({ orderId }), ...exchangeIdKey(exchange, id) })))
  },
})

const saved = <Some extends PlacedOrder>(order: Some): Some => ({ ...order, version: order.version + 1 })

/** Changes that store the order with its fills, without the position, and the events for subscribers. */
const changesOf = async (
  table: Table,
  order: PlacedOrder,
  newFills: readonly Fill[],
  settledFills: readonly Fill[],
): Promise<{ readonly changes: readonly Change[]; readonly events: ReturnType<typeof orderEvents> }> => {
  const events = orderEvents(order, order.version + 1, newFills, settledFills)
  const changes: readonly Change[] = [
    { put: placedOrderToRow(order, order.version + 1), expect: { same: { v: order.version } } },
    ...newFills.map((fill) => ({ put: listedFillToRow(fill, order), expect: 'absent' as const })),
    ...settledFills.map((fill) => ({
      put: listedFillToRow(fill, order),
      expect: { same: { st: 'PROVISIONAL' } },
    })),
    ...taggedFillChanges(order, [...newFills, ...settledFills]),
    ...(await loosenAggregate(table, order)),
    ...outboxChanges(events),
  ]
  return { changes, events }
}

const placeOf = (change: Change): string => nameOf('put' in change ? change.put : change.remove)
