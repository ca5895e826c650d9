/** Orders on one market and on custom assets in the table, by the one key they share. */

import type { Fill } from '#domain/orders/fill.ts'
import type { PlacedOrderStore } from '#ports/placed-order-store.ts'
import type { Row } from '../engine/attributes.ts'
import { ORDER_SORT, orderKey } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'
import { rowToFill } from './fill-row.ts'
import { rowToPlacedOrder } from './placed-order-row.ts'

/** The orders of `table`, whatever they are on. */
export const placedOrderStore = (table: Table): PlacedOrderStore => ({
  get: async (orderId) => {
    const row = await table.get(orderKey(orderId))
    return row === null ? null : rowToPlacedOrder(row)
  },

  getWithFills: async (orderId, limit) => {
    const rows = await table.query({ partition: orderKey(orderId).pk, consistent: true })
    const order = rows.find(isOrder)
    if (order === undefined) return null
    return { order: rowToPlacedOrder(order), fills: oldestFirst(rows.filter((row) => !isOrder(row))).slice(0, limit) }
  },
})

const isOrder = (row: Row): boolean => row['sk'] === ORDER_SORT

/** Rows of fills as fills, by exchange time. */
export const oldestFirst = (rows: readonly Row[]): readonly Fill[] =>
  rows.map(rowToFill).sort((a, b) => a.exchangeAt - b.exchangeAt || (a.fillId < b.fillId ? -1 : 1))
