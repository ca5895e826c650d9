/** What markets show now at EXCHANGE_B, Polymarket: their states, books and prices (CLOB and Data host). */

import { oneMinus } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { ExchangeUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { LiveDataSource } from '#ports/exchanges/market-data-source.ts'
import type { OnSkip } from '../or-skip.ts'
import { type Client, type ClientOptions, client } from './http/client.ts'
import { WireBook, WirePublicTrades } from './http/wire.ts'
import { toRoundedPrice } from './http/wire-amounts.ts'
import { booksOfTokens } from './markets/books-of-tokens.ts'
import { endOfTrades } from './markets/end-of-trades.ts'
import { marketStates } from './markets/market-states.ts'
import { toOrderBook, toQuote } from './markets/to-order-book.ts'
import { rememberedTokens, type TokensOf } from './markets/tokens.ts'

/** `urls` are `https://clob.polymarket.com` and its `gamma-api` and `data-api`, or a simulated one's. */
export interface PolymarketOptions extends ClientOptions {
  readonly onSkip: OnSkip
  readonly tokensOf: TokensOf
}

/** By calls of its own, or by those of somebody who also makes others: both then share one rate budget. */
export const polymarketLiveData = (
  options: PolymarketOptions,
  api: Client = client(options),
  tokensOf: TokensOf = rememberedTokens(options.tokensOf),
): LiveDataSource => {
  const { onSkip } = options
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
      if (tokens === null) throw unavailable(`The tokens of the market ${conditionId} are not known.`)
      const call = { host: 'clob', area: 'market_data', path: '/book', query: { token_id: tokens.yes } } as const
      const book = await api.findDated(null, call, WireBook, signal)
      if (book === null) throw new NoOrderBook('EXCHANGE_B', conditionId)
      return toOrderBook(book.body, book.asOf)
    },
    orderBooks: async (conditionIds, signal) => new Map(await readBooks(conditionIds, signal)),
    quotes: (conditionIds, signal) => readQuotes(conditionIds, signal),
    marketStates: marketStates(api),
    lastTrade: async (conditionId, signal) => {
      const query = { condition: conditionId, limit: 1, end: endOfTrades(options.clock()) }
      const call = { host: 'data', area: 'price_history', path: '/v2/trades', query } as const
      const [last] = (await api.read(null, call, WirePublicTrades, signal)).data ?? []
      if (last === undefined) return null
      const at = toRoundedPrice('trade price', last.price)
      // Trades of either token are listed.
      const isNo = last.token_id === (await tokensOf(conditionId))?.no
      return { price: isNo ? oneMinus(at) : at, at: last.timestamp * SECOND }
    },
  }
}

const unavailable = (message: string): ExchangeUnavailable => new ExchangeUnavailable('EXCHANGE_B', message)
