/** Books, quotes and last trades of any market, most kept for a moment, and words where its exchange does not answer. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Problem } from '#domain/kernel/problem.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { ifNoBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { ExchangeQuote, LastTrade, MarketDataSource, OrderBook } from '#ports/exchanges/market-data-source.ts'
import { type ShortCache, shortCache } from '../kernel/short-cache.ts'
import { type AskExchangeOptions, askExchange } from './ask-exchange.ts'

export interface LiveMarketData {
  book(market: Market): Promise<OrderBook | Problem>
  /** The books of these markets, by `svc_id`: many in one call of their exchange. */
  books(markets: readonly Market[]): Promise<ReadonlyMap<number, OrderBook | Problem>>
  /** Null when nothing was ever traded. */
  lastTrade(market: Market): Promise<LastTrade | null | Problem>
  /**
   * Returns the quotes of these markets by `svc_id`, many in one call of their exchange. Null if the exchange shows no
   * quote.
   */
  quotes(markets: readonly Market[]): Promise<ReadonlyMap<number, ExchangeQuote | null | Problem>>
}

/** Lifetime of cached data. */
const LIVES_MS = SECOND
/** A caller who asks for many quotes prefers some now to all later. */
const QUOTES_PATIENCE_MS = 3 * SECOND
const QUOTES_KEPT = 5_000
const BOOKS_KEPT = 500

/** The answer is 503 when the exchange is not set up, or does not answer within its patience. A market without a book has an empty one. */
export const liveMarketData = (options: AskExchangeOptions<MarketDataSource>): LiveMarketData => {
  const { clock } = options
  const { read, patience } = askExchange(options)
  const books = shortCache<OrderBook>({ clock, liveForMs: LIVES_MS, most: BOOKS_KEPT })
  const quotes = shortCache<ExchangeQuote | null>({ clock, liveForMs: LIVES_MS, most: QUOTES_KEPT })

  const noBook = (): OrderBook => ({ bids: [], asks: [], at: clock() })

  const bookAt = (exchange: MarketDataSource, { nativeId }: Market): Promise<OrderBook> =>
    exchange.orderBook(nativeId, patience()).catch(ifNoBook(noBook))

  /** Returns the data of these markets. Data that is not cached is read in one call of each exchange. */
  const readMany = async <Value>(
    markets: readonly Market[],
    cache: ShortCache<Value>,
    load: (exchange: MarketDataSource, nativeIds: readonly string[]) => Promise<(nativeId: string) => Value>,
  ): Promise<ReadonlyMap<number, Value | Problem>> => {
    const askers = new Map<ExchangeName, (nativeId: string) => Promise<Value>>()
    const oneOf = (exchange: MarketDataSource, { svcId, nativeId }: Market) =>
      cache.get(String(svcId), () => {
        const ask = askers.get(exchange.name) ?? together((names) => load(exchange, names))
        askers.set(exchange.name, ask)
        return ask(nativeId)
      })
    const found = markets.map(
      async (market) => [market.svcId, await read(market, (exchange) => oneOf(exchange, market))] as const,
    )
    return new Map(await Promise.all(found))
  }

  const quotesAt = async (exchange: MarketDataSource, nativeIds: readonly string[]) => {
    const found = await exchange.quotes(nativeIds, patience(QUOTES_PATIENCE_MS))
    const byName = new Map(found.map((quote) => [quote.nativeId, quote]))
    return (nativeId: string): ExchangeQuote | null => byName.get(nativeId) ?? null
  }

  const booksAt = async (exchange: MarketDataSource, nativeIds: readonly string[]) => {
    const found = await exchange.orderBooks(nativeIds, patience())
    return (nativeId: string): OrderBook => found.get(nativeId) ?? noBook()
  }

  return {
    quotes: (markets) => readMany(markets, quotes, quotesAt),
    books: (markets) => readMany(markets, books, booksAt),
    lastTrade: (market) => read(market, (exchange) => exchange.lastTrade(market.nativeId, patience())),
    book: (market) => read(market, (exchange) => books.get(String(market.svcId), () => bookAt(exchange, market))),
  }
}

/** Collects names, and asks for all of them in one call as soon as the caller has named them. */
const together = <Value>(load: (names: readonly string[]) => Promise<(name: string) => Value>) => {
  const names: string[] = []
  const answer = Promise.resolve().then(() => load(names))
  return async (name: string): Promise<Value> => {
    names.push(name)
    return (await answer)(name)
  }
}
