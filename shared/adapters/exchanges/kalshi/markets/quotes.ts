/**
 * What many markets show now. Bids and asks come from the order books, a hundred in one call: they are live, while lists of markets
 * are up to 15 s old (Kalshi live reference, section 2). The last price is the list's, or that of a newer trade.
 */

import * as v from 'valibot'
import type { Millis } from '#domain/kernel/time.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ExchangeQuote, OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Client } from '../http/client.ts'
import { WireBookPage, WireNamedBook } from '../http/wire.ts'
import { type OnSkip, tickerOf } from './catalogue.ts'
import type { Listed, ReadListed } from './listed-markets.ts'
import { recentTrades } from './recent-trades.ts'
import { toOrderBook } from './to-order-book.ts'
import { closedQuote, toQuote } from './to-quote.ts'

/** The most that one call takes (reference, section 5.2). */
const BOOKS_AT_ONCE = 100
/** Calls under way at once: more would only wait for the rate budget. */
const LANES = 4

export const quotes = (api: Client, clock: Clock, readListed: ReadListed, onSkip: OnSkip): Exchange['quotes'] => {
  const trades = recentTrades(api, clock, onSkip)

  const readBooks = async (
    tickers: readonly string[],
    reader: ExchangeAccount | null,
    signal: AbortSignal,
  ): Promise<ReadonlyArray<readonly [string, OrderBook]>> => {
    const call = { path: '/markets/orderbooks', query: { tickers }, cost: 10 }
    const { body, asOf } = await api.readDated(reader, call, WireBookPage, signal)
    return body.orderbooks.flatMap((raw) => namedBook(raw, asOf, onSkip))
  }

  return async (tickers, signal, reader = null) => {
    if (tickers.length === 0) return []
    const listed = await readListed(tickers, reader, signal)
    const [over, live] = partition([...listed])
    const names = live.map(([ticker]) => ticker)
    const books = new Map<string, OrderBook>()
    for (let start = 0; start < names.length; start += BOOKS_AT_ONCE * LANES) {
      const lanes = Array.from({ length: LANES }, (_, lane) => {
        const from = start + lane * BOOKS_AT_ONCE
        return names.slice(from, from + BOOKS_AT_ONCE)
      }).filter((some) => some.length > 0)
      for (const page of await Promise.all(lanes.map((some) => readBooks(some, reader, signal))))
        for (const [ticker, book] of page) books.set(ticker, book)
    }
    if (names.length > 0) await trades.refresh(reader, signal)
    const shown = live.flatMap(([ticker, market]): readonly ExchangeQuote[] => {
      const book = books.get(ticker)
      const newest = trades.newest(ticker)
      // A trade that is known is the last one, unless the list is newer than all we know of trades.
      const trade = newest !== null && (trades.completeTo() >= market.asOf || newest.at > market.asOf) ? newest : null
      return book === undefined ? [] : orSkip(ticker, onSkip, () => toQuote(market, book, trade))
    })
    return [...over.map(([ticker, { asOf }]) => closedQuote(ticker, asOf)), ...shown]
  }
}

const partition = (markets: ReadonlyArray<readonly [string, Listed]>) =>
  [
    markets.filter(([, { state }]) => state === 'closed'),
    markets.filter(([, { state }]) => state !== 'closed'),
  ] as const

const namedBook = (raw: unknown, asOf: Millis, onSkip: OnSkip): ReadonlyArray<readonly [string, OrderBook]> => {
  const reading = v.safeParse(WireNamedBook, raw)
  if (reading.success)
    return orSkip(reading.output.ticker, onSkip, () => [reading.output.ticker, toOrderBook(reading.output, asOf)])
  onSkip(tickerOf(raw), reading.issues[0].message)
  return []
}

/** One record that makes no sense is left out, and the rest goes on. */
const orSkip = <Value>(ticker: string, onSkip: OnSkip, translate: () => Value): readonly Value[] => {
  try {
    return [translate()]
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    onSkip(ticker, error.message)
    return []
  }
}
