/** One page of a user's orders with the legs of those on custom assets among them, newest first. */

import type { OrderFilter, OrderStore, Page } from '#ports/store.ts'
import type { Row } from '../engine/attributes.ts'
import { legListPartition, orderListPartition } from '../engine/keys.ts'
import type { Question } from '../engine/question.ts'
import { type Cursor, keysOf, type Table } from '../engine/table.ts'
import { rowToPlacedOrder } from '../orders/placed-order-row.ts'
import { listOrders, rowFilter } from './list-orders.ts'

/** Legs have no tallies, and the page is looked for from the newest end: for looking into an order, not for a long history. */
export const listWithLegs = async (
  table: Table,
  userId: string,
  filter: OrderFilter,
  page: Page,
): ReturnType<OrderStore['list']> => {
  const inOrders: Question = { index: 'list', partition: orderListPartition(userId), ...asked(filter) }
  const inLegs: Question = { ...inOrders, partition: legListPartition(userId) }
  const most = page.offset + page.limit
  const [newest, counted, legCount] = await Promise.all([
    Promise.all([inOrders, inLegs].map((question) => firstRows(table, question, most))),
    listOrders(table, userId, filter, { limit: 0, offset: 0 }),
    table.count(inLegs),
  ])
  const merged = newest.flat().sort((a, b) => (String(a['ls']) < String(b['ls']) ? 1 : -1))
  const rows = await table.batchGet(keysOf(merged.slice(page.offset, most)), { consistent: false })
  return { orders: rows.map(rowToPlacedOrder), count: counted.count + legCount }
}

const asked = (filter: OrderFilter) => ({ filter: rowFilter(filter), descending: true })

const firstRows = async (table: Table, question: Question, most: number): Promise<readonly Row[]> => {
  const rows: Row[] = []
  let cursor: Cursor | null = null
  do {
    const next: Question = { ...question, attributes: ['pk', 'sk', 'ls'], limit: ROWS_AT_ONCE }
    const read: Awaited<ReturnType<Table['page']>> = await table.page(next, cursor)
    rows.push(...read.rows)
    cursor = read.cursor
  } while (cursor !== null && rows.length < most)
  return rows.slice(0, most)
}

const ROWS_AT_ONCE = 1_000
