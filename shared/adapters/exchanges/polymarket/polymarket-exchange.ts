/** EXCHANGE_B: Polymarket's CLOB (and Gamma for its catalogue) behind our port. */

import { SECOND } from '#domain/kernel/time.ts'
import { type Exchange, ExchangeUnavailable, NoOrderBook } from '#ports/exchange.ts'
import { accountReads } from './account/account-reads.ts'
import { toOrderBook } from './account/translate.ts'
import { type ClientOptions, client } from './http/client.ts'
import { WireBook, WirePublicTrades } from './http/wire.ts'
import { catalogue, type OnSkip } from './markets/catalogue.ts'
import { type FindTokens, marketContexts, type TokensOf } from './markets/market-context.ts'
import { payouts } from './markets/payouts.ts'
import { priceSeries } from './markets/price-series.ts'
import { quotes } from './markets/quotes.ts'
import { absences } from './orders/absences.ts'
import { burnParts, cancelParts } from './orders/cancel-orders.ts'
import { prepareParts } from './orders/prepare-parts.ts'
import { partIds } from './orders/read-parts.ts'
import { recentSales } from './orders/recent-sales.ts'
import { partSender } from './orders/send-part.ts'
import { submitParts } from './orders/submit-parts.ts'
import { verify } from './wallet/verify.ts'

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
    invalidateIdentity: (account, order, signal) =>
      burnParts({ api, clock, absences: missing }, account, order, signal),
    cancel: async (account, { exchangeOrderId }, signal) => {
      const outcome = await cancelParts(api, missing, account, exchangeOrderId, signal)
      if (outcome.kind === 'cancelled') for (const id of partIds(exchangeOrderId)) sales.cancelled(id)
      return outcome
    },

    ...accountReads({ api, clock, markets, findTokens, absences: missing, onSkip }),
    payouts: payouts(api),
    verify: (given, signal) => verify(api, clock, given, signal),
  }
}

const unavailable = (message: string): ExchangeUnavailable => new ExchangeUnavailable('EXCHANGE_B', message)
