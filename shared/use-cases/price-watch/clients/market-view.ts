/** What a run of the watch knows of a market that streams follow. Exchanges tell it over their sockets, or the poll reads it. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Depth, Level } from '#domain/markets/depth.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import type { MarketChannelName } from '#domain/streams/market-channel.ts'
import { emptyQuote } from '#ports/exchanges/empty-quote.ts'
import type { ExchangeQuote, OrderBook, Tape } from '#ports/exchanges/market-data-source.ts'
import { messageOn } from '../../markets/read-quotes.ts'

export interface MarketPicture {
  readonly market: MarketRef
  quote: ExchangeQuote | null
  /** `depth` answers the levels as they are when it is called. */
  book: { readonly depth: () => Depth; readonly at: Millis } | null
  /** The newest trades. `isRead`: the tape was read. Until then only what a socket told is there. */
  tape: Omit<Tape, 'asOf'> & { readonly asOf: Millis | null; readonly isRead: boolean }
  /** Trades that no stream has told yet. */
  fresh: PublicTrade[]
  /** Some trades may be missing: the tape is to be read. */
  tapeIsDue: boolean
  /** The time of the newest trade when they began to be missing; 0 while none was known. */
  knownTo: Millis
  /** When the tape was last asked for; 0: never. */
  tapeAskedAt: Millis
  /** Whether a socket of the exchange shows it. */
  isLive: boolean
  /** Why what is known may be old; null while it is not. */
  words: string | null
}

/** One message to those who follow a channel of a market. What is null is not known. */
export type MarketWord = {
  readonly svcId: number
  /** The whole state, for one who begins; else what has changed. Quotes and books are whole in any case. */
  readonly isSnapshot: boolean
  readonly message: string | null
} & (
  | { readonly name: 'quotes'; readonly quote: ExchangeQuote | null }
  | { readonly name: 'book'; readonly book: OrderBook | null }
  | { readonly name: 'trades'; readonly tape: Omit<Tape, 'asOf'> & { readonly asOf: Millis | null } }
)

/** Trades that a new follower is told. */
export const TRADES_AT_FIRST = 50
/** The newest trades by which one that is told again is known. */
const HELD = 200

/** Nothing is known of it yet. */
export const newPicture = (market: MarketRef): MarketPicture => ({
  market,
  quote: null,
  book: null,
  tape: { trades: [], hasMore: false, asOf: null, isRead: false },
  fresh: [],
  tapeIsDue: true,
  knownTo: 0,
  tapeAskedAt: 0,
  isLive: false,
  words: null,
})

/** A socket shows the market now. */
export const showBook = (picture: MarketPicture, { bid, ask, depth, at }: Depths & { readonly at: Millis }): void => {
  // No poll may have asked about it yet.
  picture.quote = {
    ...(picture.quote ?? emptyQuote(picture.market.nativeId, 'open', at)),
    bid,
    ask,
    asOf: at,
    toldAt: at,
  }
  picture.book = { depth, at }
  picture.isLive = true
  picture.words = null
}

interface Depths {
  readonly bid: Level | null
  readonly ask: Level | null
  readonly depth: () => Depth
}

/** A socket tells a trade. False when it was known. */
export const showTrade = (picture: MarketPicture, trade: PublicTrade): boolean => {
  const { quote } = picture
  if (trade.isBlockTrade !== true && quote !== null && trade.at >= (quote.lastTradeAt ?? 0))
    picture.quote = { ...quote, lastPrice: trade.price, lastPriceAsOf: undefined, lastTradeAt: trade.at }
  if (trade.qty === 0 || trade.tradeId === '') {
    missTrades(picture)
    return quote !== null
  }
  const { trades } = picture.tape
  return addTrades(picture, [trade], trades.length < TRADES_AT_FIRST ? 0 : (trades.at(-1)?.at ?? 0)).length > 0
}

/** A poll saw this. While a socket shows the market the poll decides over its state only, and over trades that the socket has missed. */
export const showPolled = (picture: MarketPicture, polled: ExchangeQuote): void => {
  const { quote, isLive } = picture
  if (!isLive || quote === null) {
    picture.quote = { ...polled, trades: undefined }
    return
  }
  const isNewer = (polled.lastTradeAt ?? 0) > (quote.lastTradeAt ?? 0) || quote.lastPrice === null
  const last = isNewer ? polled : quote
  const { state, stateIsLive, lastPriceAsOf } = polled
  const { lastPrice, lastTradeAt } = last
  picture.quote = { ...quote, state, stateIsLive, lastPrice, lastPriceAsOf, lastTradeAt }
}

/** From now on trades may be missing. */
export const missTrades = (picture: MarketPicture): void => {
  if (picture.tapeIsDue) return
  picture.tapeIsDue = true
  picture.knownTo = picture.tape.trades[0]?.at ?? 0
}

/** The tape was read, and shows all that was missing since `knownTo` or as much as it tells. False where nothing of it is new. */
export const showTape = (picture: MarketPicture, { trades, hasMore, asOf }: Tape, knownTo: Millis): boolean => {
  const { fresh, tape } = picture
  const added = addTrades(picture, trades, tape.isRead ? knownTo : 0)
  const known = { asOf: Math.max(asOf, picture.tape.asOf ?? 0), isRead: true }
  if (tape.isRead) {
    picture.tape = { ...picture.tape, ...known }
    return added.length > 0
  }
  // All who follow are told the whole state.
  picture.fresh = fresh
  picture.tape = { ...picture.tape, ...known, hasMore }
  return true
}

/** Adds those that were not known, and not before `from`. */
const addTrades = (picture: MarketPicture, told: readonly PublicTrade[], from: Millis): readonly PublicTrade[] => {
  const { tape, fresh } = picture
  const known = new Set(tape.trades.map(({ tradeId }) => tradeId))
  const each = new Map(told.map((trade) => [trade.tradeId, trade]))
  const added = [...each.values()].filter(({ tradeId, at }) => !known.has(tradeId) && at >= from)
  if (added.length === 0) return added
  const all = newestFirst([...added, ...tape.trades])
  const asOf = Math.max(tape.asOf ?? 0, ...added.map(({ at }) => at))
  picture.tape = { ...tape, trades: all.slice(0, HELD), hasMore: tape.hasMore || all.length > HELD, asOf }
  picture.fresh = newestFirst([...added, ...fresh])
  return added
}

const newestFirst = (trades: PublicTrade[]): PublicTrade[] => trades.sort((one, other) => other.at - one.at)

/** Sockets do not show it for now. */
export const lose = (picture: MarketPicture, words: string): void => {
  picture.isLive = false
  missTrades(picture)
  picture.words = words
}

/** What is to be said in that channel; null while nothing is known, not even why. */
export const wordOf = (picture: MarketPicture, name: MarketChannelName, isSnapshot: boolean): MarketWord | null => {
  const { market, quote, book, tape, words } = picture
  const message = [words, quote === null ? null : messageOn(quote)].filter((part) => part !== null).join(' ') || null
  const base = { svcId: market.svcId, isSnapshot, message }
  if (name === 'quotes') return quote === null && words === null ? null : { ...base, name, quote }
  if (name === 'book') {
    if (book === null && words === null) return null
    return { ...base, name, book: book === null ? null : { ...book.depth(), at: book.at } }
  }
  if (!tape.isRead && (isSnapshot || picture.fresh.length === 0))
    return words === null ? null : { ...base, name, tape: NOT_READ }
  const { asOf } = tape
  if (!isSnapshot) return { ...base, name, tape: { trades: picture.fresh, hasMore: false, asOf } }
  const hasMore = tape.hasMore || tape.trades.length > TRADES_AT_FIRST
  return { ...base, name, tape: { trades: tape.trades.slice(0, TRADES_AT_FIRST), hasMore, asOf } }
}

const NOT_READ = { trades: [], hasMore: false, asOf: null }
