/** The live books of many markets, a hundred in one call (Kalshi reference, section 5.2; live reference, section 2). */

import * as v from 'valibot'
import type { Millis } from '#domain/kernel/time.ts'
import type { LiveDataSource, OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { Client } from '../http/client.ts'
import { WireBookPage, WireNamedBook } from '../http/wire.ts'
import { type OnSkip, tickerOf } from './catalogue.ts'
import { orSkip } from './or-skip.ts'
import { toOrderBook } from './to-order-book.ts'

/** The most that one call takes (reference, section 5.2). */
const BOOKS_AT_ONCE = 100
/** Calls under way at once: more would only wait for the rate budget. */
const LANES = 4

/** Markets without a book are left out, and so is a book that makes no sense. */
export const orderBooks = (api: Client, onSkip: OnSkip): LiveDataSource['orderBooks'] => {
  const namedBook = (raw: unknown, asOf: Millis): ReadonlyArray<readonly [string, OrderBook]> => {
    const reading = v.safeParse(WireNamedBook, raw)
    if (reading.success)
      return orSkip(reading.output.ticker, onSkip, () => [reading.output.ticker, toOrderBook(reading.output, asOf)])
    onSkip(tickerOf(raw), reading.issues[0].message)
    return []
  }

  return async (tickers, signal, reader = null) => {
    const readPage = async (some: readonly string[]): Promise<ReadonlyArray<readonly [string, OrderBook]>> => {
      const call = { path: '/markets/orderbooks', query: { tickers: some }, cost: 10 }
      const { body, asOf } = await api.readDated(reader, call, WireBookPage, signal)
      return body.orderbooks.flatMap((raw) => namedBook(raw, asOf))
    }
    const books = new Map<string, OrderBook>()
    for (let start = 0; start < tickers.length; start += BOOKS_AT_ONCE * LANES) {
      const lanes = Array.from({ length: LANES }, (_, lane) => {
        const from = start + lane * BOOKS_AT_ONCE
        return tickers.slice(from, from + BOOKS_AT_ONCE)
      }).filter((some) => some.length > 0)
      for (const page of await Promise.all(lanes.map(readPage)))
        for (const [ticker, book] of page) books.set(ticker, book)
    }
    return books
  }
}
