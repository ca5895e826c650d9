/** Reads one page of the orders of a user with one `client_order_id` or tag, newest first. */

import type { Page } from '#ports/kernel/page.ts'
import type { OrderFilter, OrderStore } from '#ports/orders/order-store.ts'
import { namePrefix, orderKey } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'
import { rowToPlacedOrder } from '../rows/placed-order-row.ts'
import { ORDERS } from './history.ts'
import { requestedOrders } from './list-orders.ts'
import { namedRows } from './named-rows.ts'
import { openTaggedRows, wantsOnlyOpen } from './open-tagged-rows.ts'
import { isAnything, isRequested, isRequestedValue } from './wanted.ts'

/** Returns null if the filter has neither of the two. Few orders share a `client_order_id`, so it is looked up first. */
export const listNamed = (
  table: Table,
  userId: string,
  filter: OrderFilter,
  page: Page,
): ReturnType<OrderStore['list']> | null => {
  const prefixes = prefixesOf(filter)
  return prefixes === null ? null : listOf(table, { userId, prefixes, filter }, page)
}

interface NamedOrders {
  readonly userId: string
  readonly prefixes: { readonly orders: string; readonly legs: string }
  readonly filter: OrderFilter
}

const listOf = async (table: Table, named: NamedOrders, page: Page): ReturnType<OrderStore['list']> => {
  const { rows, count, hasMore } = await rowsOf(table, named, page)
  const orders = table.readable(rows, rowToPlacedOrder)
  return { orders, count: count - (rows.length - orders.length), hasMore }
}

const rowsOf = (table: Table, { userId, prefixes, filter }: NamedOrders, page: Page): ReturnType<typeof namedRows> => {
  const { clientOrderId, tag, includeLegs } = filter
  const requested = requestedOrders(filter)
  if (clientOrderId === undefined && tag !== undefined && includeLegs !== true && wantsOnlyOpen(ORDERS, requested))
    return openTaggedRows({ table, history: ORDERS, userId }, requested, tag, page)
  const hasBoth = clientOrderId !== undefined && tag !== undefined
  return namedRows(
    table,
    {
      userId,
      prefixes: includeLegs === true ? [prefixes.orders, prefixes.legs] : [prefixes.orders],
      requested,
      keyOf: orderKey,
      isRequested:
        isAnything(requested) && !hasBoth
          ? null
          : (row) => isRequested(ORDERS, row, requested) && isRequestedValue(tag, row['tg']),
    },
    page,
  )
}

const prefixesOf = ({ clientOrderId, tag }: OrderFilter): NamedOrders['prefixes'] | null => {
  if (clientOrderId !== undefined)
    return { orders: namePrefix('c', clientOrderId), legs: namePrefix('cl', clientOrderId) }
  return tag === undefined ? null : { orders: namePrefix('t', tag), legs: namePrefix('tl', tag) }
}
