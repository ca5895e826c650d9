/** The price that a conditional order watches, from a quote of its market. */

import { ONE, type Price, price } from '../kernel/numbers.ts'
import { MINUTE, type Millis } from '../kernel/time.ts'
import type { Level } from './depth.ts'
import { TRIGGER_PRICE_TYPES, type TriggerPriceSource, type TriggerPriceType } from './trigger-price.ts'

/** The best bid and ask of a market, and its last trade. */
export interface Touch {
  readonly bid: Level | null
  readonly ask: Level | null
  /** The price of the last trade, whenever that was; null: nothing was ever traded, or it is not known. */
  readonly lastPrice: Price | null
}

/** Prices of one market at one moment. */
export interface Quote extends Touch {
  /** When bid and ask stood so. */
  readonly asOf: Millis
  /** Up to when the last trade is known to be the last; absent: as bid and ask. */
  readonly lastPriceAsOf?: Millis | undefined
  /** The exchange says that nothing trades: the whole of it, or this market. */
  readonly paused: boolean
  /** When the last trade was made; null or absent if that is not known. */
  readonly lastTradeAt?: Millis | null | undefined
  /**
   * Recent trades, oldest first, including trades before the last one. `LAST` sees each of them; absent if they are not
   * known.
   */
  readonly trades?: readonly MadeTrade[] | undefined
}

/** A trade of a market. */
export interface MadeTrade {
  readonly price: Price
  /** When it was made, at the earliest. */
  readonly at: Millis
}

export interface WatchedPrice {
  readonly price: Price
  readonly source: TriggerPriceSource
}

/** A wider book has no meaningful middle. */
const WIDEST_SPREAD = 100_000

/** An older quote does not show where the market is. The last trade may be of any age: the quote of now bounds it. */
const GOOD_FOR = MINUTE

/** A trade that came and went is of no use later, as any price. So long that nothing is missed where one run of the watch is lost. */
export const TRADE_COUNTS_FOR = 2 * MINUTE

/** True if a trade still counts. */
export const isRecent = ({ at }: Pick<MadeTrade, 'at'>, now: Millis): boolean => now - at <= TRADE_COUNTS_FOR

/** The recent ones of these trades, oldest first. */
export const recentTrades = (trades: readonly MadeTrade[], now: Millis): readonly MadeTrade[] =>
  trades.filter((trade) => isRecent(trade, now)).sort((one, other) => one.at - other.at)

/**
 * True if prices of a quote can fire what watches that type: its market trades, and what they watch is at most 60
 * seconds old.
 */
export const isUsable = (
  { paused, asOf, lastPriceAsOf = asOf }: Pick<Quote, 'paused' | 'asOf' | 'lastPriceAsOf'>,
  type: TriggerPriceType,
  now: Millis,
): boolean => !paused && now - (type === 'LAST' ? lastPriceAsOf : asOf) <= GOOD_FOR

/** Null if the quote shows no usable price. `buyFlag` is the side of the order that would be placed. */
export const watchedPrice = (
  quote: Quote,
  type: TriggerPriceType,
  buyFlag: boolean,
  now: Millis,
): WatchedPrice | null => {
  if (!isUsable(quote, type, now)) return null
  switch (type) {
    case 'BID_ASK':
      return sideOf(quote, buyFlag)
    case 'LAST':
      return quote.lastPrice === null ? null : { price: quote.lastPrice, source: 'last_trade' }
    case 'MARK':
      return markOf(quote)
  }
}

/** True if the quote shows a usable price of any type. */
export const showsPrice = (quote: Quote, now: Millis): boolean =>
  TRIGGER_PRICE_TYPES.some((type) => [true, false].some((buyFlag) => watchedPrice(quote, type, buyFlag, now) !== null))

/**
 * Returns the mark: the middle of bid and ask if they are at most 0.10 apart. Else the last trade of any age counts,
 * kept within bid and ask. A missing side bounds nothing. Null without a trade: one side of an otherwise empty book is
 * no mark.
 */
export const markOf = (touch: Touch): WatchedPrice | null => {
  const [bid, ask] = [priceOf(touch.bid), priceOf(touch.ask)]
  // A crossed book changed while it was read, or combines several exchanges. Such a book has no middle, and its sides
  // still bound.
  if (bid !== null && ask !== null && ask >= bid && ask - bid <= WIDEST_SPREAD)
    return { price: price(Math.floor((bid + ask) / 2)), source: 'mid' }
  if (touch.lastPrice === null) return null
  const [low, high] = [bid ?? 0, ask ?? ONE]
  const held = Math.min(Math.max(touch.lastPrice, Math.min(low, high)), Math.max(low, high))
  return { price: price(held), source: 'last_trade' }
}

/**
 * The YES price at which a position is valued: the mark, else the side on which the position would be closed. A valuation moves no
 * order, so one side of a book is enough.
 */
export const valuation = (touch: Touch, position: number): Price | null =>
  (markOf(touch) ?? sideOf(touch, position < 0))?.price ?? null

const sideOf = ({ bid, ask }: Touch, buyFlag: boolean): WatchedPrice | null => {
  const at = priceOf(buyFlag ? ask : bid)
  return at === null ? null : { price: at, source: buyFlag ? 'ask' : 'bid' }
}

/** A level of size 0 does not count. */
const priceOf = (level: Touch['bid']): Price | null => (level === null || level.qty === 0 ? null : level.price)
