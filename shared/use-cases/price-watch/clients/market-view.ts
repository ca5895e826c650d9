/** The view of a market that client streams follow: quote, book and tape, from the streams of its exchange or from polls. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Depth, Level } from '#domain/markets/depth.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import { emptyQuote } from '#ports/exchanges/empty-quote.ts'
import type { ExchangeQuote, Tape } from '#ports/exchanges/market-data-source.ts'

export interface MarketView {
  readonly market: MarketRef
  quote: ExchangeQuote | null
  /** `depth` returns the levels at the time of the call. */
  book: { readonly depth: () => Depth; readonly at: Millis } | null
  /** The newest trades. Before the tape is read (`isRead`) they contain only streamed trades. */
  tape: Omit<Tape, 'asOf'> & { readonly asOf: Millis | null; readonly isRead: boolean }
  /** Trades that were not published yet. */
  fresh: PublicTrade[]
  /** True if trades may be missing, so that the tape must be read. */
  tapeIsDue: boolean
  /** Time of the newest trade before trades may be missing; 0 if no trade was known. */
  knownTo: Millis
  /** Time of the last read of the tape; 0 before the first. */
  tapeRequestedAt: Millis
  /** True while a stream of the exchange shows the market. */
  isLive: boolean
  /** Reason why the state may be old; null while it is current. */
  words: string | null
}

/** Trades in a snapshot. */
export const TRADES_AT_FIRST = 50
/** Newest trades kept to recognize a trade that is reported again. */
const HELD = 200

/** Returns a view without any state. */
export const newMarketView = (market: MarketRef): MarketView => ({
  market,
  quote: null,
  book: null,
  tape: { trades: [], hasMore: false, asOf: null, isRead: false },
  fresh: [],
  tapeIsDue: true,
  knownTo: 0,
  tapeRequestedAt: 0,
  isLive: false,
  words: null,
})

interface StreamedBook {
  readonly bid: Level | null
  readonly ask: Level | null
  readonly depth: () => Depth
  readonly at: Millis
}

/** Shows the book of a stream. */
export const showBook = (view: MarketView, { bid, ask, depth, at }: StreamedBook): void => {
  // No poll may have read the market yet.
  view.quote = {
    ...(view.quote ?? emptyQuote(view.market.nativeId, 'open', at)),
    bid,
    ask,
    asOf: at,
    statedAt: at,
  }
  view.book = { depth, at }
  view.isLive = true
  view.words = null
}

/** Shows a trade of a stream. Returns false if it was known. */
export const showTrade = (view: MarketView, trade: PublicTrade): boolean => {
  const { quote } = view
  if (trade.isBlockTrade !== true && quote !== null && trade.at >= (quote.lastTradeAt ?? 0))
    view.quote = { ...quote, lastPrice: trade.price, lastPriceAsOf: undefined, lastTradeAt: trade.at }
  if (trade.qty === 0 || trade.tradeId === '') {
    missTrades(view)
    return quote !== null
  }
  const { trades } = view.tape
  return addTrades(view, [trade], trades.length < TRADES_AT_FIRST ? 0 : (trades.at(-1)?.at ?? 0)).length > 0
}

/** Shows the answer of a poll. While a stream shows the market, the poll decides only its state, and trades that the stream has missed. */
export const showPolled = (view: MarketView, polled: ExchangeQuote): void => {
  const { quote, isLive } = view
  if (!isLive || quote === null) {
    view.quote = { ...polled, trades: undefined }
    return
  }
  const isNewer = (polled.lastTradeAt ?? 0) > (quote.lastTradeAt ?? 0) || quote.lastPrice === null
  const last = isNewer ? polled : quote
  const { state, stateIsLive, lastPriceAsOf } = polled
  const { lastPrice, lastTradeAt } = last
  view.quote = { ...quote, state, stateIsLive, lastPrice, lastPriceAsOf, lastTradeAt }
}

/** Records that trades may be missing from now on. */
export const missTrades = (view: MarketView): void => {
  if (view.tapeIsDue) return
  view.tapeIsDue = true
  view.knownTo = view.tape.trades[0]?.at ?? 0
}

/** Shows a tape that was read since `knownTo`, as far as the exchange returns it. Returns false if nothing is new. */
export const showTape = (view: MarketView, { trades, hasMore, asOf }: Tape, knownTo: Millis): boolean => {
  const { fresh, tape } = view
  const added = addTrades(view, trades, tape.isRead ? knownTo : 0)
  const known = { asOf: Math.max(asOf, view.tape.asOf ?? 0), isRead: true }
  if (tape.isRead) {
    view.tape = { ...view.tape, ...known }
    return added.length > 0
  }
  // All streams receive a snapshot.
  view.fresh = fresh
  view.tape = { ...view.tape, ...known, hasMore }
  return true
}

/** Records that no stream shows the market for now, and the reason for clients. */
export const loseView = (view: MarketView, words: string): void => {
  view.isLive = false
  missTrades(view)
  view.words = words
}

/** Adds the trades that were not known and not made before `from`. Returns the added trades. */
const addTrades = (view: MarketView, reported: readonly PublicTrade[], from: Millis): readonly PublicTrade[] => {
  const { tape, fresh } = view
  const known = new Set(tape.trades.map(({ tradeId }) => tradeId))
  const each = new Map(reported.map((trade) => [trade.tradeId, trade]))
  const added = [...each.values()].filter(({ tradeId, at }) => !known.has(tradeId) && at >= from)
  if (added.length === 0) return added
  const all = newestFirst([...added, ...tape.trades])
  const asOf = Math.max(tape.asOf ?? 0, ...added.map(({ at }) => at))
  view.tape = { ...tape, trades: all.slice(0, HELD), hasMore: tape.hasMore || all.length > HELD, asOf }
  view.fresh = newestFirst([...added, ...fresh])
  return added
}

const newestFirst = (trades: PublicTrade[]): PublicTrade[] => trades.sort((one, other) => other.at - one.at)
