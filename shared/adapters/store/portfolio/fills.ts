/** Fills by subaccount, including trades that were not made through us. */

import { chunked } from '#domain/kernel/chunked.ts'
import { type Fill, NO_CONTEXT } from '#domain/orders/fills/fill.ts'
import type { ExternalFill, FillFilter, FillStore, FillTime } from '#ports/portfolio/portfolio-store.ts'
import {
  externalFillKey,
  fillListPartition,
  fillSort,
  fillSortAt,
  idOf,
  taggedFillPartition,
  taggedFillPrefix,
} from '../engine/keys.ts'
import type { Question } from '../engine/question.ts'
import type { Row } from '../engine/rows.ts'
import { type Cursor, keysOf, type Table } from '../engine/table.ts'
import { listedFillToRow, orderIdOfFill, rowToContext, rowToFill } from '../rows/fill-row.ts'
import { rowToTaggedFill, TAGGED_PLACE, taggedFillKey } from '../rows/tagged-fill-row.ts'
import { writeWithPosition } from './position-change.ts'

/** Fills of orders are stored under their order, fills of external trades under the account. */
export const fillStore = (table: Table): FillStore => ({
  list: async (subaccountIds, filter, { limit, offset }) => {
    const found = await Promise.all(
      subaccountIds.map((subaccountId) =>
        filter.tag === undefined
          ? firstRows(table, { ...questionOf(subaccountId, filter), attributes: LISTED }, offset + limit)
          : taggedRows(table, subaccountId, { ...filter, tag: filter.tag }, offset + limit),
      ),
    )
    const page = found
      .flat()
      .sort(bySort)
      .slice(offset, offset + limit)
    const rows = await table.batchGet(keysOf(page), { consistent: false })
    return table.readable(rows, (row) => ({ fill: rowToFill(row), ...rowToContext(row) }))
  },

  recordExternal: async (fills, now) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (await recordOnce(table, fills, now)) return
    }
    throw new Error(`fills of ${fills[0]?.subaccountId} stayed contended for ${TRIES} tries`)
  },

  ownersOf: async (subaccountId, fills) => {
    const requested = new Set(fills.map(({ fillId }) => fillId))
    const rows = await rowsAround(table, subaccountId, fills)
    const owners = rows.map((row) => [idOf(String(row['sk'])), orderIdOfFill(String(row['pk']))] as const)
    return new Map(owners.filter(([fillId]) => requested.has(fillId)))
  },

  tagged: async (subaccountId, tag) => {
    const ofTag = tag === undefined ? {} : { sort: { startsWith: taggedFillPrefix(tag) } }
    const rows = await table.query({ partition: taggedFillPartition(subaccountId), ...ofTag })
    return table.readable(rows, rowToTaggedFill)
  },

  inMarkets: async (subaccountId, svcIds) => {
    const needed = new Set(svcIds)
    const partition = fillListPartition(subaccountId)
    const rows = await table.query({ index: 'list', partition, attributes: ['pk', 'sk', 'sv'] })
    const keys = keysOf(rows.filter(({ sv }) => typeof sv === 'number' && needed.has(sv)))
    // The caller notices a missing fill by the number and sum of the fills.
    return (await table.batchGet(keys, { consistent: false })).map(rowToFill)
  },
})

const TRIES = 10

/** A transaction accepts a hundred changes, and one of them is the position. */
const FILLS_AT_ONCE = 90

/** False if another process has stored one of the fills meanwhile. */
const recordOnce = async (table: Table, fills: readonly ExternalFill[], now: number): Promise<boolean> => {
  const [first] = fills
  if (first === undefined) return true
  const keys = fills.map(({ subaccountId, exchange, fillId }) => externalFillKey(subaccountId, exchange, fillId))
  const stored = new Map((await table.batchGet(keys)).map(rowToFill).map((fill) => [fill.fillId, fill]))
  const missing = fills.filter(({ fillId }) => !stored.has(fillId))
  const listed = await listedIds(table, missing)
  const fresh = missing.filter(({ fillId }) => !listed.has(fillId))
  const settled = fills.filter(
    ({ fillId, status }) => stored.get(fillId)?.status === 'PROVISIONAL' && status !== 'PROVISIONAL',
  )
  const isFresh = new Set(fresh)
  for (const those of Map.groupBy([...fresh, ...settled], ({ svcId }) => svcId).values()) {
    const ordered = those.sort((one, other) => one.exchangeAt - other.exchangeAt)
    for (const chunk of chunked(ordered, FILLS_AT_ONCE)) {
      const changes = chunk.map((fill) => ({
        put: listedFillToRow(fill, NO_CONTEXT),
        expect: isFresh.has(fill) ? ('absent' as const) : { same: { st: 'PROVISIONAL' } },
      }))
      const trades = {
        place: chunk[0] ?? first,
        fresh: chunk.filter((fill) => isFresh.has(fill)),
        settled: chunk.filter((fill) => !isFresh.has(fill)),
        now,
      }
      if (!(await writeWithPosition(table, changes, trades))) return false
    }
  }
  return true
}

/**
 * Ids of the fills that the subaccount holds under one of our orders. Once the exchange has archived an order, the owner of its fills is unknown.
 * Such fills are old, so the index has them.
 */
const listedIds = async (table: Table, fills: readonly Fill[]): Promise<ReadonlySet<string>> => {
  const [first] = fills
  if (first === undefined) return new Set()
  const rows = await rowsAround(table, first.subaccountId, fills)
  return new Set(rows.map(({ sk }) => idOf(String(sk))))
}

/** Keys of the subaccount's fills between the first and the last of these. */
const rowsAround = (table: Table, subaccountId: string, fills: readonly FillTime[]): Promise<readonly Row[]> => {
  const times = fills.map(({ exchangeAt }) => exchangeAt)
  // Both ends are included.
  const filter = { from: Math.min(...times), until: Math.max(...times) + 1 }
  return table.query({ ...questionOf(subaccountId, filter), attributes: ['pk', 'sk'] })
}

const LATEST = 9_999_999_999_999

const questionOf = (subaccountId: string, filter: FillFilter): Question => ({
  index: 'list',
  partition: fillListPartition(subaccountId),
  sort: boundsOf(filter),
  filter: { sv: filter.svcId },
})

/** Part of a list of fills, newest first. */
const boundsOf = ({ from, until, after }: FillFilter): { readonly above: string; readonly upTo: string } => ({
  above: latestOf(
    until === undefined ? '' : fillSortAt(within(until - 1)),
    after === undefined ? '' : fillSort(after.at, after.id),
  ),
  upTo: from === undefined ? '~' : `${fillSortAt(within(from))}~`,
})

const latestOf = (one: string, other: string): string => (one > other ? one : other)

const within = (at: number): number => Math.min(LATEST, Math.max(0, at))

/** The first `most` rows, or all if there are fewer. */
const firstRows = async (table: Table, question: Question, most: number): Promise<readonly Row[]> => {
  const rows: Row[] = []
  const isFiltered = question.filter?.['sv'] !== undefined
  let cursor: Cursor | null = null
  do {
    const missing = most - rows.length
    // A filter may leave few rows: then more are read at once.
    const limit = isFiltered ? Math.max(FILTERED_AT_ONCE, missing) : missing
    const read: Awaited<ReturnType<Table['page']>> = await table.page({ ...question, limit }, cursor)
    rows.push(...read.rows)
    cursor = read.cursor
  } while (cursor !== null && rows.length < most)
  return rows.slice(0, most)
}

const LISTED = ['pk', 'sk', 'ls']

/** Keys of the first fills with a tag. */
const taggedRows = async (
  table: Table,
  subaccountId: string,
  filter: FillFilter & { readonly tag: string },
  most: number,
): Promise<readonly Row[]> => {
  const prefix = taggedFillPrefix(filter.tag)
  const { above, upTo } = boundsOf(filter)
  const rows = await firstRows(
    table,
    {
      partition: taggedFillPartition(subaccountId),
      sort: { above: `${prefix}${above}`, upTo: `${prefix}${upTo}` },
      filter: { sv: filter.svcId },
      attributes: TAGGED_PLACE,
    },
    most,
  )
  return rows.map((row) => ({ ...taggedFillKey(row), ls: String(row['sk']).slice(prefix.length) }))
}

const FILTERED_AT_ONCE = 1_000

const bySort = (one: Row, other: Row): number => (String(one['ls']) < String(other['ls']) ? -1 : 1)
