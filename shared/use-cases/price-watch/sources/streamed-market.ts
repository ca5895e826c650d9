/** What is known of one market whose stream is followed: what the stream has told of it, and what the poll last saw. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Level } from '#domain/markets/depth.ts'
import { isRecent, type MadeTrade } from '#domain/markets/mark-price.ts'
import { emptyQuote } from '#ports/exchanges/empty-quote.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'

export interface FollowedMarket {
  /** As it was last read. */
  market: WatchedMarket
  /** Whether the stream shows its book. */
  isLive(): boolean
  /** Whether its last trade is known: the stream or a poll has shown it, and no gap came after it. */
  knowsTrade(): boolean
  /** Whether nothing is left for a poll to tell: book, state and last trade are known. */
  isKnown(): boolean
  /** Whether the stream has told every trade that a read could still tell. */
  showsTrades(): boolean
  /** The quote as the stream shows it; null where nothing is shown, or the market is over. */
  shown(): ExchangeQuote | null
  /** That quote with the newest trade that anything has shown. */
  withNewest(shown: ExchangeQuote): ExchangeQuote
  hear(event: Extract<PriceEvent, { kind: 'book' | 'trade' }>): void
  /** The stream has a gap. */
  lose(kind: 'stale' | 'missed'): void
  /** A poll begins that asks for it. */
  ask(): void
  /** Takes what a poll saw. Answers the same with the last trade that the stream saw. `rebuild` is called where its book is wrong. */
  check(shown: ExchangeQuote, rebuild: () => void): ExchangeQuote
}

/** After so many checks that did not agree, or two without an event in between, a book begins anew. */
const DIFFERENT_CHECKS = 3
/** A read may report a trade so long after it was made. */
const TOLD_WITHIN = 30 * SECOND

/** Nothing is shown yet. */
export const followedMarket = (clock: Clock, market: WatchedMarket): FollowedMarket => {
  /** The best bid and ask of the stream; null while it does not show this market. */
  let touch: { readonly bid: Level | null; readonly ask: Level | null } | null = null
  let last: MadeTrade | null = null
  /** What the stream has told, as far as it still counts, oldest first. */
  let trades: readonly MadeTrade[] = []
  /** Since when the stream shows it without a gap; null while it does not. */
  let shownSince: Millis | null = null
  /** What the last poll saw: the state of the market. */
  let polled: ExchangeQuote | null = null
  /** When the poll began that asked for it last. */
  let askedAt: Millis = 0
  /** Until when trades may have gone by that no stream showed: a poll that began before does not know the last trade. Null: one knows it. */
  let unseenUntil: Millis | null = clock()
  let events = 0
  let differs: { readonly times: number; readonly events: number } | null = null

  const knowsTrade = (): boolean => last !== null || (polled !== null && unseenUntil === null)

  /** It is shown from now on. */
  const begin = (): void => {
    shownSince ??= clock()
  }

  /** What is traded meanwhile is not known: a poll that begins from now on tells the last trade. */
  const loseTrade = (): void => {
    last = null
    unseenUntil = clock()
    shownSince = null
  }

  /** Lists are old: before a gap the stream may have told a trade that is newer than all the poll knows. */
  const withTold = (quote: ExchangeQuote): ExchangeQuote => {
    const newest = trades.at(-1)
    return newest === undefined || newest.at <= (quote.lastPriceAsOf ?? quote.asOf)
      ? quote
      : { ...quote, ...tradeOf(newest, newest.at) }
  }

  /** Whether the book of the stream is wrong, by what a poll saw. */
  const isWrong = (book: NonNullable<typeof touch>, shown: ExchangeQuote): boolean => {
    const agrees = priceOf(book.bid) === priceOf(shown.bid) && priceOf(book.ask) === priceOf(shown.ask)
    const isFrozen = !agrees && differs !== null && differs.events === events
    differs = agrees ? null : { times: (differs?.times ?? 0) + 1, events }
    return isFrozen || (differs?.times ?? 0) >= DIFFERENT_CHECKS
  }

  const one: FollowedMarket = {
    market,
    isLive: () => touch !== null,
    knowsTrade,
    isKnown: () => touch !== null && polled !== null && knowsTrade(),
    showsTrades: () => shownSince !== null && clock() - shownSince > TOLD_WITHIN,
    shown: () => {
      if (polled?.state === 'closed' || (polled === null && touch === null && last === null)) return null
      // What moves is taken to be open before the first poll tells: a stop that fires on it asks the exchange before.
      const now = clock()
      const empty = emptyQuote(one.market.nativeId, 'open', now)
      const told = polled ?? empty
      // What a poll saw of the book is as old as that poll, whatever is traded since.
      const { bid, ask, asOf } = touch === null ? told : { ...touch, asOf: now }
      const known = knowsTrade() ? tradeIn(told, touch === null ? told.lastPriceAsOf : now) : tradeIn(empty)
      return { ...told, bid, ask, asOf, trades, ...(last === null ? known : tradeOf(last, now)) }
    },
    withNewest: (shown) => (knowsTrade() || polled === null ? shown : { ...shown, ...tradeIn(withTold(polled)) }),
    hear: (event) => {
      // Negotiated off the book: no price of the market.
      if (event.kind === 'trade' && event.isBlockTrade === true) return
      events += 1
      if (event.kind === 'book') {
        if (touch === null && last === null) loseTrade()
        touch = { bid: event.bid, ask: event.ask }
        begin()
        return
      }
      begin()
      last = { price: event.price, at: event.at }
      // Trades are kept also before a stop is armed: the watch learns of a new stop only a moment later.
      const now = clock()
      trades = [...trades.filter((trade) => isRecent(trade, now)), last]
    },
    lose: (kind) => {
      if (kind === 'stale') touch = null
      loseTrade()
    },
    ask: () => {
      askedAt = clock()
    },
    check: (shown, rebuild) => {
      polled = shown
      const knownTo = Math.min(askedAt, shown.asOf, shown.lastPriceAsOf ?? shown.asOf)
      if (knownTo >= (unseenUntil ?? 0)) unseenUntil = null
      if (touch !== null && shown.state !== 'closed' && isWrong(touch, shown)) {
        differs = null
        touch = null
        loseTrade()
        rebuild()
      }
      const told = {
        ...withTold(shown),
        trades: trades.length === 0 ? shown.trades : [...(shown.trades ?? []), ...trades],
      }
      if (last === null || (shown.lastTradeAt ?? 0) > last.at) return told
      return { ...told, ...tradeOf(last, clock()) }
    },
  }
  return one
}

type QuotedTrade = Pick<ExchangeQuote, 'lastPrice' | 'lastPriceAsOf' | 'lastTradeAt' | 'tradeMark'>

/** By default as old as the poll that told it. */
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
