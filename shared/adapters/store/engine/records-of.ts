/** Reads many rows as the caller asks: without those that cannot be read, or not at all where there is one. */

import type { ReadOptions } from '#ports/kernel/unreadable-row.ts'
import type { Row } from './attributes.ts'
import type { Table } from './table.ts'

export const recordsOf = <Record>(
  table: Pick<Table, 'readable'>,
  rows: readonly Row[],
  read: (row: Row) => Record,
  { skipUnreadable = false }: ReadOptions = {},
): readonly Record[] => (skipUnreadable ? table.readable(rows, read) : rows.map(read))
