/** Reads one page of a user's orders, newest first, and counts all matches. */

import type { Page } from '#ports/kernel/page.ts'
import type { OrderFilter, OrderStore } from '#ports/orders/order-store.ts'
import { shortId } from '../engine/short-id.ts'
import type { Table } from '../engine/table.ts'
import { codesOf } from '../rows/order-code.ts'
import { rowToPlacedOrder } from '../rows/placed-order-row.ts'
import { ORDERS } from './history.ts'
import { listHistory } from './list-history.ts'
import type { Requested } from './wanted.ts'

/** One page of the orders of a user, newest first, and the number of all matches. `list-with-legs.ts` adds the legs. */
export const listOrders = async (
  table: Table,
  userId: string,
  filter: OrderFilter,
  page: Page,
): ReturnType<OrderStore['list']> => {
  const { rows, count, hasMore } = await listHistory({ table, history: ORDERS, userId }, requestedOrders(filter), page)
  const orders = table.readable(rows, rowToPlacedOrder)
  return { orders, count: count - (rows.length - orders.length), hasMore }
}

/** Translates the filter into attributes of rows. */
export const requestedOrders = (filter: OrderFilter): Requested => ({
  fields: {
    st: filter.status,
    sv: filter.svcId,
    ca: filter.customAssetId === undefined ? undefined : shortId(filter.customAssetId),
    su: filter.subaccountId === undefined ? undefined : shortId(filter.subaccountId),
    bf: filter.buyFlag,
  },
  codes: codesOf(filter),
  createdFrom: filter.createdFrom,
  createdBefore: filter.createdBefore,
  after: filter.after,
})
