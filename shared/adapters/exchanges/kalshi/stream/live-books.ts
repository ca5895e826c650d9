/** Books that the stream shows at the moment, by ticker. */

import type { Millis } from '#domain/kernel/time.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import { wireDecimal } from '../../http/wire-decimal.ts'
import { type StreamedBook, streamedBook } from '../../stream/streamed-book.ts'
import { toPrice, toQty } from '../http/wire-values.ts'
import { BookDelta, BookSnapshot, readAs } from './frames.ts'

type BookEvent = Extract<PriceEvent, { kind: 'book' }>

export class LiveBooks {
  readonly #books = new Map<string, StreamedBook>()

  has(ticker: string): boolean {
    return this.#books.has(ticker)
  }

  /** Forgets the books of all other markets. */
  keepOnly(tickers: ReadonlySet<string>): void {
    for (const ticker of this.#books.keys()) if (!tickers.has(ticker)) this.#books.delete(ticker)
  }

  forget(tickers: readonly string[]): void {
    for (const ticker of tickers) this.#books.delete(ticker)
  }

  clear(): void {
    this.#books.clear()
  }

  /** Begins a book. Returns null for a market that is not in `tickers`. Throws `ExchangeUnavailable`. */
  begin(msg: unknown, tickers: ReadonlySet<string>, now: Millis): BookEvent | null {
    const snapshot = readAs(BookSnapshot, msg, 'a book that makes no sense')
    const { market_ticker: ticker, yes_dollars_fp: bids, no_dollars_fp: asks } = snapshot
    if (!tickers.has(ticker)) return null
    const book = streamedBook()
    for (const [at, size] of bids ?? []) book.set('bid', toPrice('yes_dollars_fp', at), toQty('yes_dollars_fp', size))
    for (const [at, size] of asks ?? []) book.set('ask', toPrice('no_dollars_fp', at), toQty('no_dollars_fp', size))
    this.#books.set(ticker, book)
    return eventOf(ticker, book, now)
  }

  /** Changes a level. Returns `broken` if the level would fall below 0, and null for a book that is not live. Throws `ExchangeUnavailable`. */
  change(msg: unknown, now: Millis): BookEvent | { readonly kind: 'broken'; readonly nativeId: string } | null {
    const delta = readAs(BookDelta, msg, 'a change of a book that makes no sense')
    const { market_ticker: nativeId, price_dollars: at, side } = delta
    const book = this.#books.get(nativeId)
    if (book === undefined) return null
    const change = wireDecimal(delta.delta_fp)
    const isDone = change !== null && book.add(side === 'yes' ? 'bid' : 'ask', toPrice('price_dollars', at), change)
    return isDone ? eventOf(nativeId, book, delta.ts_ms ?? now) : { kind: 'broken', nativeId }
  }
}

const eventOf = (nativeId: string, book: StreamedBook, at: Millis): BookEvent => ({
  kind: 'book',
  nativeId,
  bid: book.best('bid'),
  ask: book.best('ask'),
  depth: book.depth,
  at,
})
