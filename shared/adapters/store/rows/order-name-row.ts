/** Rows that find orders by their `client_order_id`, and orders and complex orders by their tag. A row never changes. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import { isLeg } from '#domain/orders/origin.ts'
import { id } from '../engine/codecs.ts'
import { createdSort, type Key, namePrefix, orderNamePartition } from '../engine/keys.ts'
import { partOf, type Row, readRow } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'

/**
 * Stores the names and tags of new orders before the orders, so that no stored order lacks its name. If an order is not stored after all,
 * its name finds nothing.
 */
export const putOrderNames = async (
  table: Table,
  orders: readonly PlacedOrder[],
  complexOrders: readonly ComplexOrder[] = [],
): Promise<void> => {
  const rows = [...orders.flatMap(orderNames), ...complexOrders.flatMap(complexOrderNames)]
  await Promise.all(rows.map((row) => table.write([{ put: row, expect: 'anything' }])))
}

type NameRow = Row & Key

const orderNames = (order: PlacedOrder): readonly NameRow[] => {
  const { userId, orderId, clientOrderId, tag, createdAt } = order
  const of = { userId, objectId: orderId, createdAt }
  const kinds = isLeg(order) ? (['cl', 'tl'] as const) : (['c', 't'] as const)
  return [
    ...(clientOrderId === null ? [] : [nameRow(namePrefix(kinds[0], clientOrderId), of)]),
    ...(tag === null ? [] : [nameRow(namePrefix(kinds[1], tag), of)]),
  ]
}

const complexOrderNames = ({ userId, complexOrderId, tag, createdAt }: ComplexOrder): readonly NameRow[] =>
  tag === null ? [] : [nameRow(namePrefix('tx', tag), { userId, objectId: complexOrderId, createdAt })]

const nameRow = (
  prefix: string,
  { userId, objectId, createdAt }: { readonly userId: string; readonly objectId: string; readonly createdAt: number },
): NameRow => ({
  ...NAME.write({ objectId }),
  pk: orderNamePartition(userId),
  sk: `${prefix}${createdSort(createdAt, objectId)}`,
})

/** Returns the id of the order or complex order that the row names. */
export const namedId = (row: Row): string => readRow(row, NAME.read).objectId

const NAME = partOf({ objectId: ['o', id] })
