/** One page of a user's orders with the legs of those on custom assets among them, newest first. */

import type { Page } from '#ports/kernel/page.ts'
import type { OrderFilter, OrderStore } from '#ports/orders/order-store.ts'
import type { Row } from '../engine/attributes.ts'
import { legListPartition, orderListPartition } from '../engine/keys.ts'
import type { Question } from '../engine/question.ts'
import { type Cursor, keysOf, type Table } from '../engine/table.ts'
import { rowToPlacedOrder } from '../orders/placed-order-row.ts'
import { ORDERS } from './history.ts'
import { listOrders, wantedOrders } from './list-orders.ts'
import { withCodes } from './tallies.ts'
import { boundsOf, isWanted, type Wanted } from './wanted.ts'

/** Legs have no tallies, and the page is looked for from the newest end: for looking into an order, not for a long history. */
export const listWithLegs = async (
  table: Table,
  userId: string,
  filter: OrderFilter,
  page: Page,
): ReturnType<OrderStore['list']> => {
  const wanted = wantedOrders(filter)
  const { above, upTo } = boundsOf(wanted)
  if (above >= upTo) return { orders: [], count: 0, hasMore: false }
  const question: Question = {
    index: 'list',
    partition: orderListPartition(userId),
    sort: { above, upTo },
    filter: wanted.fields,
    descending: true,
  }
  const most = page.offset + page.limit
  const [orders, legs, counted] = await Promise.all([
    firstRows(table, question, wanted, most),
    firstRows(table, { ...question, partition: legListPartition(userId) }, wanted, Number.POSITIVE_INFINITY),
    listOrders(table, userId, filter, { limit: 0, offset: 0 }),
  ])
  const merged = [...orders, ...legs].sort((a, b) => (String(a['ls']) < String(b['ls']) ? 1 : -1))
  const rows = await table.batchGet(keysOf(merged.slice(page.offset, most)), { consistent: false })
  const shown = rows.filter((row) => isWanted(ORDERS, row, wanted))
  const found = table.readable(shown, rowToPlacedOrder)
  const count = counted.count + legs.length
  return {
    orders: found,
    count: count - (rows.length - found.length),
    hasMore: most < count,
  }
}

const firstRows = async (
  table: Table,
  question: Question,
  { codes }: Wanted,
  most: number,
): Promise<readonly Row[]> => {
  const rows: Row[] = []
  let cursor: Cursor | null = null
  do {
    const next: Question = { ...question, attributes: ['pk', 'sk', 'ls', 'ck'], limit: ROWS_AT_ONCE }
    const read: Awaited<ReturnType<Table['page']>> = await table.page(next, cursor)
    const found = codes === undefined ? read.rows : await withCodes(table, ORDERS, read.rows)
    rows.push(...found.filter(({ ck }) => codes === undefined || codes.has(String(ck))))
    cursor = read.cursor
  } while (cursor !== null && rows.length < most)
  return rows.slice(0, most)
}

const ROWS_AT_ONCE = 1_000
