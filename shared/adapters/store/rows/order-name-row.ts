/** Rows that find orders by their `client_order_id`. A row never changes. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { isLeg } from '#domain/orders/origin.ts'
import { id } from '../engine/codecs.ts'
import { createdSort, type Key, orderKey, orderNamePartition, orderNamePrefix } from '../engine/keys.ts'
import { partOf, type Row, readRow } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'

/**
 * Stores the names of new orders before the orders, so that no stored order lacks its name. If an order is not stored after all, its name
 * finds nothing.
 */
export const putOrderNames = async (table: Table, orders: readonly PlacedOrder[]): Promise<void> => {
  const rows = orders.flatMap((order) => nameRow(order) ?? [])
  await Promise.all(rows.map((row) => table.write([{ put: row, expect: 'anything' }])))
}

const nameRow = (order: PlacedOrder): (Row & Key) | null => {
  const { userId, orderId, clientOrderId, createdAt } = order
  if (clientOrderId === null) return null
  const prefix = orderNamePrefix(clientOrderId, { isLeg: isLeg(order) })
  return {
    ...NAME.write({ orderId }),
    pk: orderNamePartition(userId),
    sk: `${prefix}${createdSort(createdAt, orderId)}`,
  }
}

/** Returns the key of the order that the row names. */
export const namedOrderKey = (row: Row): Key => orderKey(readRow(row, NAME.read).orderId)

const NAME = partOf({ orderId: ['o', id] })
