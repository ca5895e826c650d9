/** EXCHANGE_B: Polymarket's CLOB (and Gamma for its catalogue) behind our port. */

import { SECOND } from '#domain/time.ts'
import { type Exchange, NoOrderBook, VenueUnavailable } from '#ports/exchange.ts'
import { absences } from './absences.ts'
import { accountReads } from './account-reads.ts'
import { burnParts, cancelParts } from './cancel-orders.ts'
import { catalogue, type OnSkip } from './catalogue.ts'
import { type ClientOptions, client } from './client.ts'
import { type FindTokens, marketContexts, type TokensOf } from './market-context.ts'
import { payouts } from './payouts.ts'
import { prepareParts } from './prepare-parts.ts'
import { priceSeries } from './price-series.ts'
import { quotes } from './quotes.ts'
import { partIds } from './read-parts.ts'
import { recentSales } from './recent-sales.ts'
import { partSender } from './send-part.ts'
import { submitParts } from './submit-parts.ts'
import { toOrderBook } from './translate.ts'
import { verify } from './verify.ts'
import { WireBook, WirePublicTrades } from './wire.ts'

/** `urls` are `https://clob.polymarket.com` and its `gamma-api` and `data-api`, or a simulated one's. */
export interface PolymarketOptions extends ClientOptions {
  readonly onSkip: OnSkip
  readonly tokensOf: TokensOf
}

export const polymarketExchange = (options: PolymarketOptions): Exchange => {
  const { clock, onSkip } = options
  const api = client(options)
  const listing = catalogue(api, onSkip)
  const markets = marketContexts(api, clock, options.tokensOf)
  const missing = absences(clock)
  /** Of any market the account has traded elsewhere: one that our catalogue does not have is asked for. */
  const findTokens: FindTokens = async (conditionId, signal) => {
    const stored = await markets.tokensOf(conditionId)
    if (stored !== null) return stored
    const [market] = await listing.byConditionId([conditionId], signal)
    const [yes, no] = [market?.tokenIdYes, market?.tokenIdNo]
    return yes && no ? { yes, no } : null
  }
  const sales = recentSales(clock)
  const sendPart = partSender({ api, clock, markets, absences: missing, sales })

  return {
    name: 'EXCHANGE_B',
    // An order is known by its hash only; there is no name of ours on it (Polymarket reference, section 3.10).
    showsIdentity: false,
    orderIdOf: () => null,
    listMarkets: listing.list,
    marketsById: listing.byConditionId,
    orderBook: async (conditionId, signal) => {
      const tokens = await markets.tokensOf(conditionId)
      if (tokens === null) throw unavailable(`The tokens of the market ${conditionId} are not known.`)
      const call = { host: 'clob', area: 'market_data', path: '/book', query: { token_id: tokens.yes } } as const
      const book = await api.find(null, call, WireBook, signal)
      if (book === null) throw new NoOrderBook('EXCHANGE_B', conditionId)
      return toOrderBook(book, clock())
    },
    quotes: quotes(api, clock, markets, onSkip),
    lastTradeAt: async (conditionId, signal) => {
      const query = { condition: conditionId, limit: 1 }
      const call = { host: 'data', area: 'price_history', path: '/v2/trades', query } as const
      const [last] = (await api.read(null, call, WirePublicTrades, signal)).data ?? []
      return last === undefined ? null : last.timestamp * SECOND
    },
    priceSeries: priceSeries(api),

    prepare: (account, order, limit, attemptNumber, signal) =>
      prepareParts({ api, clock, markets, sales }, account, order, limit, attemptNumber, signal),
    submit: (account, order, signal) => submitParts(sendPart, account, order, signal),
    burn: (account, order, signal) => burnParts({ api, clock, absences: missing }, account, order, signal),
    cancel: async (account, { venueOrderId }, signal) => {
      const outcome = await cancelParts(api, missing, account, venueOrderId, signal)
      if (outcome.kind === 'cancelled') for (const id of partIds(venueOrderId)) sales.cancelled(id)
      return outcome
    },

    ...accountReads({ api, clock, markets, findTokens, absences: missing, onSkip }),
    payouts: payouts(api),
    verify: (given, signal) => verify(api, clock, given, signal),
  }
}

const unavailable = (message: string): VenueUnavailable => new VenueUnavailable('EXCHANGE_B', message)
