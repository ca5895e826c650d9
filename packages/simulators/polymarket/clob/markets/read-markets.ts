/** Markets, ticks and fees of the CLOB, and what it says of itself (Polymarket reference, section 5). */

import type { HttpReply } from '../../../engine/http/json-server.ts'
import { ok } from '../../http/call.ts'
import { clobError, type PublicCall, type PublicHandler, segmentAfter } from '../../http/public-call.ts'
import { numeric, seconds } from '../../http/wire-decimals.ts'
import type { PolymarketMarket } from '../../world/catalogue.ts'
import { clobPage } from '../http/cursor.ts'
import { clobMarketJson, isRewarded, legacyFee, shortMarketJson, simplifiedMarketJson } from './market-json.ts'

export const readClobMarkets: PublicHandler = (call) => {
  if (call.method !== 'GET') return null
  const { reads, path } = call
  switch (path) {
    case '/':
    case '/ok':
      return ok('OK')
    case '/time':
      return ok(seconds(reads.clock()))
    case '/version':
      return ok({ version: 2 })
    case '/tick-size':
      return withMarket(call, ({ tick }) => ({ minimum_tick_size: numeric(tick) }))
    case '/neg-risk':
      return withMarket(call, ({ event }) => ({ neg_risk: event.negRisk }))
    case '/fee-rate':
      return withMarket(call, (market) => ({ base_fee: legacyFee(market) }))
    case '/markets':
      return listed(call, () => true, clobMarketJson)
    case '/sampling-markets':
      return listed(call, isRewarded, clobMarketJson)
    case '/simplified-markets':
      return listed(call, () => true, simplifiedMarketJson)
    case '/sampling-simplified-markets':
      return listed(call, isRewarded, simplifiedMarketJson)
    default:
      return oneMarket(call)
  }
}

const oneMarket = ({ reads, path }: PublicCall): HttpReply | null => {
  const token = segmentAfter(path, '/markets-by-token/')
  if (token !== null) {
    const market = reads.catalogue.tokens.get(token)?.market
    return market === undefined ? notFound : ok(tokensJson(market))
  }
  const short = segmentAfter(path, '/clob-markets/')
  const full = segmentAfter(path, '/markets/')
  const market = reads.catalogue.markets.get(short ?? full ?? '')
  if (short !== null) return market === undefined ? notFound : ok(shortMarketJson(reads, market))
  if (full !== null) return market === undefined ? notFound : ok(clobMarketJson(reads, market))
  return null
}

const notFound = clobError(404, 'market not found')

/** The primary token is not always the YES one: here it is the one with the smaller id. */
const tokensJson = ({ conditionId, tokens }: PolymarketMarket) => {
  const [primary, secondary] = BigInt(tokens[0]) < BigInt(tokens[1]) ? tokens : [tokens[1], tokens[0]]
  return { condition_id: conditionId, primary_token_id: primary, secondary_token_id: secondary }
}

const withMarket = ({ reads, query }: PublicCall, write: (market: PolymarketMarket) => unknown): HttpReply => {
  const known = reads.catalogue.tokens.get(query.get('token_id') ?? '')
  return known === undefined ? notFound : ok(write(known.market))
}

const listed = (
  { reads, query }: PublicCall,
  isIn: (market: PolymarketMarket) => boolean,
  write: (reads: PublicCall['reads'], market: PolymarketMarket) => unknown,
): HttpReply => {
  const markets = [...reads.catalogue.markets.values()].filter(isIn)
  const page = clobPage(markets, query.get('next_cursor'), (market) => write(reads, market))
  return page === null ? clobError(400, 'Invalid next_cursor') : ok(page)
}
