/** Orders and their fills in the table. Orders on one market and on custom assets stand under the same keys. */

import { legsOf } from '#domain/baskets/basket-order.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { isSettled } from '#domain/orders/derive-status.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { isLeg } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import { orderEvents } from '#domain/webhooks/order-events.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { Publish } from '#ports/work/publish.ts'
import { id } from '../engine/codecs.ts'
import {
  basketLivePartition,
  exchangeIdKey,
  FILLS,
  fillKey,
  guardedPartition,
  livePartition,
  nameOf,
  ORDER_SORT,
  orderKey,
} from '../engine/keys.ts'
import { recordsOf } from '../engine/readable.ts'
import { ifThere, type Row, readRow, rowOf } from '../engine/rows.ts'
import { keysOf, type Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import { ORDERS } from '../history/history.ts'
import { listOrders } from '../history/list-orders.ts'
import { listWithLegs } from '../history/list-with-legs.ts'
import { loosenTally, tallyIfDrawn } from '../history/tallies.ts'
import { outboxChanges } from '../outbox/outbox.ts'
import { writeWithPosition } from '../portfolio/position-change.ts'
import { rowToBasketOrder } from '../rows/basket-order-row.ts'
import { listedFillToRow, rowToFill } from '../rows/fill-row.ts'
import { isUnsentRow, rowToOrder, SENDING_ATTRIBUTES } from '../rows/order-row.ts'
import { placedOrderToRow, rowToPlacedOrder } from '../rows/placed-order-row.ts'

/** A transaction holds a hundred changes; callers with more fills than this save in several steps. */
const MOST_FILLS = 90

/** With the position, no more than a transaction holds. */
const MOST_CHANGES = 99

/** The orders of `table`. `publish` is called after each write; by default nothing is published. */
export const orderStore = (table: Table, publish: Publish = async () => undefined): OrderStore => {
  const find: OrderStore['find'] = async (orderId) => ifThere(await table.get(orderKey(orderId)), rowToPlacedOrder)
  return {
    find,

    findMany: async (orderIds) => (await table.batchGet(orderIds.map(orderKey))).flatMap(readableOrder),

    findWithFills: async (orderId, limit) => {
      const rows = await table.query({ partition: orderKey(orderId).pk, consistent: true })
      const order = rows.find(isOrder)
      if (order === undefined) return null
      return { order: rowToPlacedOrder(order), fills: oldestFirst(rows.filter((row) => !isOrder(row))).slice(0, limit) }
    },

    get: async (orderId) => {
      const order = await find(orderId)
      return order === null || isBasketOrder(order) ? null : order
    },

    getBasket: async (orderId) => {
      const order = await find(orderId)
      return order !== null && isBasketOrder(order) ? order : null
    },

    create: async (order) => {
      const events = orderEvents(order, order.version)
      const { written } = await table.write([
        { put: placedOrderToRow(order, order.version), expect: 'absent' },
        ...outboxChanges(events),
      ])
      if (!written) return false
      // Legs are in no tally.
      if (!isLeg(order)) await tallyIfDrawn(table, ORDERS, order.userId, order.orderId, order.createdAt)
      await publish({ stored: [order], events, changedOrders: [] })
      return true
    },

    save: async (order, newFills = [], settledFills = []) => {
      const fills = newFills.length + settledFills.length
      if (fills > MOST_FILLS) throw new RangeError(`${fills} fills do not fit in one transaction`)
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
      // Two old orders may loosen one tally, and a transaction takes each row once.
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
      await table.putAll(
        exchangeOrderIds.map((id) => ({ ...OWNER.write({ orderId }), ...exchangeIdKey(exchange, id) })),
      )
    },

    ownerOf: async (exchange, exchangeOrderId) =>
      ifThere(await table.get(exchangeIdKey(exchange, exchangeOrderId)), (row) => readRow(row, OWNER.read).orderId),

    list: (userId, filter, page) =>
      filter.includeLegs === true ? listWithLegs(table, userId, filter, page) : listOrders(table, userId, filter, page),

    fills: async (orderId, limit) => {
      const rows = await table.query({ partition: orderKey(orderId).pk, sort: { startsWith: FILLS }, consistent: true })
      return oldestFirst(rows).slice(0, limit)
    },

    knownFills: async (fills) => {
      const rows = await table.batchGet(fills.map(({ orderId, fillId }) => fillKey(orderId, fillId)))
      return rows.map(rowToFill)
    },

    legs: async (basket) => {
      const rows = await table.batchGet(legsOf(basket).map(({ orderId }) => orderKey(orderId)))
      return rows.map(rowToOrder)
    },

    live: async (subaccountId, exchange, options) => {
      const rows = await liveRows(table, livePartition(subaccountId, exchange))
      // One of another market that cannot be read is in nobody's way.
      const there = rows.filter(({ sv }) => options?.svcId === undefined || sv === options.svcId)
      return recordsOf(table, there, rowToOrder, options).filter((one) => !isSettled(one))
    },

    guarded: async (subaccountId, exchange, options) => {
      const rows = await liveRows(table, guardedPartition(subaccountId, exchange))
      return recordsOf(table, rows, rowToOrder, options).filter(({ guarded }) => guarded)
    },

    countGuarded: (subaccountId, exchange) =>
      countLive(table, [guardedPartition(subaccountId, exchange), basketLivePartition(subaccountId)]),

    countLive: (subaccountId, exchange) => countLive(table, [livePartition(subaccountId, exchange)]),

    countUnsent: async (subaccountId, exchange) => {
      const keys = keysOf(await table.query({ index: 'live', partition: livePartition(subaccountId, exchange) }))
      // The quota may have thousands of them read: whole, each is a kilobyte to read and to make an order of.
      const rows = await table.batchGet(keys, { consistent: false, attributes: SENDING_ATTRIBUTES })
      return table.readable(rows, isUnsentRow).filter((isUnsent) => isUnsent).length
    },

    countOpen: (subaccountId) => {
      const accounts = EXCHANGE_NAMES.map((exchange) => livePartition(subaccountId, exchange))
      return countLive(table, [...accounts, basketLivePartition(subaccountId)])
    },

    liveBaskets: async (subaccountId, options) => {
      const rows = await liveRows(table, basketLivePartition(subaccountId))
      return recordsOf(table, rows, rowToBasketOrder, options).filter(({ status }) => !isFinal(status))
    },

    guardedBaskets: async (subaccountId, options) => {
      const rows = await liveRows(table, basketLivePartition(subaccountId))
      return recordsOf(table, rows, rowToBasketOrder, options).filter(({ guarded }) => guarded)
    },
  }
}

const saved = <Some extends PlacedOrder>(order: Some): Some => ({ ...order, version: order.version + 1 })

/** What storing the order with its fills changes, but for the position; and what subscribers hear of it. */
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
    ...(await loosenTally(table, order)),
    ...outboxChanges(events),
  ]
  return { changes, events }
}

const placeOf = (change: Change): string => nameOf('put' in change ? change.put : change.remove)

const liveRows = async (table: Table, partition: string): Promise<readonly Row[]> =>
  table.batchGet(keysOf(await table.query({ index: 'live', partition })), { consistent: false })

/** How many rows stand in these partitions of the `live` index. */
const countLive = async (table: Table, partitions: readonly string[]): Promise<number> => {
  const each = await Promise.all(partitions.map((partition) => table.count({ index: 'live', partition })))
  return each.reduce((total, live) => total + live, 0)
}

/** None where the row cannot be read. A read of that order alone says why. */
const readableOrder = (row: Row): readonly PlacedOrder[] => {
  try {
    return [rowToPlacedOrder(row)]
  } catch {
    return []
  }
}

const isOrder = (row: Row): boolean => row['sk'] === ORDER_SORT

/** Rows of fills as fills, by exchange time. */
const oldestFirst = (rows: readonly Row[]): readonly Fill[] =>
  rows.map(rowToFill).sort((a, b) => a.exchangeAt - b.exchangeAt || (a.fillId < b.fillId ? -1 : 1))

const OWNER = rowOf({ orderId: ['o', id] })
