/** Finds markets in a snapshot: markets that the text names, markets whose ticker begins with it, and markets that have its words. */

import type { SQLInputValue } from 'node:sqlite'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { Page } from '#ports/kernel/page.ts'
import type { FoundMarkets, MarketFilter } from '#ports/markets/market-index.ts'
import { identifierHash, identifiersOf, identifierText, isLongId, WEIGHTS } from '../snapshot/snapshot-format.ts'
import { ftsQuery, wholeWords } from './fts-query.ts'
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
  /** Markets that have the text as an identifier, whatever their status. */
  const exactly = (text: string, filter: MarketFilter): readonly number[] => {
    const requested = identifierText(text)
    const { where, values } = conditions({ ...filter, status: undefined })
    const bySvcId = svcIdsOf(requested).flatMap((svcId) =>
      reads.ids(`SELECT id FROM market WHERE svc_id = ? AND ${where}`, [svcId, ...values]),
    )
    const byName = reads.ids(
      `SELECT market.id FROM identifier CROSS JOIN market USING (id) WHERE hash = ? AND ${where} ORDER BY ${BUSIEST}`,
      [identifierHash(requested), ...values],
    )
    const ids = [...new Set([...bySvcId, ...byName])]
    const markets = reads.markets(ids)
    return ids.filter((_, place) => {
      const market = markets[place]
      return market !== undefined && (String(market.svcId) === requested || identifiersOf(market).includes(requested))
    })
  }

  /** Markets that meet the conditions. `from` begins with a table that has the rows of `market`. */
  const part = (from: string, order: string, values: readonly SQLInputValue[]): Part => ({
    total: reads.count(`SELECT count(*) AS count ${from}`, values),
    ids: ({ limit, offset }) =>
      reads.ids(`SELECT market.id AS id ${from} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, limit, offset]),
  })

  const browse = (filter: MarketFilter): Part => {
    const { where, values } = conditions(filter)
    return part(`FROM market WHERE ${where}`, BUSIEST, values)
  }

  /** Markets that have the words, exact words in name or tags first: "gold" is not "Golden State". */
  const matching = (text: string, filter: MarketFilter, without: readonly Condition[]): readonly Part[] => {
    const [query, whole] = [ftsQuery(text), wholeWords(text)]
    if (query === null || whole === null) return []
    const { where, values } = conditions(filter, without)
    // CROSS JOIN keeps the order of SQLite's join: first the words, then the filters.
    const from = `FROM word CROSS JOIN market ON market.id = word.rowid WHERE word MATCH ? AND ${where}`
    return [whole, `(${query}) NOT (${whole})`].map((words) =>
      part(from, `bm25(word, ${WEIGHTS}), ${BUSIEST}`, [words, ...values]),
    )
  }

  /** Without a text, all markets that pass the filters. */
  const partsOf = (text: string, filter: MarketFilter): readonly Part[] => {
    if (text === '') return [browse(filter)]
    const exact = exactly(text, filter)
    const named: Part = { total: exact.length, ids: ({ limit, offset }) => exact.slice(offset, offset + limit) }
    const known: readonly Condition[] = exact.map((id) => ({ sql: 'market.id <> ?', values: [id] }))
    const prefix = tickerPrefix(reads, text)
    if (prefix === null) return [named, ...matching(text, filter, known)]
    const { where, values } = conditions(filter, [...known, prefix])
    const begun = part(`FROM market WHERE ${where}`, BUSIEST, values)
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

  return (filter: MarketFilter, page: Page): FoundMarkets => {
    const text = filter.text?.trim() ?? ''
    const found = pageOf(partsOf(text, filter), page)
    const search = (words: string) => pageOf(matching(words, filter, []), page)
    return { ...searchAgain(text, found, spelling, search), asOf }
  }
}

/** Markets that a text names by their svc_id, or by the long id from which the svc_id follows. */
const svcIdsOf = (text: string): readonly number[] => {
  if (/^\d{1,16}$/.test(text)) return [Number(text)]
  return isLongId(text) ? EXCHANGE_NAMES.map((name) => svcIdOf(name, text)) : []
}

const BUSIEST = 'market.volume DESC, market.svc_id'

/** Filters and further conditions as SQL. */
const conditions = (filter: MarketFilter, more: readonly Condition[] = []) => {
  const { exchange, status, category, expiresFrom, expiresBefore } = filter
  const given: ReadonlyArray<readonly [string, SQLInputValue | undefined]> = [
    ['market.exchange = ?', exchange],
    ['market.status = ?', status],
    ['market.category = ?', category],
    ['market.expires_at >= ?', expiresFrom],
    ['market.expires_at < ?', expiresBefore],
  ]
  const used: readonly Condition[] = [
    ...given.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, values: [value] }])),
    ...more,
  ]
  return {
    where: used.length === 0 ? 'true' : used.map(({ sql }) => sql).join(' AND '),
    values: used.flatMap(({ values }) => values),
  }
}
