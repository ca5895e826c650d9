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
  /** Null until the tape was read. */
  tape: { readonly trades: readonly PublicTrade[]; readonly hasMore: boolean; readonly asOf: Millis } | null
  /** Trades that no stream has told yet. */
  fresh: PublicTrade[]
  /** Some trades may be missing: the tape is to be read. */
  tapeIsDue: boolean
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

/** Trades that whoever begins is told. */
export const TRADES_AT_FIRST = 50

/** Nothing is known of it yet. */
export const newPicture = (market: MarketRef): MarketPicture => ({
  market,
  quote: null,
  book: null,
  tape: null,
  fresh: [],
  tapeIsDue: true,
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
  if (quote !== null && trade.at >= (quote.lastTradeAt ?? 0))
    picture.quote = { ...quote, lastPrice: trade.price, lastTradeAt: trade.at }
  if (trade.qty === 0 || trade.tradeId === '') {
    picture.tapeIsDue = true
    return quote !== null
  }
  return addTrades(picture, [trade])
}

/** A poll saw this. While a socket shows the market the poll decides over its state only, and over trades that the socket has missed. */
export const showPolled = (picture: MarketPicture, polled: ExchangeQuote): void => {
  const { quote, isLive } = picture
  if (!isLive || quote === null) {
    picture.quote = polled
    return
  }
  const isNewer = (polled.lastTradeAt ?? 0) > (quote.lastTradeAt ?? 0) || quote.lastPrice === null
  const last = isNewer ? polled : quote
  const { state, stateIsLive } = polled
  picture.quote = { ...quote, state, stateIsLive, lastPrice: last.lastPrice, lastTradeAt: last.lastTradeAt }
}

/** The tape was read. */
export const showTape = (picture: MarketPicture, { trades, hasMore, asOf }: Tape): boolean => {
  picture.tapeIsDue = false
  if (picture.tape !== null) return addTrades(picture, trades)
  picture.tape = { trades: [], hasMore, asOf }
  addTrades(picture, [...trades, ...picture.fresh])
  picture.fresh = []
  return true
}

const addTrades = (picture: MarketPicture, told: readonly PublicTrade[]): boolean => {
  if (picture.tape === null) {
    picture.fresh = [...told, ...picture.fresh].slice(0, TRADES_AT_FIRST)
    return false
  }
  const each = new Map(told.map((trade) => [trade.tradeId, trade]))
  const known = new Set(picture.tape.trades.map(({ tradeId }) => tradeId))
  const oldest = picture.tape.trades.at(-1)?.at ?? 0
  const isFull = picture.tape.trades.length >= TRADES_AT_FIRST
  const added = [...each.values()].filter(({ tradeId, at }) => !known.has(tradeId) && (!isFull || at >= oldest))
  if (added.length === 0) return false
  const all = [...added, ...picture.tape.trades].sort((one, other) => other.at - one.at)
  const trades = all.slice(0, TRADES_AT_FIRST)
  const asOf = Math.max(picture.tape.asOf, ...added.map(({ at }) => at))
  picture.tape = { trades, hasMore: picture.tape.hasMore || all.length > trades.length, asOf }
  picture.fresh = [...added, ...picture.fresh].sort((one, other) => other.at - one.at)
  return true
}

/** Sockets do not show it for now. */
export const lose = (picture: MarketPicture, words: string): void => {
  picture.isLive = false
  picture.tapeIsDue = true
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
  if (tape === null && words === null) return null
  const { trades = [], hasMore = false, asOf = null } = tape ?? {}
  return { ...base, name, tape: { trades: isSnapshot ? trades : picture.fresh, hasMore: isSnapshot && hasMore, asOf } }
}
