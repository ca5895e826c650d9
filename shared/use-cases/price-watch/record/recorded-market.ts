/** One market of a recording: its view, and the lines that bring a reader from the written state to the present one. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Depth, Level } from '#domain/markets/depth.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import { changedLevels, type LineOf, type RecordedLevel, wholeBook } from '#domain/price-watch/recorded-line.ts'
import { type MarketView, newMarketView } from '../clients/market-view.ts'

export class RecordedMarket {
  readonly view: MarketView
  /** Older trades are not recorded. */
  readonly since: Millis
  /** Number of the last message of the exchange, if it numbers them. */
  seq: number | undefined
  /** True while the exchange does not answer polls. */
  isUnanswered = false
  #book: Depth | null = null
  #quote: string | null = null

  constructor(market: MarketRef, since: Millis) {
    this.since = since
    this.view = newMarketView(market)
    // Only trades from now on are recorded, so the tape need not be read at first.
    this.view.tape = { ...this.view.tape, isRead: true }
    this.view.tapeIsDue = false
    this.view.knownTo = since
  }

  /** Writes the book and the quote whole with their next lines. */
  restart(): void {
    this.#book = null
    this.#quote = null
  }

  /** Forgets the book until the exchange shows it again: changes may have been missed. */
  loseBook(): void {
    this.view.book = null
    this.#book = null
  }

  /** Returns the whole book, or its changed levels; null without a change. */
  bookLine(): LineOf<'book'> | LineOf<'levels'> | null {
    const { book } = this.view
    if (book === null) return null
    const before = this.#book
    const depth = book.depth()
    this.#book = depth
    const levels = before === null ? wholeBook(depth) : changedLevels(before, depth)
    if (levels === null) return null
    return { type: before === null ? 'book' : 'levels', ...this.#about(book.at), ...levels }
  }

  /** Returns the quote if its state has changed, or any part of it while no stream shows the market; else null. */
  quoteLine(): LineOf<'quote'> | null {
    const { quote, isLive } = this.view
    if (quote === null) return null
    const bid = pairOf(quote.bid)
    const ask = pairOf(quote.ask)
    const shown = JSON.stringify(isLive ? [quote.state] : [quote.state, bid, ask, quote.lastPrice])
    if (shown === this.#quote) return null
    this.#quote = shown
    return {
      type: 'quote',
      ...this.#about(quote.statedAt ?? quote.asOf),
      state: quote.state,
      bid,
      ask,
      last: quote.lastPrice,
      last_time: quote.lastTradeAt,
    }
  }

  /** Returns the new trades, oldest first, as far as `isNew` agrees. */
  tradeLines(isNew: (tradeId: string) => boolean): readonly LineOf<'trade'>[] {
    const fresh = this.view.fresh.toReversed()
    this.view.fresh = []
    return fresh
      .filter(({ at, tradeId }) => at >= this.since && isNew(tradeId))
      .map(({ tradeId, price, qty, takerBuys, isBlockTrade, at }) => ({
        type: 'trade',
        ...this.#about(at),
        trade: tradeId,
        price,
        qty,
        taker: takerBuys === null ? null : takerBuys ? 'buy' : 'sell',
        ...(isBlockTrade === true ? { block: true } : {}),
      }))
  }

  #about(time: Millis) {
    const { svcId } = this.view.market
    return { market: svcId, time, ...(this.seq === undefined ? {} : { seq: this.seq }) }
  }
}

const pairOf = (level: Level | null): RecordedLevel | null => (level === null ? null : [level.price, level.qty])
