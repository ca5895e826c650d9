/** Reads one page of a user's orders with the legs of orders on custom assets among them, newest first. */

import type { Page } from '#ports/kernel/page.ts'
import type { OrderFilter, OrderStore } from '#ports/orders/order-store.ts'
import { legListPartition, orderListPartition } from '../engine/keys.ts'
import type { Question } from '../engine/question.ts'
import type { Row } from '../engine/rows.ts'
import { type Cursor, keysOf, type Table } from '../engine/table.ts'
import { rowToPlacedOrder } from '../rows/placed-order-row.ts'
import { withCodes } from './aggregates.ts'
import { ORDERS } from './history.ts'
import { listOrders, requestedOrders } from './list-orders.ts'
import { boundsOf, isRequested, type Requested } from './wanted.ts'

/**
 * The page is read from the newest end. Legs have no tallies, because a leg is as old as its order whenever it is stored. Legs behind the page are
 * counted in the index and not transferred.
 */
export const listWithLegs = async (
  table: Table,
  userId: string,
  filter: OrderFilter,
  page: Page,
): ReturnType<OrderStore['list']> => {
  const requested = requestedOrders(filter)
  const { above, upTo } = boundsOf(requested)
  if (above >= upTo) return { orders: [], count: 0, hasMore: false }
  const question: Question = {
    index: 'list',
    partition: orderListPartition(userId),
    sort: { above, upTo },
    filter: requested.fields,
    descending: true,
  }
  const most = page.offset + page.limit
  const [orders, legs, tallied] = await Promise.all([
    firstRows(table, question, requested, most),
    firstRows(table, { ...question, partition: legListPartition(userId) }, requested, most),
    listOrders(table, userId, filter, { limit: 0, offset: 0 }),
  ])
  const merged = [...orders.rows, ...legs.rows].sort((a, b) => (String(a['ls']) < String(b['ls']) ? 1 : -1))
  const rows = await table.batchGet(keysOf(merged.slice(page.offset, most)), { consistent: false })
  const shown = rows.filter((row) => isRequested(ORDERS, row, requested))
  const found = table.readable(shown, rowToPlacedOrder)
  const count = tallied.count + legs.rows.length + (await legs.others())
  return {
    orders: found,
    count: count - (rows.length - found.length),
    hasMore: most < count,
  }
}

interface FirstRows {
  /** The first `most` matches. */
  readonly rows: readonly Row[]
  /** Counts the further matches. */
  readonly others: () => Promise<number>
}

const firstRows = async (table: Table, question: Question, { codes }: Requested, most: number): Promise<FirstRows> => {
  let cursor: Cursor | null = null
  const nextRows = async (): Promise<readonly Row[]> => {
    const next: Question = { ...question, attributes: ['pk', 'sk', 'ls', 'ck'], limit: ROWS_AT_ONCE }
    const read = await table.page(next, cursor)
    cursor = read.cursor
    if (codes === undefined) return read.rows
    return (await withCodes(table, ORDERS, read.rows)).filter(({ ck }) => codes.has(String(ck)))
  }
  const rows: Row[] = []
  do rows.push(...(await nextRows()))
  while (cursor !== null && rows.length < most)
  const others = async (): Promise<number> => {
    let count = Math.max(0, rows.length - most)
    if (codes === undefined && cursor !== null) return count + (await table.count(question, cursor))
    while (cursor !== null) count += (await nextRows()).length
    return count
  }
  return { rows: rows.slice(0, most), others }
}

const ROWS_AT_ONCE = 1_000
