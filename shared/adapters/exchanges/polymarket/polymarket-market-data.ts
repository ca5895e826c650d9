/**
 * Public market data of EXCHANGE_B, Polymarket: markets (Gamma), their present state and prices (CLOB), and trades
 * (Data host).
 */

import { oneMinus } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { ExchangeUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { OnSkip } from '../or-skip.ts'
import { type Client, type ClientOptions, client } from './http/client.ts'
import { WireBook, WirePublicTrades } from './http/wire.ts'
import { toRoundedPrice } from './http/wire-amounts.ts'
import { booksOfTokens } from './markets/books-of-tokens.ts'
import { catalogue } from './markets/catalogue.ts'
import { endOfTrades } from './markets/end-of-trades.ts'
import { isNoToken } from './markets/is-no-token.ts'
import { marketStates } from './markets/market-states.ts'
import { payouts } from './markets/payouts.ts'
import { priceSeries } from './markets/price-series.ts'
import { tape } from './markets/tape.ts'
import { toOrderBook, toQuote } from './markets/to-order-book.ts'
import { rememberedTokens, type TokensOf } from './markets/tokens.ts'
import { tradesSince } from './markets/trades-since.ts'

/** `urls` are `https://clob.polymarket.com` and its `gamma-api` and `data-api`, or those of a simulator. */
export interface PolymarketOptions extends ClientOptions {
  readonly onSkip: OnSkip
  readonly tokensOf: TokensOf
}

/** A caller with other calls passes its own client as `api`, so that both share one rate budget. */
export const polymarketMarketData = (
  options: PolymarketOptions,
  api: Client = client(options),
  tokensOf: TokensOf = rememberedTokens(options.tokensOf),
): MarketDataSource => {
  const { clock, onSkip } = options
  const listing = catalogue(api, onSkip)
  const readQuotes = booksOfTokens(api, tokensOf, onSkip, toQuote)
  const readBooks = booksOfTokens(
    api,
    tokensOf,
    onSkip,
    (book, conditionId, asOf) => [conditionId, toOrderBook(book, asOf)] as const,
  )
  return {
    name: 'EXCHANGE_B',
    orderBook: async (conditionId, signal) => {
      const tokens = await tokensOf(conditionId)
      if (tokens === null) throw unknownTokens(conditionId)
      const call = { host: 'clob', area: 'market_data', path: '/book', query: { token_id: tokens.yes } } as const
      const book = await api.findDated(null, call, WireBook, signal)
      if (book === null) throw new NoOrderBook('EXCHANGE_B', conditionId)
      return toOrderBook(book.body, book.asOf)
    },
    orderBooks: async (conditionIds, signal) => new Map(await readBooks(conditionIds, signal)),
    quotes: (conditionIds, signal) => readQuotes(conditionIds, signal),
    marketStates: marketStates(api),
    lastTrade: async (conditionId, signal) => {
      const query = { condition: conditionId, limit: 1, end: endOfTrades(clock()) }
      const call = { host: 'data', area: 'price_history', path: '/v2/trades', query } as const
      const [last] = (await api.read(null, call, WirePublicTrades, signal)).data ?? []
      if (last === undefined) return null
      const at = toRoundedPrice('trade price', last.price)
      // The list contains trades of both tokens.
      const tokens = await tokensOf(conditionId)
      if (tokens === null) throw unknownTokens(conditionId)
      return { price: isNoToken(last.token_id, tokens) ? oneMinus(at) : at, at: last.timestamp * SECOND }
    },
    listMarkets: listing.list,
    changedMarkets: listing.changes,
    marketsById: listing.byConditionId,
    trades: tape(api, clock, onSkip),
    priceSeries: priceSeries(api),
    payouts: payouts({ api, clock, tokensOf, onSkip }),
    tradesSince: tradesSince(api, tokensOf, clock, onSkip),
  }
}

const unknownTokens = (conditionId: string): ExchangeUnavailable =>
  new ExchangeUnavailable('EXCHANGE_B', `The tokens of the market ${conditionId} are not known.`)
