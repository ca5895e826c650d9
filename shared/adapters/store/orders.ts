/** Orders and their fills in the table. */

import type { Order } from '#domain/order.ts'
import { isSettled } from '#domain/order-facts.ts'
import type { OrderStore } from '#ports/store.ts'
import { fillToRow, rowToFill } from './fill-row.ts'
import { FILLS, fillKey, livePartition, orderKey } from './keys.ts'
import { listOrders } from './list-orders.ts'
import { orderToRow, rowToOrder } from './order-row.ts'
import { keysOf, type Table } from './table.ts'
import { extendTallies, loosenTally } from './tallies.ts'

/** A transaction holds a hundred changes; callers with more new fills than this save in several steps. */
const MOST_NEW_FILLS = 90

export const orderStore = (table: Table): OrderStore => ({
  get: async (orderId) => {
    const row = await table.get(orderKey(orderId))
    return row === null ? null : rowToOrder(row)
  },

  create: async (order) => {
    const { written } = await table.write([{ put: orderToRow(order, order.version), expect: 'absent' }])
    // Lists do without the tallies if this fails: the order is stored, and the next drawn one tries again.
    if (written && isDrawn(order.orderId))
      await extendTallies(table, order.userId, order.createdAt).catch(() => undefined)
    return written
  },

  save: async (order, newFills) => {
    if (newFills.length > MOST_NEW_FILLS)
      throw new RangeError(`${newFills.length} new fills do not fit in one transaction`)
    const { written } = await table.write([
      { put: orderToRow(order, order.version + 1), expect: { same: { v: order.version } } },
      ...newFills.map((fill) => ({ put: fillToRow(fill), expect: 'absent' as const })),
      ...(await loosenTally(table, order)),
    ])
    return written
  },

  list: (userId, filter, page) => listOrders(table, userId, filter, page),

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
})

/** One order in 256, by its id: often enough that less than two stretches wait to be tallied, and seldom enough to cost nothing. */
const isDrawn = (orderId: string): boolean => orderId.endsWith('00')
