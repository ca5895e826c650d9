/** Reads the newest end of a partition that grows for long, as far back as anything is left to do there. */

import type { Row } from './rows.ts'
import type { Cursor, Table } from './table.ts'

/** Rows of the first page; each further one is twice as long. */
const AT_FIRST = 25
const AT_MOST = 400

/**
 * The rows of the partition that are `open`, oldest first. What is done is done in the order of the keys, so that older ones than a
 * whole page without any are not read; `isAll`: there are none.
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
