/** Gamma's tags and its full-text search (Polymarket reference, section 6.1). */

import type { HttpReply } from '../../engine/http/json-server.ts'
import { ALL_TAGS } from '../catalogue/tags.ts'
import { ok } from '../http/call.ts'
import { type PublicHandler, segmentAfter } from '../http/public-call.ts'
import type { PolymarketEvent } from '../world/catalogue.ts'
import type { MarketReads } from '../world/market-reads.ts'
import { isEventClosed } from './event-fields.ts'
import { gammaEventJson } from './event-json.ts'
import { type GammaQuery, invalid, missing, readGammaQuery } from './query.ts'
import { gammaTagJson } from './tag-json.ts'

export const readGammaSearch: PublicHandler = ({ reads, method, path, query: params }) => {
  if (method !== 'GET') return null
  const query = readGammaQuery(params)
  if (path === '/public-search') return search(reads, query)
  if (path === '/sports' || path === '/series') return ok([])
  if (path === '/tags') {
    const offset = query.whole('offset') ?? 0
    return ok(ALL_TAGS.map(gammaTagJson).slice(offset, offset + query.limit()))
  }
  const bySlug = segmentAfter(path, '/tags/slug/')
  const byId = segmentAfter(path, '/tags/')
  if (bySlug === null && byId === null) return null
  const tag = ALL_TAGS.map(gammaTagJson).find(({ id, slug }) => (bySlug === null ? id === byId : slug === bySlug))
  if (tag === undefined) throw missing('id')
  return ok(tag)
}

const PER_TYPE = 5

const search = (reads: MarketReads, query: GammaQuery): HttpReply => {
  const q = query.text('q')
  if (q === undefined) throw invalid('q is required')
  const words = wordsOf(q)
  const status = query.text('events_status') ?? 'active'
  const withClosed = query.flag('keep_closed_markets') === true
  const tag = query.text('events_tag')
  const page = Math.max(1, query.whole('page') ?? 1)
  const perType = Math.min(100, query.whole('limit_per_type') ?? PER_TYPE)
  const hits = [...reads.catalogue.events.values()].filter(
    (event) =>
      isEventClosed(reads, event) === ['closed', 'resolved'].includes(status) &&
      (tag === undefined || event.tags.some(({ slug }) => slug === tag)) &&
      fits(event, words),
  )
  const shown = hits.slice((page - 1) * perType, page * perType)
  const markets = withClosed || status !== 'active' ? 'all' : 'open'
  return ok({
    events: shown.map((event) => gammaEventJson(reads, event, markets)),
    ...(query.flag('search_tags') === true
      ? { tags: ALL_TAGS.map(gammaTagJson).filter((each) => words.includes(each.slug)) }
      : {}),
    ...(query.flag('search_profiles') === true ? { profiles: null } : {}),
    pagination: { hasMore: page * perType < hits.length, totalResults: hits.length },
  })
}

/** Every word stands in the title, in a question or in a tag. */
const fits = ({ title, markets, tags }: PolymarketEvent, words: readonly string[]): boolean => {
  const text = [title, ...markets.map(({ question }) => question), ...tags.map(({ label }) => label)].join(' ')
  const known = wordsOf(text)
  return words.every((word) => known.some((each) => each.startsWith(word)))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
