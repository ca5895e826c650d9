/** Live books and price series of any market, each kept for a moment, and words where its exchange does not answer. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Problem, problem } from '#domain/kernel/problem.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { PriceQuery } from '#domain/markets/price-series.ts'
import type { TapeQuery } from '#domain/markets/public-trade.ts'
import { ExchangeUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type {
  CandleSeries,
  ExchangeQuote,
  LastTrade,
  MarketDataSource,
  OrderBook,
  Tape,
} from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import { type ShortCache, shortCache } from '../kernel/short-cache.ts'

export interface MarketData {
  book(market: Market): Promise<OrderBook | Problem>
  /** The books of these markets, by `svc_id`: many in one call of their exchange. */
  books(markets: readonly Market[]): Promise<ReadonlyMap<number, OrderBook | Problem>>
  /** Null when nothing was ever traded. */
  lastTrade(market: Market): Promise<LastTrade | null | Problem>
  candles(market: Market, query: PriceQuery): Promise<CandleSeries | Problem>
  trades(market: Market, query: TapeQuery): Promise<Tape | Problem>
  /** What each of these markets shows, by `svc_id`: many in one call of their exchange. Null: the exchange shows nothing of it. */
  quotes(markets: readonly Market[]): Promise<ReadonlyMap<number, ExchangeQuote | null | Problem>>
}

export interface MarketDataOptions {
  readonly clock: Clock
  readonly log: Log
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => MarketDataSource | null
  /** How long an exchange may take in all, repeats included. */
  readonly patienceMs?: number
}

const BOOK_LIVES_MS = SECOND
/** Whoever asks for many quotes would rather have those that are there. */
const QUOTES_PATIENCE_MS = 3 * SECOND
const QUOTES_KEPT = 5_000
const TAPES_KEPT = 200
const CANDLES_LIVE_MS = 30 * SECOND
const BOOKS_KEPT = 500
/** A megabyte each at the most, mostly far less. */
const SERIES_KEPT = 100

/** A caller hears within ten seconds, whatever the exchange does. */
const PATIENCE_MS = 8 * SECOND

/**
 * Books, quotes and tapes live for a second, price series for half a minute, last trades not at all. A market without a book has an empty one.
 * The answer is 503 when the exchange is not set up, or does not answer within `patienceMs`.
 */
export const marketData = ({ clock, log, exchanges, patienceMs = PATIENCE_MS }: MarketDataOptions): MarketData => {
  const books = shortCache<OrderBook>({ clock, liveForMs: BOOK_LIVES_MS, most: BOOKS_KEPT })
  const series = shortCache<CandleSeries>({ clock, liveForMs: CANDLES_LIVE_MS, most: SERIES_KEPT })

  const tapes = shortCache<Tape>({ clock, liveForMs: BOOK_LIVES_MS, most: TAPES_KEPT })
  const quotes = shortCache<ExchangeQuote | null>({ clock, liveForMs: BOOK_LIVES_MS, most: QUOTES_KEPT })

  // What a call brings is for all who wait for it, so it ends with its own patience and not with one caller's.
  const patience = (most = patienceMs): AbortSignal => AbortSignal.timeout(Math.min(most, patienceMs))

  const read = async <Value>(
    market: Market,
    load: (exchange: MarketDataSource) => Promise<Value>,
  ): Promise<Value | Problem> => {
    const exchange = exchanges(market.exchange)
    if (exchange === null) return notSetUp(market.exchange)
    try {
      return await load(exchange)
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) throw error
      log.warn('market data: the exchange does not answer', { exchange: market.exchange, error: error.message })
      log.metric('ExchangeUnavailable', 1, { exchange: market.exchange })
      return unavailable(market.exchange)
    }
  }

  const bookAt = async (exchange: MarketDataSource, { nativeId }: Market): Promise<OrderBook> => {
    try {
      return await exchange.orderBook(nativeId, patience())
    } catch (error) {
      if (!(error instanceof NoOrderBook)) throw error
      return { bids: [], asks: [], at: clock() }
    }
  }

  /** What each of these markets shows. What the cache does not have is asked for in one call of each exchange. */
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
    return (nativeId: string): OrderBook => found.get(nativeId) ?? { bids: [], asks: [], at: clock() }
  }

  return {
    quotes: (markets) => readMany(markets, quotes, quotesAt),
    books: (markets) => readMany(markets, books, booksAt),
    trades: (market, query) =>
      read(market, (exchange) => {
        const key = `${market.svcId} ${query.limit} ${query.before ?? ''}`
        return tapes.get(key, () => exchange.trades(market, query, patience()))
      }),
    lastTrade: (market) => read(market, (exchange) => exchange.lastTrade(market.nativeId, patience())),
    book: (market) => read(market, (exchange) => books.get(String(market.svcId), () => bookAt(exchange, market))),
    candles: (market, query) =>
      read(market, (exchange) => {
        const key = `${market.svcId} ${query.interval} ${query.fidelity}`
        return series.get(key, () => exchange.priceSeries(market, query, patience()))
      }),
  }
}

/** Collects names, and asks for all of them in one call, once whoever collects them is done. */
const together = <Value>(load: (names: readonly string[]) => Promise<(name: string) => Value>) => {
  const names: string[] = []
  const answer = Promise.resolve().then(() => load(names))
  return async (name: string): Promise<Value> => {
    names.push(name)
    return (await answer)(name)
  }
}

const unavailable = (exchange: ExchangeName): Problem =>
  problem(503, 'exchange_unavailable', `${exchange} does not answer. Try again in a few seconds.`, {
    headers: { 'retry-after': '5' },
  })

const notSetUp = (exchange: ExchangeName): Problem =>
  problem(503, 'exchange_unavailable', `${exchange} is not set up here, so nothing can be read from it.`)
