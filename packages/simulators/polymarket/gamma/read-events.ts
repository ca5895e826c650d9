/** Gamma's events, which embed all their markets (Polymarket reference, section 6.1). */

import { ok } from '../http/call.ts'
import { type PublicHandler, segmentAfter } from '../http/public-call.ts'
import { dayOf } from '../http/wire-decimals.ts'
import type { PolymarketEvent } from '../world/catalogue.ts'
import type { MarketReads } from '../world/market-reads.ts'
import { isEventClosed } from './event-fields.ts'
import { gammaEventJson } from './event-json.ts'
import { hasTags } from './has-tags.ts'
import { keysetPage, offsetPage } from './page.ts'
import { type GammaQuery, invalid, missing, readGammaQuery } from './query.ts'
import { DEPRECATED } from './read-markets.ts'
import { gammaTagJson } from './tag-json.ts'

export const readGammaEvents: PublicHandler = ({ reads, method, path, query: params }) => {
  if (method !== 'GET' || !path.startsWith('/events')) return null
  const query = readGammaQuery(params)
  if (path === '/events/keyset') {
    const page = keysetPage(rowsOf(reads, query), query, SORTABLE)
    return ok({ events: page.items, ...(page.cursor === undefined ? {} : { next_cursor: page.cursor }) })
  }
  if (path === '/events') return { ...ok(offsetPage(rowsOf(reads, query), query, SORTABLE)), headers: DEPRECATED }
  const tagged = /^\/events\/(\d+)\/tags$/.exec(path)?.[1]
  if (tagged !== undefined) return ok(found(reads, ({ id }) => id === tagged).tags.map(gammaTagJson))
  const bySlug = segmentAfter(path, '/events/slug/')
  const byId = segmentAfter(path, '/events/')
  if (bySlug === null && byId === null) return null
  if (byId !== null && !/^\d+$/.test(byId)) throw invalid('id is invalid')
  const event = found(reads, ({ id, slug }) => (bySlug === null ? id === byId : slug === bySlug))
  return ok(gammaEventJson(reads, event, 'all'))
}

const SORTABLE = [
  'id',
  'volume24hr',
  'volume1wk',
  'volume1mo',
  'volume1yr',
  'volume',
  'liquidity',
  'endDate',
  'startDate',
  'createdAt',
  'updatedAt',
  'competitive',
  'title',
  'slug',
] as const

const found = (reads: MarketReads, isIt: (event: PolymarketEvent) => boolean): PolymarketEvent => {
  const event = [...reads.catalogue.events.values()].find(isIt)
  if (event === undefined) throw missing('id')
  return event
}

const rowsOf = (reads: MarketReads, query: GammaQuery) =>
  [...reads.catalogue.events.values()]
    .filter(filterOf(reads, query))
    .map((event) => gammaEventJson(reads, event, 'all'))
    .filter(
      ({ volume, liquidity }) =>
        query.within('volume', volume, 'number') && query.within('liquidity', liquidity, 'number'),
    )

const filterOf = (reads: MarketReads, query: GammaQuery): ((event: PolymarketEvent) => boolean) => {
  const closed = query.flag('closed') ?? false
  const live = query.flag('live')
  const ids = query.list('id')
  const slugs = query.list('slug')
  const title = query.text('title_search')?.toLowerCase()
  const day = query.text('event_date')
  const isTagged = hasTags(query)
  const neverTrue = query.flag('featured') === true || query.list('series_id') !== undefined
  return (event) =>
    !neverTrue &&
    isEventClosed(reads, event) === closed &&
    (live === undefined || live === isLive(reads, event)) &&
    (ids?.includes(event.id) ?? true) &&
    (slugs?.includes(event.slug) ?? true) &&
    (title === undefined || event.title.toLowerCase().includes(title)) &&
    (day === undefined || dayOf(event.gameStartsAt ?? event.endsAt) === day) &&
    isTagged(event.tags) &&
    query.within('start_date', event.startsAt, 'date') &&
    query.within('end_date', event.endsAt, 'date')
}

/** A game that is being played. */
const isLive = (reads: MarketReads, { gameStartsAt, endsAt }: PolymarketEvent): boolean =>
  gameStartsAt !== null && gameStartsAt <= reads.clock() && reads.clock() < endsAt
