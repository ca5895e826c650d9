/** Finds markets in a snapshot: markets that the text names, markets whose ticker begins with it, and markets that have its words. */

import type { SQLInputValue } from 'node:sqlite'
import type { Millis } from '#domain/kernel/time.ts'
import type { MarketSort } from '#domain/markets/market-sort.ts'
import type { Page } from '#ports/kernel/page.ts'
import type { FoundMarkets, MarketFilter, MarketPage } from '#ports/markets/market-index.ts'
import { WEIGHTS } from '../snapshot/snapshot-format.ts'
import { exactMatches } from './exact-matches.ts'
import { ftsQuery, wholeWords } from './fts-query.ts'
import { marketConditions } from './market-conditions.ts'
import { MARKET_ORDERS } from './market-orders.ts'
import { searchAgain } from './search-again.ts'
import type { Condition, SnapshotReads } from './snapshot-reads.ts'
import type { Spelling } from './spelling.ts'
import { tickerPrefix } from './ticker-prefix.ts'

/** Snapshot for searches. */
export interface Searched {
  readonly reads: SnapshotReads
  readonly spelling: Spelling
  readonly asOf: Millis | null
}

/** Part of the results, in the order of the whole. */
interface Part {
  readonly total: number
  /** Rows of a page of this part. */
  ids(page: Page): readonly number[]
}

export const marketSearcher = ({ reads, spelling, asOf }: Searched) => {
  const exactly = exactMatches(reads)

  /** Markets that meet the conditions. `from` begins with a table that has the rows of `market`. */
  const part = (from: string, order: string, values: readonly SQLInputValue[]): Part => ({
    total: reads.count(`SELECT count(*) AS count ${from}`, values),
    ids: ({ limit, offset }) =>
      reads.ids(`SELECT market.id AS id ${from} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, limit, offset]),
  })

  const browse = (filter: MarketFilter, sort: MarketSort): Part => {
    const { where, values } = marketConditions(filter)
    return part(`FROM market WHERE ${where}`, MARKET_ORDERS[sort], values)
  }

  /** Markets that have the words, exact words in name or tags first: "gold" is not "Golden State". */
  const matching = (text: string, filter: MarketFilter, without: readonly Condition[]): readonly Part[] => {
    const [query, whole] = [ftsQuery(text), wholeWords(text)]
    if (query === null || whole === null) return []
    const { where, values } = marketConditions(filter, without)
    // CROSS JOIN keeps the order of SQLite's join: first the words, then the filters.
    const from = `FROM word CROSS JOIN market ON market.id = word.rowid WHERE word MATCH ? AND ${where}`
    return [whole, `(${query}) NOT (${whole})`].map((words) =>
      part(from, `bm25(word, ${WEIGHTS}), ${MARKET_ORDERS.volume}`, [words, ...values]),
    )
  }

  /** All markets that the text finds, in one order. */
  const sorted = (text: string, filter: MarketFilter, sort: MarketSort): readonly Part[] => {
    const query = ftsQuery(text)
    const words = { sql: 'market.id IN (SELECT rowid FROM word WHERE word MATCH ?)', values: [query ?? ''] }
    const ways = [tickerPrefix(reads, text), query === null ? null : words].filter((way) => way !== null)
    const { where, values } = marketConditions(filter)
    const found = [
      'market.id IN (SELECT value FROM json_each(?))',
      ...ways.map(({ sql }) => `(${where} AND ${sql})`),
    ].join(' OR ')
    const given = [JSON.stringify(exactly(text, filter)), ...ways.flatMap((way) => [...values, ...way.values])]
    return [part(`FROM market WHERE ${found}`, MARKET_ORDERS[sort], given)]
  }

  /** Without a text, all markets that pass the filters. */
  const partsOf = (text: string, filter: MarketFilter, sort: MarketSort | undefined): readonly Part[] => {
    if (text === '') return [browse(filter, sort ?? 'volume')]
    if (sort !== undefined) return sorted(text, filter, sort)
    const exact = exactly(text, filter)
    const named: Part = { total: exact.length, ids: ({ limit, offset }) => exact.slice(offset, offset + limit) }
    const known: readonly Condition[] = exact.map((id) => ({ sql: 'market.id <> ?', values: [id] }))
    const prefix = tickerPrefix(reads, text)
    if (prefix === null) return [named, ...matching(text, filter, known)]
    const { where, values } = marketConditions(filter, [...known, prefix])
    const begun = part(`FROM market WHERE ${where}`, MARKET_ORDERS.volume, values)
    const others = { sql: `(${prefix.sql}) IS NOT TRUE`, values: prefix.values }
    return [named, begun, ...matching(text, filter, [...known, others])]
  }

  const pageOf = (parts: readonly Part[], page: Page): Pick<FoundMarkets, 'markets' | 'total'> => {
    const ids: number[] = []
    let before = 0
    for (const { total, ids: idsOf } of parts) {
      const offset = Math.max(0, page.offset - before)
      const limit = page.limit - ids.length
      if (limit > 0 && offset < total) ids.push(...idsOf({ limit, offset }))
      before += total
    }
    return { markets: reads.markets(ids), total: before }
  }

  return (filter: MarketFilter, { sort, ...page }: MarketPage): FoundMarkets => {
    const text = filter.text?.trim() ?? ''
    const found = pageOf(partsOf(text, filter, sort), page)
    const search = (words: string) =>
      pageOf(sort === undefined ? matching(words, filter, []) : sorted(words, filter, sort), page)
    return { ...searchAgain(text, found, spelling, search), asOf }
  }
}
