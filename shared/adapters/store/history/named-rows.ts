/** Reads one page of the orders or complex orders of a user with one name or tag, newest first. */

import type { Page } from '#ports/kernel/page.ts'
import { type Key, orderNamePartition } from '../engine/keys.ts'
import type { Row } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { namedId } from '../rows/order-name-row.ts'
import { boundsOf, type Requested } from './wanted.ts'

interface Named {
  readonly userId: string
  /** Beginnings of the sort keys of the names. */
  readonly prefixes: readonly string[]
  readonly requested: Requested
  readonly keyOf: (id: string) => Key
  /** Returns true for a row that passes all other filters; null if there are none. */
  readonly isRequested: ((row: Row) => boolean) | null
}

/**
 * Reads all names (strongly consistent). Without other filters only the objects on the page are read, so that a tag may have many. Objects
 * of versions before 1.1.0 have no row of their name, and are not found.
 */
export const namedRows = async (
  table: Table,
  { userId, prefixes, requested, keyOf, isRequested }: Named,
  page: Page,
): Promise<{ readonly rows: readonly Row[]; readonly count: number; readonly hasMore: boolean }> => {
  const { above, upTo } = boundsOf(requested)
  if (above >= upTo) return { rows: [], count: 0, hasMore: false }
  const partition = orderNamePartition(userId)
  const found = await Promise.all(
    prefixes.map(async (prefix) => {
      const sort = { above: `${prefix}${above}`, upTo: `${prefix}${upTo}` }
      const names = await table.query({ partition, sort, consistent: true })
      return names.map((name) => ({ at: String(name['sk']).slice(prefix.length), key: keyOf(namedId(name)) }))
    }),
  )
  const newest = found.flat().sort((one, other) => (one.at < other.at ? 1 : -1))
  // A repeated request may have named its order twice.
  const keys = [...new Map(newest.map(({ key }) => [key.pk, key])).values()]
  const end = page.offset + page.limit
  if (isRequested === null) {
    const shown = keys.slice(page.offset, end)
    const rows = newestFirst(await table.batchGet(shown))
    return { rows, count: keys.length - (shown.length - rows.length), hasMore: end < keys.length }
  }
  const rows = newestFirst((await table.batchGet(keys)).filter(isRequested))
  return { rows: rows.slice(page.offset, end), count: rows.length, hasMore: end < rows.length }
}

const newestFirst = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((one, other) => (String(one['ls']) < String(other['ls']) ? 1 : -1))
