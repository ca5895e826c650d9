/** Gamma's markets: lists by filter and one at a time (Polymarket reference, section 6.1). */

import { ok } from '../http/call.ts'
import { type PublicHandler, segmentAfter } from '../http/public-call.ts'
import type { PolymarketMarket } from '../world/catalogue.ts'
import { type MarketReads, stateOf } from '../world/market-reads.ts'
import { hasTags } from './has-tags.ts'
import { type Embedding, gammaConditionId, gammaMarketJson } from './market-json.ts'
import { keysetPage, offsetPage } from './page.ts'
import { type GammaQuery, invalid, missing, readGammaQuery } from './query.ts'
import { gammaTagJson } from './tag-json.ts'

export const readGammaMarkets: PublicHandler = ({ reads, method, path, query: params }) => {
  if (method !== 'GET' || !path.startsWith('/markets')) return null
  const query = readGammaQuery(params)
  const embed = { events: true, tags: query.flag('include_tag') === true }
  if (path === '/markets/keyset') {
    const page = keysetPage(rowsOf(reads, query, embed), query, SORTABLE)
    return ok({ markets: page.items, ...(page.cursor === undefined ? {} : { next_cursor: page.cursor }) })
  }
  if (path === '/markets') {
    return { ...ok(offsetPage(rowsOf(reads, query, embed), query, SORTABLE)), headers: DEPRECATED }
  }
  const tagged = /^\/markets\/(\d+)\/tags$/.exec(path)?.[1]
  if (tagged !== undefined) return ok(found(reads, ({ id }) => id === tagged).event.tags.map(gammaTagJson))
  const bySlug = segmentAfter(path, '/markets/slug/')
  const byId = segmentAfter(path, '/markets/')
  if (bySlug === null && byId === null) return null
  if (byId !== null && !/^\d+$/.test(byId)) throw invalid('id is invalid')
  const market = found(reads, ({ id, slug }) => (bySlug === null ? id === byId : slug === bySlug))
  return ok(gammaMarketJson(reads, market, embed))
}

/** The old lists say that they are going (Polymarket reference, section 6.1). */
export const DEPRECATED = { deprecation: 'true', sunset: 'Fri, 01 May 2026 00:00:00 GMT' } as const

const SORTABLE = [
  'id',
  'volume24hr',
  'volume1wk',
  'volume1mo',
  'volume1yr',
  'volumeNum',
  'liquidityNum',
  'closedTime',
  'endDate',
  'startDate',
  'createdAt',
  'updatedAt',
  'competitive',
  'question',
  'slug',
] as const

const found = (reads: MarketReads, isIt: (market: PolymarketMarket) => boolean): PolymarketMarket => {
  const market = [...reads.catalogue.markets.values()].find(isIt)
  if (market === undefined) throw missing('id')
  return market
}

const rowsOf = (reads: MarketReads, query: GammaQuery, embed: Embedding) => {
  const isIn = filterOf(reads, query)
  return [...reads.catalogue.markets.values()]
    .filter(isIn)
    .map((market) => gammaMarketJson(reads, market, embed))
    .filter(
      ({ volumeNum, liquidityNum = 0 }) =>
        query.within('volume_num', volumeNum, 'number') && query.within('liquidity_num', liquidityNum, 'number'),
    )
}

/** Only open markets, unless closed ones are asked for; unknown parameters mean nothing. */
const filterOf = (reads: MarketReads, query: GammaQuery): ((market: PolymarketMarket) => boolean) => {
  const closed = query.flag('closed') ?? false
  const uma = query.text('uma_resolution_status')
  const version = query.text('version')
  if (version !== undefined && !['v1', 'v2'].includes(version)) throw invalid('version is invalid')
  const isListed = listsOf(query)
  const isTagged = hasTags(query)
  const neverTrue = query.list('game_id') !== undefined || query.flag('rfq_enabled') === true
  return (market) => {
    const state = stateOf(reads, market)
    return (
      !neverTrue &&
      state.closed === closed &&
      (uma === undefined || state.umaResolutionStatus === uma) &&
      (version === undefined || market.announcedVersion === version) &&
      isListed(market) &&
      isTagged(market.event.tags) &&
      query.within('start_date', market.opensAt, 'date') &&
      query.within('end_date', market.endsAt, 'date')
    )
  }
}

/** The filters that name markets. */
const listsOf = (query: GammaQuery): ((market: PolymarketMarket) => boolean) => {
  const ids = query.list('id')
  const wrong = ids?.find((id) => !/^\d+$/.test(id))
  if (wrong !== undefined) throw invalid('id is invalid')
  const slugs = query.list('slug')
  const conditions = query.list('condition_ids')
  const tokens = query.list('clob_token_ids')
  const positions = query.list('position_ids')
  const questions = query.list('question_ids')
  const sports = query.list('sports_market_types')
  return (market) => {
    const positionIds: readonly string[] = market.version === 'v2' ? market.tokens : (market.mirroredIds ?? [])
    const { event, conditionId } = market
    return (
      (ids?.includes(market.id) ?? true) &&
      (slugs?.includes(market.slug) ?? true) &&
      (conditions?.some((id) => id === conditionId || id === gammaConditionId(market)) ?? true) &&
      (tokens?.some((id) => market.version === 'v1' && market.tokens.includes(id)) ?? true) &&
      (positions?.some((id) => positionIds.includes(id)) ?? true) &&
      (questions?.includes(market.questionId) ?? true) &&
      (sports === undefined || (sports.includes('moneyline') && event.gameStartsAt !== null && !event.negRisk))
    )
  }
}
