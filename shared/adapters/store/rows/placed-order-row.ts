/** Row of any order of a user: on one market, or on a custom asset. */

import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Key } from '../engine/keys.ts'
import type { Row } from '../engine/rows.ts'
import { basketOrderToRow, isBasketRow, rowToBasketOrder } from './basket-order-row.ts'
import { orderToRow, rowToOrder } from './order-row.ts'

/** Row of any order, stored as `version`. */
export const placedOrderToRow = (order: PlacedOrder, version: number): Row & Key =>
  isBasketOrder(order) ? basketOrderToRow(order, version) : orderToRow(order, version)

/** Reads the order of a row, on a market or on a custom asset. */
export const rowToPlacedOrder = (row: Row): PlacedOrder => (isBasketRow(row) ? rowToBasketOrder(row) : rowToOrder(row))
