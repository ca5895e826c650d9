/** Orders and their fills in the table. */

import { object } from 'valibot'
import { isSettled } from '#domain/conclude.ts'
import type { Order } from '#domain/order.ts'
import { orderEvents } from '#domain/order-events.ts'
import type { OrderStore } from '#ports/store.ts'
import { isBasketRow } from './basket-order-row.ts'
import { listedFillToRow, rowToFill } from './fill-row.ts'
import { ORDERS } from './history.ts'
import { FILLS, fillKey, livePartition, orderKey, venueIdKey } from './keys.ts'
import { listOrders } from './list-orders.ts'
import { listWithLegs } from './list-with-legs.ts'
import { orderToRow, rowToOrder } from './order-row.ts'
import { outboxChanges } from './outbox.ts'
import { parseRow } from './parse-row.ts'
import { writeWithPosition } from './position-change.ts'
import { id } from './row-values.ts'
import { shortId } from './short-id.ts'
import { type Change, keysOf, type Table } from './table.ts'
import { loosenTally, tallyIfDrawn } from './tallies.ts'

/** A transaction holds a hundred changes; callers with more fills than this save in several steps. */
const MOST_FILLS = 90

export const orderStore = (table: Table): OrderStore => ({
  get: async (orderId) => {
    const row = await table.get(orderKey(orderId))
    return row === null || isBasketRow(row) ? null : rowToOrder(row)
  },

  create: async (order) => {
    const { written } = await table.write([
      { put: orderToRow(order, order.version), expect: 'absent' },
      ...outboxChanges(orderEvents(order, order.version)),
    ])
    if (written && order.legOf === null) await tallyIfDrawn(table, ORDERS, order.userId, order.orderId, order.createdAt)
    return written
  },

  save: async (order, newFills, settledFills = []) => {
    const fills = newFills.length + settledFills.length
    if (fills > MOST_FILLS) throw new RangeError(`${fills} fills do not fit in one transaction`)
    const changes: readonly Change[] = [
      { put: orderToRow(order, order.version + 1), expect: { same: { v: order.version } } },
      ...newFills.map((fill) => ({
        put: listedFillToRow(fill, order.clientOrderId),
        expect: 'absent' as const,
      })),
      ...settledFills.map((fill) => ({
        put: listedFillToRow(fill, order.clientOrderId),
        expect: { same: { st: 'PROVISIONAL' } },
      })),
      ...(await loosenTally(table, order)),
      ...outboxChanges(orderEvents(order, order.version + 1, newFills, settledFills)),
    ]
    return writeWithPosition(table, changes, {
      place: order,
      fresh: newFills,
      settled: settledFills,
      now: order.updatedAt,
    })
  },

  claimVenueIds: async (exchange, venueOrderIds, orderId) => {
    if (venueOrderIds.length === 0) return
    await table.putAll(venueOrderIds.map((id) => ({ ...venueIdKey(exchange, id), o: shortId(orderId) })))
  },

  ownerOf: async (exchange, venueOrderId) => {
    const row = await table.get(venueIdKey(exchange, venueOrderId))
    return row === null ? null : parseRow(venueIdRow, row).o
  },

  list: (userId, filter, page) =>
    filter.includeLegs === true ? listWithLegs(table, userId, filter, page) : listOrders(table, userId, filter, page),

  fills: async (orderId, limit) => {
    const rows = await table.query({ partition: orderKey(orderId).pk, sort: { startsWith: FILLS }, consistent: true })
    return rows
      .map(rowToFill)
      .sort((a, b) => a.exchangeAt - b.exchangeAt || (a.fillId < b.fillId ? -1 : 1))
      .slice(0, limit)
  },

  knownFills: async (orderId, fillIds) => {
    const rows = await table.batchGet(fillIds.map((fillId) => fillKey(orderId, fillId)))
    return rows.map(rowToFill)
  },

  live: async (subaccountId, exchange) => {
    const keys = keysOf(await table.query({ index: 'live', partition: livePartition(subaccountId, exchange) }))
    const orders = (await table.batchGet(keys, { consistent: false })).map(rowToOrder)
    return orders.filter((order: Order) => !isSettled(order))
  },

  countLive: (subaccountId, exchange) =>
    table.count({ index: 'live', partition: livePartition(subaccountId, exchange) }),
})

const venueIdRow = object({ o: id })
