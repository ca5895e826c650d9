/** Reads many rows independently: an unreadable row is left out and reported. */

import { type ReadOptions, UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import type { Row } from './rows.ts'

/** Records of the readable rows, in their order. */
export type Readable = <Record>(rows: readonly Row[], read: (row: Row) => Record) => readonly Record[]

/** A process reports each row once, however often it is listed. Rows remembered at most. */
const MOST_REPORTED = 1_000

export const readableRows = (report: (key: string, problem: string) => void): Readable => {
  const reported = new Set<string>()
  const reportOnce = (row: Row, problem: string): void => {
    const key = `${String(row['pk'])} ${String(row['sk'])}`
    if (!reported.has(key)) report(key, problem)
    if (reported.size >= MOST_REPORTED) reported.clear()
    reported.add(key)
  }
  return (rows, read) =>
    rows.flatMap((row) => {
      try {
        return [read(row)]
      } catch (error) {
        if (!(error instanceof UnreadableRow)) throw error
        reportOnce(row, error.message)
        return []
      }
    })
}

/** Records of the rows: without the unreadable ones, or by default with an error for any of them. */
export const recordsOf = <Record>(
  table: { readonly readable: Readable },
  rows: readonly Row[],
  read: (row: Row) => Record,
  { skipUnreadable = false }: ReadOptions = {},
): readonly Record[] => (skipUnreadable ? table.readable(rows, read) : rows.map(read))
