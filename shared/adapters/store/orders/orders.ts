/** Orders and their fills in the table. */

import { object } from 'valibot'
import { isSettled } from '#domain/orders/derive-status.ts'
import type { Order } from '#domain/orders/order.ts'
import { orderEvents } from '#domain/webhooks/order-events.ts'
import type { OrderStore } from '#ports/store.ts'
import { exchangeIdKey, FILLS, fillKey, livePartition, orderKey } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { id } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'
import { type Change, keysOf, type Table } from '../engine/table.ts'
import { ORDERS } from '../history/history.ts'
import { listOrders } from '../history/list-orders.ts'
import { listWithLegs } from '../history/list-with-legs.ts'
import { loosenTally, tallyIfDrawn } from '../history/tallies.ts'
import { writeWithPosition } from '../portfolio/position-change.ts'
import { outboxChanges } from '../webhooks/outbox.ts'
import { isBasketRow } from './basket-order-row.ts'
import { listedFillToRow, rowToFill } from './fill-row.ts'
import { orderToRow, rowToOrder } from './order-row.ts'
import { oldestFirst } from './placed-orders.ts'

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

  claimExchangeIds: async (exchange, exchangeOrderIds, orderId) => {
    if (exchangeOrderIds.length === 0) return
    await table.putAll(exchangeOrderIds.map((id) => ({ ...exchangeIdKey(exchange, id), o: shortId(orderId) })))
  },

  ownerOf: async (exchange, exchangeOrderId) => {
    const row = await table.get(exchangeIdKey(exchange, exchangeOrderId))
    return row === null ? null : parseRow(exchangeIdRow, row).o
  },

  list: (userId, filter, page) =>
    filter.includeLegs === true ? listWithLegs(table, userId, filter, page) : listOrders(table, userId, filter, page),

  fills: async (orderId, limit) => {
    const rows = await table.query({ partition: orderKey(orderId).pk, sort: { startsWith: FILLS }, consistent: true })
    return oldestFirst(rows).slice(0, limit)
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

const exchangeIdRow = object({ o: id })
