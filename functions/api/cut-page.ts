/** Ends a page of a list at the size limit of an answer, and makes the cursor of the next page. */

import { fitting } from '#contract/kernel/lists/fitting.ts'
import { type Position, type RequestedList, toCursor } from '#contract/kernel/lists/list-cursor.ts'

interface FoundPage<Row> {
  readonly rows: readonly Row[]
  /** Rows as the answer shows them, in the same order. */
  readonly records: readonly unknown[]
  readonly hasMore: boolean
  readonly positionOf: (row: Row) => Position
}

/** Number of rows that fit into the answer, and its fields about the rest of the list. */
export const cutPage = <Row>(list: RequestedList, { rows, records, hasMore, positionOf }: FoundPage<Row>) => {
  const fits = fitting(records)
  const has_more = hasMore || fits < rows.length
  const last = rows[fits - 1]
  return { fits, more: { has_more, next_cursor: toCursor(list, has_more, last && positionOf(last)) } }
}
