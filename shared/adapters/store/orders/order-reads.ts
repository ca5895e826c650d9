/** Reads of single orders and their fills. */

import { legsOf } from '#domain/baskets/basket-order.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { id } from '../engine/codecs.ts'
import { exchangeIdKey, FILLS, fillKey, ORDER_SORT, orderKey } from '../engine/keys.ts'
import { ifThere, type Row, readRow, rowOf } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { rowToFill } from '../rows/fill-row.ts'
import { rowToOrder } from '../rows/order-row.ts'
import { rowToPlacedOrder } from '../rows/placed-order-row.ts'

type OrderReads = Pick<
  OrderStore,
  'find' | 'findMany' | 'findWithFills' | 'get' | 'getBasket' | 'ownerOf' | 'fills' | 'knownFills' | 'legs'
>

export const orderReads = (table: Table): OrderReads => {
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

    ownerOf: async (exchange, exchangeOrderId) =>
      ifThere(await table.get(exchangeIdKey(exchange, exchangeOrderId)), (row) => readRow(row, OWNER.read).orderId),

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
  }
}

/** Returns no order for an unreadable row. A read of that order alone reports why. */
const readableOrder = (row: Row): readonly PlacedOrder[] => {
  try {
    return [rowToPlacedOrder(row)]
  } catch {
    return []
  }
}

const isOrder = (row: Row): boolean => row['sk'] === ORDER_SORT

/** Fills of these rows, by exchange time. */
const oldestFirst = (rows: readonly Row[]): readonly Fill[] =>
  rows.map(rowToFill).sort((a, b) => a.exchangeAt - b.exchangeAt || (a.fillId < b.fillId ? -1 : 1))

/** Row that assigns an order id of an exchange to one of our orders. */
export const OWNER = rowOf({ orderId: ['o', id] })
