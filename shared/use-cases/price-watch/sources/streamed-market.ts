/** The state of one market with a price stream: the events of the stream, and the answer of the last poll. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Level } from '#domain/markets/depth.ts'
import { isRecent, type MadeTrade } from '#domain/markets/mark-price.ts'
import { emptyQuote } from '#ports/exchanges/empty-quote.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'

/** A book is built anew after this many checks that did not agree, or after two without an event in between. */
const DIFFERENT_CHECKS = 3
/** Longest time between a trade and the read that returns it. */
const REPORTED_WITHIN = 30 * SECOND

/** The best bid and ask. */
interface Touch {
  readonly bid: Level | null
  readonly ask: Level | null
}

export class StreamedMarket {
  /** The market as last read. */
  market: WatchedMarket
  readonly #clock: Clock
  /** The book of the stream; null while the stream does not show this market. */
  #touch: Touch | null = null
  #last: MadeTrade | null = null
  /** Recent trades of the stream, oldest first. */
  #trades: readonly MadeTrade[] = []
  /** Start of the time in which the stream shows the market without a gap; null during a gap. */
  #shownSince: Millis | null = null
  /** Answer of the last poll, with the state of the market. */
  #polled: ExchangeQuote | null = null
  /** Start of the last poll of this market. */
  #requestedAt: Millis = 0
  /** End of the time in which trades may have passed unseen: a poll that began earlier does not know the last trade. Null if a poll knows it. */
  #unseenUntil: Millis | null
  #events = 0
  #differs: { readonly times: number; readonly events: number } | null = null

  constructor(clock: Clock, market: WatchedMarket) {
    this.#clock = clock
    this.market = market
    this.#unseenUntil = clock()
  }

  /** Returns whether the stream shows the book. */
  isLive(): boolean {
    return this.#touch !== null
  }

  /** Returns whether the last trade is known: the stream or a poll has shown it, and no gap followed. */
  knowsTrade(): boolean {
    return this.#last !== null || (this.#polled !== null && this.#unseenUntil === null)
  }

  /** Returns whether book, state and last trade are known, so that a poll adds nothing. */
  isKnown(): boolean {
    return this.#touch !== null && this.#polled !== null && this.knowsTrade()
  }

  /** Returns whether the stream has reported every trade that a read could still return. */
  showsTrades(): boolean {
    return this.#shownSince !== null && this.#clock() - this.#shownSince > REPORTED_WITHIN
  }

  /** Returns the quote as the stream shows it; null if nothing is shown, or if the market is closed. */
  shown(): ExchangeQuote | null {
    if (!this.#showsAnything()) return null
    const now = this.#clock()
    // A market that moves counts as open before the first poll: a stop that fires on it first asks the exchange.
    const empty = emptyQuote(this.market.nativeId, 'open', now)
    const base = this.#polled ?? empty
    // A book from a poll is as old as that poll, whatever is traded since.
    const { bid, ask, asOf } = this.#touch === null ? base : { ...this.#touch, asOf: now }
    return { ...base, bid, ask, asOf, trades: this.#trades, ...this.#lastTrade(base, empty, now) }
  }

  /** Returns the shown quote with the newest trade known from any source. */
  withNewest(shown: ExchangeQuote): ExchangeQuote {
    if (this.knowsTrade() || this.#polled === null) return shown
    return { ...shown, ...tradeIn(this.#withStreamed(this.#polled)) }
  }

  onEvent(event: Extract<PriceEvent, { kind: 'book' | 'trade' }>): void {
    // A block trade is negotiated off the book: it is no price of the market.
    if (event.kind === 'trade' && event.isBlockTrade === true) return
    this.#events += 1
    if (event.kind === 'book') this.#takeBook(event)
    else this.#takeTrade({ price: event.price, at: event.at })
  }

  /** Records a gap of the stream. */
  lose(kind: 'stale' | 'missed'): void {
    if (kind === 'stale') this.#touch = null
    this.#loseTrade()
  }

  /** Records that a poll of this market begins. */
  recordPoll(): void {
    this.#requestedAt = this.#clock()
  }

  /** Takes the answer of a poll, and returns it with the last trade of the stream. Calls `rebuild` if the book of the stream is wrong. */
  check(shown: ExchangeQuote, rebuild: () => void): ExchangeQuote {
    this.#polled = shown
    const knownTo = Math.min(this.#requestedAt, shown.asOf, shown.lastPriceAsOf ?? shown.asOf)
    if (knownTo >= (this.#unseenUntil ?? 0)) this.#unseenUntil = null
    if (this.#touch !== null && shown.state !== 'closed' && this.#isWrong(this.#touch, shown)) {
      this.#differs = null
      this.#touch = null
      this.#loseTrade()
      rebuild()
    }
    const streamed = this.#trades
    const trades = streamed.length === 0 ? shown.trades : [...(shown.trades ?? []), ...streamed]
    const checked = { ...this.#withStreamed(shown), trades }
    if (this.#last === null || (shown.lastTradeAt ?? 0) > this.#last.at) return checked
    return { ...checked, ...tradeOf(this.#last, this.#clock()) }
  }

  #showsAnything(): boolean {
    if (this.#polled !== null) return this.#polled.state !== 'closed'
    return this.#touch !== null || this.#last !== null
  }

  #lastTrade(base: ExchangeQuote, empty: ExchangeQuote, now: Millis): QuotedTrade {
    if (this.#last !== null) return tradeOf(this.#last, now)
    if (!this.knowsTrade()) return tradeIn(empty)
    return tradeIn(base, this.#touch === null ? base.lastPriceAsOf : now)
  }

  #takeBook({ bid, ask }: Touch): void {
    if (this.#touch === null && this.#last === null) this.#loseTrade()
    this.#touch = { bid, ask }
    this.#shownSince ??= this.#clock()
  }

  /** Trades are kept before a stop is armed: the watch reads a new stop a moment later. */
  #takeTrade(trade: MadeTrade): void {
    const now = this.#clock()
    this.#shownSince ??= now
    this.#last = trade
    this.#trades = [...this.#trades.filter((one) => isRecent(one, now)), trade]
  }

  /** Trades may pass unseen: only a poll that begins from now on knows the last trade. */
  #loseTrade(): void {
    this.#last = null
    this.#unseenUntil = this.#clock()
    this.#shownSince = null
  }

  /** Lists of an exchange are old: before a gap the stream may have reported a newer trade than the poll knows. */
  #withStreamed(quote: ExchangeQuote): ExchangeQuote {
    const newest = this.#trades.at(-1)
    return newest === undefined || newest.at <= (quote.lastPriceAsOf ?? quote.asOf)
      ? quote
      : { ...quote, ...tradeOf(newest, newest.at) }
  }

  /** Returns whether the book of the stream is wrong, by the answers of polls. */
  #isWrong(book: Touch, shown: ExchangeQuote): boolean {
    const agrees = priceOf(book.bid) === priceOf(shown.bid) && priceOf(book.ask) === priceOf(shown.ask)
    if (agrees) {
      this.#differs = null
      return false
    }
    const isFrozen = this.#differs !== null && this.#differs.events === this.#events
    const times = (this.#differs?.times ?? 0) + 1
    this.#differs = { times, events: this.#events }
    return isFrozen || times >= DIFFERENT_CHECKS
  }
}

type QuotedTrade = Pick<ExchangeQuote, 'lastPrice' | 'lastPriceAsOf' | 'lastTradeAt' | 'tradeMark'>

/** Returns the last trade of a quote, by default as old as the poll that returned it. */
const tradeIn = (
  { lastPrice, lastTradeAt, tradeMark, asOf, lastPriceAsOf = asOf }: ExchangeQuote,
  knownTo = lastPriceAsOf,
): QuotedTrade => ({ lastPrice, lastPriceAsOf: knownTo, lastTradeAt, tradeMark })

const tradeOf = ({ price, at }: MadeTrade, knownTo: Millis): QuotedTrade => ({
  lastPrice: price,
  lastPriceAsOf: knownTo,
  lastTradeAt: at,
  tradeMark: `${at} ${price}`,
})

const priceOf = (level: Level | null): number | null => level?.price ?? null
