/** Answers searches from a snapshot file. */

import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { FoundMarkets, MarketFilter } from '#ports/market-index.ts'
import type { Page } from '#ports/page.ts'
import { ftsQuery } from './fts-query.ts'
import { marketIn } from './market-line.ts'
import { readRange, unpack } from './packs.ts'
import type { SnapshotFile } from './receive-snapshot.ts'
import { identifierHash, identifiersOf, identifierText, WEIGHTS } from './snapshot-format.ts'
import type { Layout } from './snapshot-layout.ts'

export interface Snapshot {
  /** How many markets it holds. */
  readonly size: number
  /** Everything listed until then is in it; null before the first whole listing. */
  readonly asOf: Millis | null
  search(filter: MarketFilter, page: Page): FoundMarkets
  close(): void
}

/** Throws when the index is damaged. Keeps the files open; their names may go. */
export const openSnapshot = ({ file, index, layout }: Pick<SnapshotFile, 'file' | 'index' | 'layout'>): Snapshot => {
  const location = pathToFileURL(index)
  location.search = '?immutable=1'
  const database = new DatabaseSync(location, { readOnly: true })
  try {
    check(database, layout)
    const packs = openSync(file, 'r')
    return {
      size: layout.markets,
      asOf: layout.asOf,
      search: searcher(database, (pack) => unpack(readRange(packs, layout.packs[pack])), layout.asOf),
      close: () => {
        database.close()
        closeSync(packs)
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}

const check = (database: DatabaseSync, { markets }: Layout): void => {
  // Only the one table: a check of the whole file takes a second, and its checksum says that it arrived as it was made.
  const { quick_check: verdict } = database.prepare('PRAGMA quick_check(market)').get() ?? {}
  if (verdict !== 'ok') throw new Error(`the market snapshot is damaged: ${String(verdict)}`)
  const { count } = v.parse(counted, database.prepare('SELECT count(*) AS count FROM market').get())
  if (count !== markets) throw new Error(`the market snapshot holds ${count} markets instead of ${markets}`)
}

const searcher = (
  database: DatabaseSync,
  linesOf: (pack: number) => readonly string[],
  asOf: Millis | null,
): Snapshot['search'] => {
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const idsOf = (sql: string, values: readonly SQLInputValue[]): readonly number[] =>
    v.parse(places, prepared(sql).all(...values)).map(({ id }) => id)
  const countOf = (sql: string, values: readonly SQLInputValue[]): number =>
    v.parse(counted, prepared(sql).get(...values)).count

  const marketsOf = (ids: readonly number[]): readonly Market[] => {
    const packs = new Map<number, readonly string[]>()
    return ids.map((id) => {
      const { pack, slot } = v.parse(place, prepared('SELECT pack, slot FROM market WHERE id = ?').get(id))
      const lines = packs.get(pack) ?? linesOf(pack)
      packs.set(pack, lines)
      return marketIn(lines[slot] ?? '')
    })
  }

  return (filter, { limit, offset }) => {
    const text = filter.text?.trim() ?? ''
    const exact = text === '' ? [] : exactly(text, filter)
    const { where, values } = conditions(
      filter,
      exact.map(({ id }) => id),
    )
    const first = exact.slice(offset, offset + limit).map(({ market }) => market)
    const rest = { limit: limit - first.length, offset: Math.max(0, offset - exact.length) }
    const found = text === '' ? browse(where, values, rest) : matching(text, where, values, rest)
    return { markets: [...first, ...found.markets], total: exact.length + found.total, asOf }
  }

  /** The markets that have the text as an identifier, whatever their status. */
  function exactly(
    text: string,
    filter: MarketFilter,
  ): ReadonlyArray<{ readonly id: number; readonly market: Market }> {
    const wanted = identifierText(text)
    const { where, values } = conditions({ ...filter, status: undefined }, [])
    const isSvcId = /^\d{1,16}$/.test(wanted)
    const bySvcId = isSvcId
      ? idsOf(`SELECT id FROM market WHERE svc_id = ? AND ${where}`, [Number(wanted), ...values])
      : []
    const byName = idsOf(
      `SELECT market.id FROM identifier CROSS JOIN market USING (id) WHERE hash = ? AND ${where} ORDER BY ${BUSIEST}`,
      [identifierHash(wanted), ...values],
    )
    const ids = [...bySvcId, ...byName]
    return marketsOf(ids)
      .map((market, n) => ({ market, id: ids[n] ?? 0 }))
      .filter(({ market }) => String(market.svcId) === wanted || identifiersOf(market).includes(wanted))
  }

  function browse(where: string, values: readonly SQLInputValue[], page: Page): Matches {
    const total = countOf(`SELECT count(*) AS count FROM market WHERE ${where}`, values)
    if (page.limit === 0 || page.offset >= total) return { markets: [], total }
    const sql = `SELECT id FROM market WHERE ${where} ORDER BY ${BUSIEST} LIMIT ? OFFSET ?`
    return { markets: marketsOf(idsOf(sql, [...values, page.limit, page.offset])), total }
  }

  function matching(text: string, where: string, values: readonly SQLInputValue[], page: Page): Matches {
    const query = ftsQuery(text)
    if (query === null) return { markets: [], total: 0 }
    // CROSS JOIN keeps SQLite from turning it round: first the words, then what the filters leave of them.
    const from = `FROM word CROSS JOIN market ON market.id = word.rowid WHERE word MATCH ? AND ${where}`
    const total = countOf(`SELECT count(*) AS count ${from}`, [query, ...values])
    if (page.limit === 0 || page.offset >= total) return { markets: [], total }
    const sql = `SELECT market.id ${from} ORDER BY bm25(word, ${WEIGHTS}), ${BUSIEST} LIMIT ? OFFSET ?`
    return { markets: marketsOf(idsOf(sql, [query, ...values, page.limit, page.offset])), total }
  }
}

const BUSIEST = 'market.volume DESC, market.svc_id'

/** The filters as SQL; `without` are ids that are shown already. */
const conditions = (filter: MarketFilter, without: readonly number[]) => {
  const { exchange, status, category, expiresFrom, expiresBefore } = filter
  const given: ReadonlyArray<readonly [string, SQLInputValue | undefined]> = [
    ['market.exchange = ?', exchange],
    ['market.status = ?', status],
    ['market.category = ?', category],
    ['market.expires_at >= ?', expiresFrom],
    ['market.expires_at < ?', expiresBefore],
    ...without.map((id) => ['market.id <> ?', id] as const),
  ]
  const used = given.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]))
  return {
    where: used.length === 0 ? 'true' : used.map(({ sql }) => sql).join(' AND '),
    values: used.map(({ value }) => value),
  }
}

type Matches = Pick<FoundMarkets, 'markets' | 'total'>

const counted = v.object({ count: v.number() })
const places = v.array(v.object({ id: v.number() }))
const place = v.object({ pack: v.number(), slot: v.number() })
