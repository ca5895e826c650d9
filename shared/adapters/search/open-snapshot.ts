/** Answers searches from a snapshot file. */

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import * as v from 'valibot'
import type { Market } from '#domain/markets/market.ts'
import type { FoundMarkets, MarketFilter } from '#ports/market-index.ts'
import type { Page } from '#ports/page.ts'
import { ftsQuery } from './fts-query.ts'
import { marketOf } from './market-doc.ts'
import { FORMAT, identifierHash, identifiersOf, identifierText, PACK_SIZE, WEIGHTS } from './snapshot-format.ts'

export interface Snapshot {
  /** How many markets it holds. */
  readonly size: number
  search(filter: MarketFilter, page: Page): FoundMarkets
  close(): void
}

/** Throws when the file is not a whole snapshot of our format. */
export const openSnapshot = (file: string): Snapshot => {
  const location = pathToFileURL(file)
  location.search = '?immutable=1'
  const database = new DatabaseSync(location, { readOnly: true })
  try {
    const size = checked(database)
    return { size, search: searcher(database), close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

const checked = (database: DatabaseSync): number => {
  const { format, markets } = v.parse(header, database.prepare('SELECT * FROM header').get())
  if (format !== FORMAT) throw new Error(`a market snapshot of format ${format}, and this version reads ${FORMAT}`)
  // Only the one table: a check of the whole file takes a second, and the maker of the snapshot has done it.
  const { quick_check: verdict } = database.prepare('PRAGMA quick_check(market)').get() ?? {}
  if (verdict !== 'ok') throw new Error(`the market snapshot is damaged: ${String(verdict)}`)
  const { count } = v.parse(counted, database.prepare('SELECT count(*) AS count FROM market').get())
  if (count !== markets) throw new Error(`the market snapshot holds ${count} markets instead of ${markets}`)
  return count
}

const searcher = (database: DatabaseSync): Snapshot['search'] => {
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
      const number = Math.floor(id / PACK_SIZE)
      const docs = packs.get(number) ?? unpack(prepared('SELECT docs FROM pack WHERE id = ?').get(number))
      packs.set(number, docs)
      return marketOf(prepared('SELECT * FROM market WHERE id = ?').get(id), docs[id % PACK_SIZE] ?? '')
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
    return { markets: [...first, ...found.markets], total: exact.length + found.total }
  }

  /** The markets that have the text as an identifier, whatever their status. */
  function exactly(
    text: string,
    filter: MarketFilter,
  ): ReadonlyArray<{ readonly id: number; readonly market: Market }> {
    const wanted = identifierText(text)
    const { where, values } = conditions({ ...filter, status: undefined }, [])
    const ids = idsOf(
      `SELECT market.id FROM identifier CROSS JOIN market USING (id) WHERE hash = ? AND ${where} ORDER BY ${BUSIEST}`,
      [identifierHash(wanted), ...values],
    )
    return marketsOf(ids)
      .map((market, n) => ({ market, id: ids[n] ?? 0 }))
      .filter(({ market }) => identifiersOf(market).includes(wanted))
  }

  function browse(where: string, values: readonly SQLInputValue[], page: Page): FoundMarkets {
    const total = countOf(`SELECT count(*) AS count FROM market WHERE ${where}`, values)
    if (page.limit === 0 || page.offset >= total) return { markets: [], total }
    const sql = `SELECT id FROM market WHERE ${where} ORDER BY ${BUSIEST} LIMIT ? OFFSET ?`
    return { markets: marketsOf(idsOf(sql, [...values, page.limit, page.offset])), total }
  }

  function matching(text: string, where: string, values: readonly SQLInputValue[], page: Page): FoundMarkets {
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

const unpack = (row: unknown): readonly string[] =>
  zstdDecompressSync(v.parse(packRow, row).docs).toString().split('\n')

const header = v.object({ format: v.number(), markets: v.number() })
const counted = v.object({ count: v.number() })
const places = v.array(v.object({ id: v.number() }))
const packRow = v.object({ docs: v.instance(Uint8Array) })
