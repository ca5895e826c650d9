/** One page of a user's orders, newest first, and how many there are in all. */

import type { OrderFilter, OrderStore, Page } from '#ports/store.ts'
import { shortId } from '../engine/short-id.ts'
import type { Table } from '../engine/table.ts'
import { rowToPlacedOrder } from '../orders/placed-order-row.ts'
import { ORDERS } from './history.ts'
import { listHistory, type RowFilter } from './list-history.ts'

export const listOrders = async (
  table: Table,
  userId: string,
  filter: OrderFilter,
  page: Page,
): ReturnType<OrderStore['list']> => {
  const { rows, count } = await listHistory(table, ORDERS, userId, rowFilter(filter), page)
  return { orders: rows.map(rowToPlacedOrder), count }
}

/** The filter by the attributes of rows. */
export const rowFilter = (filter: OrderFilter): RowFilter => ({
  st: filter.status,
  sv: filter.svcId,
  ca: filter.customAssetId === undefined ? undefined : shortId(filter.customAssetId),
  su: filter.subaccountId === undefined ? undefined : shortId(filter.subaccountId),
  bf: filter.buyFlag,
})
