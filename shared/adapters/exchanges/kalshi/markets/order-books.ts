/** Live books of many markets, a hundred in one call (Kalshi reference, section 5.2; live reference, section 2). */

import { chunked } from '#domain/kernel/chunked.ts'
import type { MarketDataSource, OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import type { Client } from '../http/client.ts'
import { WireBookPage, WireNamedBook } from '../http/wire.ts'
import { tickerOf } from './catalogue.ts'
import { toOrderBook } from './to-order-book.ts'

/** Most books in one call (reference, section 5.2). */
const BOOKS_AT_ONCE = 100
/** Simultaneous calls: more would only wait for the rate budget. */
const CALLS_AT_ONCE = 4

/** Returns the books of markets, without missing and unreadable ones. */
export const orderBooks =
  (api: Client, onSkip: OnSkip): MarketDataSource['orderBooks'] =>
  async (tickers, signal, reader = null) => {
    const readPage = async (some: readonly string[]): Promise<ReadonlyArray<readonly [string, OrderBook]>> => {
      const call = { path: '/markets/orderbooks', query: { tickers: some }, cost: 10 }
      const { body, asOf } = await api.readDated(reader, call, WireBookPage, signal)
      return readEach(body.orderbooks, WireNamedBook, tickerOf, onSkip, (wire) => [
        [wire.ticker, toOrderBook(wire, asOf)] as const,
      ])
    }
    const books = new Map<string, OrderBook>()
    for (const pages of chunked(chunked(tickers, BOOKS_AT_ONCE), CALLS_AT_ONCE))
      for (const [ticker, book] of (await Promise.all(pages.map(readPage))).flat()) books.set(ticker, book)
    return books
  }
