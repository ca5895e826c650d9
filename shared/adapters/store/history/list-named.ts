/** Reads one page of the orders of a user with one `client_order_id`, newest first. */

import type { Page } from '#ports/kernel/page.ts'
import type { OrderFilter, OrderStore } from '#ports/orders/order-store.ts'
import { orderNamePartition, orderNamePrefix } from '../engine/keys.ts'
import type { Row } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { namedOrderKey } from '../rows/order-name-row.ts'
import { rowToPlacedOrder } from '../rows/placed-order-row.ts'
import { ORDERS } from './history.ts'
import { requestedOrders } from './list-orders.ts'
import { boundsOf, isRequested } from './wanted.ts'

/**
 * Reads all orders with that name (strongly consistent), then filters and counts them. Few orders share one name. Orders of versions before
 * 1.1.0 have no row of their name, and are not found.
 */
export const listNamed = async (
  table: Table,
  userId: string,
  filter: OrderFilter & { readonly clientOrderId: string },
  page: Page,
): ReturnType<OrderStore['list']> => {
  const requested = requestedOrders(filter)
  const { above, upTo } = boundsOf(requested)
  if (above >= upTo) return { orders: [], count: 0, hasMore: false }
  const namesOf = (isLeg: boolean): Promise<readonly Row[]> => {
    const prefix = orderNamePrefix(filter.clientOrderId, { isLeg })
    const sort = { above: `${prefix}${above}`, upTo: `${prefix}${upTo}` }
    return table.query({ partition: orderNamePartition(userId), sort, consistent: true })
  }
  const names = await Promise.all([namesOf(false), ...(filter.includeLegs === true ? [namesOf(true)] : [])])
  const rows = await table.batchGet(names.flat().map(namedOrderKey))
  const found = rows
    .filter((row) => isRequested(ORDERS, row, requested))
    .sort((a, b) => (String(a['ls']) < String(b['ls']) ? 1 : -1))
  const orders = table.readable(found, rowToPlacedOrder)
  const end = page.offset + page.limit
  return { orders: orders.slice(page.offset, end), count: orders.length, hasMore: end < orders.length }
}
