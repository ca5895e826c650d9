/** Finds events in a snapshot by the words of their markets, by their titles and by their ids at the exchange. */

import type { SQLInputValue } from 'node:sqlite'
import * as v from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { money } from '#domain/kernel/numbers.ts'
import { CATEGORIES, type MarketStatus } from '#domain/markets/market.ts'
import type { EventRef, ListedEvent, MarketEvent } from '#domain/markets/market-event.ts'
import type { Page } from '#ports/kernel/page.ts'
import type { EventFilter, EventWithMarkets, FoundEvents } from '#ports/markets/market-index.ts'
import { eventTitles } from './event-titles.ts'
import { ftsQuery, wholeWords } from './fts-query.ts'
import type { Searched } from './market-searcher.ts'
import { searchAgain } from './search-again.ts'

export const eventFinder = ({ reads, spelling, asOf }: Searched) => {
  const eventsIn = (rows: readonly unknown[]): readonly MarketEvent[] => v.parse(EVENTS, rows)

  const titled = eventTitles(reads)

  const browse = (filter: EventFilter, page: Page): Found => {
    const { where, values } = conditions(filter)
    return read({ from: `FROM event WHERE ${where}`, order: BUSIEST, values, with: '' }, page)
  }

  const matching = (text: string, filter: EventFilter, page: Page): Found => {
    const query = ftsQuery(text)
    const name = text.toUpperCase()
    const { where, values } = conditions(filter)
    // Each set of events is made once, before anything is sorted.
    const hits = `
      WITH named AS MATERIALIZED (SELECT id FROM event WHERE native_id >= ? AND native_id < ?),
      exact AS MATERIALIZED (SELECT value AS id FROM json_each(?) UNION ${HITS}),
      titled AS MATERIALIZED (SELECT value AS id FROM json_each(?) UNION ${HITS}),
      told AS MATERIALIZED (${HITS})`
    const from = `FROM event WHERE (id IN named OR id IN titled OR id IN told) AND ${where}`
    const { whole, begun } = titled(text)
    const exact = [JSON.stringify(whole), wholeWords(text) ?? NO_WORD]
    const near = [JSON.stringify(begun), `{name tags} : (${query ?? NO_WORD})`]
    const given = [name, `${name}\u{10FFFF}`, ...exact, ...near, query ?? NO_WORD, ...values]
    return read(
      { with: hits, from, order: `id IN named DESC, id IN exact DESC, id IN titled DESC, ${BUSIEST}`, values: given },
      page,
    )
  }

  const read = ({ with: sets, from, order, values }: Query, { limit, offset }: Page): Found => {
    const rows = reads.rows(
      `${sets} SELECT ${COLUMNS}, count(*) OVER () AS total ${from} ORDER BY ${order} LIMIT ? OFFSET ?`,
      [...values, limit, offset],
    )
    const [first] = v.parse(TOTALS, rows)
    const total = first?.total ?? (offset === 0 ? 0 : reads.count(`${sets} SELECT count(*) AS count ${from}`, values))
    return { events: eventsIn(rows), total }
  }

  const topIds = ({ nativeId, exchange }: MarketEvent, status: MarketStatus | undefined): readonly number[] => {
    const values = [nativeId, exchange, ...(status === undefined ? [] : [status])]
    const sql = `SELECT id ${OF_EVENT} ${status === undefined ? '' : 'AND status = ?'} ${MOST_TRADED} LIMIT ?`
    return reads.ids(sql, [...values, TOP_MARKETS])
  }

  /** Markets of all events are read together, because neighbours share a pack. */
  const listed = (events: readonly MarketEvent[], status: MarketStatus | undefined): readonly ListedEvent[] => {
    const ids = events.map((event) => topIds(event, status))
    const markets = reads.markets(ids.flat())
    let next = 0
    return events.map((event, place) => {
      const first = next
      next += ids[place]?.length ?? 0
      return { ...event, topMarkets: markets.slice(first, next) }
    })
  }

  return {
    search: (filter: EventFilter, page: Page): FoundEvents => {
      const text = filter.text?.trim() ?? ''
      const search = (words: string): Found => matching(words, filter, page)
      const found = text === '' ? browse(filter, page) : search(text)
      const { events, ...others } = searchAgain(text, found, spelling, search)
      return { ...others, events: listed(events, filter.status), asOf }
    },

    find: ({ exchange, nativeId }: EventRef): EventWithMarkets | null => {
      const [event] = eventsIn(reads.rows(`SELECT ${COLUMNS} ${NAMED}`, [nativeId, exchange]))
      if (event === undefined) return null
      const ids = reads.ids(`SELECT id ${OF_EVENT} ${MOST_TRADED}`, [nativeId, exchange])
      return { event, markets: reads.markets(ids) }
    },
  }
}

interface Found {
  readonly events: readonly MarketEvent[]
  readonly total: number
}

interface Query {
  /** Sets of events that the other clauses may name. */
  readonly with: string
  readonly from: string
  readonly order: string
  readonly values: readonly SQLInputValue[]
}

/** Query that matches nothing. */
const NO_WORD = '"\u{10FFFD}"'

const HITS = `
  SELECT DISTINCT market.event AS id FROM word CROSS JOIN market ON market.id = word.rowid
  WHERE word MATCH ? AND market.event IS NOT NULL`

const COLUMNS = 'exchange, native_id, title, image_url, category, starts_at, ends_at, markets, volume'
const NAMED = 'FROM event WHERE native_id = ? AND exchange = ?'
const OF_EVENT = `FROM market WHERE event = (SELECT id ${NAMED})`
/** Markets that a list shows of each event. */
const TOP_MARKETS = 3
const MOST_TRADED = 'ORDER BY volume DESC, svc_id'
const BUSIEST = 'volume DESC, id'

const conditions = ({ exchange, status, category }: EventFilter) => {
  const given: ReadonlyArray<readonly [string, SQLInputValue | undefined]> = [
    ['exchange = ?', exchange],
    ['category = ?', category],
  ]
  const used = given.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]))
  // Statuses are names of columns that count the markets of each status.
  const where = [...used.map(({ sql }) => sql), ...(status === undefined ? [] : [`${status} > 0`])]
  return {
    where: where.length === 0 ? 'true' : where.join(' AND '),
    values: used.map(({ value }) => value),
  }
}

const EVENT = v.pipe(
  v.object({
    exchange: v.picklist(EXCHANGE_NAMES),
    native_id: v.string(),
    title: v.string(),
    image_url: v.nullable(v.string()),
    category: v.picklist(CATEGORIES),
    starts_at: v.nullable(v.number()),
    ends_at: v.nullable(v.number()),
    markets: v.number(),
    volume: v.number(),
  }),
  v.transform(
    ({ exchange, native_id, title, image_url, category, starts_at, ends_at, markets, volume }): MarketEvent => ({
      exchange,
      nativeId: native_id,
      title,
      imageUrl: image_url,
      category,
      startsAt: starts_at,
      endsAt: ends_at,
      marketCount: markets,
      volume24h: money(volume),
    }),
  ),
)
const EVENTS = v.array(EVENT)
const TOTALS = v.array(v.object({ total: v.number() }))
