/** Reads the newest end of a growing partition, as far back as it holds unfinished work. */

import type { Row } from './rows.ts'
import type { Cursor, Table } from './table.ts'

/** Rows of the first page; each further page is twice as long. */
const AT_FIRST = 25
const AT_MOST = 400

/**
 * Rows of the partition that are `open`, oldest first. Work is finished in the order of the keys, so rows before a page without open rows are not
 * read. `isAll` is true if the partition has no older rows.
 */
export const newestOpenRows = async (
  table: Pick<Table, 'page'>,
  partition: string,
  isOpen: (row: Row) => boolean,
): Promise<{ readonly rows: readonly Row[]; readonly isAll: boolean }> => {
  const rows: Row[] = []
  let cursor: Cursor | null = null
  let limit = AT_FIRST
  do {
    const question = { partition, descending: true, consistent: true, limit }
    const page: Awaited<ReturnType<Table['page']>> = await table.page(question, cursor)
    const found = page.rows.filter(isOpen)
    rows.push(...found)
    cursor = page.cursor
    limit = Math.min(AT_MOST, 2 * limit)
    if (found.length === 0) break
  } while (cursor !== null)
  return { rows: rows.reverse(), isAll: cursor === null }
}
