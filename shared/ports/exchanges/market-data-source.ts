/** Public data of an exchange, in the service's own words: YES prices, integers, UTC milliseconds. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Depth, Level } from '#domain/markets/depth.ts'
import type { MadeTrade } from '#domain/markets/mark-price.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Candle, PriceQuery } from '#domain/markets/price-series.ts'
import type { TapePage, TapeQuery } from '#domain/markets/public-trade.ts'
import type { ExchangeAccount } from './exchange-account.ts'

/** The bids and asks of a market in YES terms, and how old they are. */
export interface OrderBook extends Depth {
  /**
   * When the exchange made the book. If the exchange does not say: when the book was received, less the age that a cache on the way may
   * hide.
   */
  readonly at: Millis
  /**
   * When the book was received, less the age that a cache on the way gives or may hide. Present if `at` is the exchange's own time, which
   * may be the time of the last change: a quiet book is as good as a busy one.
   */
  readonly receivedAt?: Millis
}

/** The best bid and ask of a market and its last price, in YES terms. */
export interface ExchangeQuote {
  readonly nativeId: string
  readonly state: MarketState['state']
  /**
   * True if `state` is as live as the prices. Otherwise it comes from a list that may be some 25 seconds old, or from a book without a
   * state.
   */
  readonly stateIsLive: boolean
  /** The best bid and ask; null if that side of the book is empty. */
  readonly bid: Level | null
  readonly ask: Level | null
  /**
   * The price of the last trade in the book, of any age, in 1e-6 dollars. Null if nothing was ever traded, or while the exchange has not
   * shown which trade was the last in the book.
   */
  readonly lastPrice: Price | null
  /** Changes with each trade, as far as the exchange shows that. Two equal texts: probably no trade in between. */
  readonly tradeMark: string
  /** When the last trade happened; null if the exchange does not say. */
  readonly lastTradeAt: Millis | null
  /** Time up to which `lastPrice` is known to be the last one, if that differs from the time of bid and ask. */
  readonly lastPriceAsOf?: Millis | undefined
  /** When the exchange made bid and ask: when they were received, less the age that a cache on the way gives or may hide. */
  readonly asOf: Millis
  /** The exchange's own time of bid and ask; absent if it has none. */
  readonly statedAt?: Millis
  /** Trades of the last minutes, oldest first, if quotes contain them; else absent. Only the price watch needs it. */
  readonly trades?: readonly MadeTrade[] | undefined
}

/** The trading state of a market. `paused`: trading may continue later. `closed`: it is over for good, decided or not. */
export interface MarketState {
  readonly nativeId: string
  readonly state: 'open' | 'paused' | 'closed'
}

/** The last trade of a market that was made in its book. */
export interface LastTrade {
  /** The YES price, in 1e-6 dollars. */
  readonly price: Price
  readonly at: Millis
}

/** Payout of a decided market for each YES contract, in 1e-6 dollars, 0 to 1_000_000. A NO contract gets the rest of a dollar. */
export interface DecidedPayout {
  readonly nativeId: string
  readonly yesPays: Price
  /** The payout can no longer be disputed. An exchange that pays automatically has paid. */
  readonly isFinal: boolean
}

/** A market whose outcome the exchange names in several ways that differ: `detail` says how, to a user. */
export interface ContradictedPayout {
  readonly nativeId: string
  readonly yesPays: null
  readonly detail: string
}

export type PayoutReport = DecidedPayout | ContradictedPayout

/** A page of the trades of a market. `asOf` is when it was received, less the age that a cache on the way gives or may hide. */
export interface Tape extends TapePage {
  readonly asOf: Millis
  /** Time of the newest trade that could not be read and is left out; absent if there is none. */
  readonly unreadAt?: Millis
}

/** Candles of a market. `asOf` as for a tape. */
export interface CandleSeries {
  readonly candles: readonly Candle[]
  readonly asOf: Millis
}

/** A part of the exchange's catalogue. */
export interface MarketPage {
  readonly markets: readonly Market[]
  /** Names the next page; null after the last one. */
  readonly cursor: string | null
}

/**
 * Public market data. No call needs an account. An abort ends a call. Every call throws `ExchangeUnavailable` when the exchange gives
 * no usable answer.
 */
export interface MarketDataSource {
  readonly name: ExchangeName

  /**
   * Returns whether each market trades now, by the exchange's own status, past any cache, and not by its catalogue. Unknown markets are
   * left out. `reader` as in `orderBook`.
   */
  marketStates(
    nativeIds: readonly string[],
    signal: AbortSignal,
    reader?: ExchangeAccount | null,
  ): Promise<readonly MarketState[]>
  /**
   * The live book, all levels. Throws `NoOrderBook` if the exchange says that there is none. `reader` is an account that the call is made
   * for, if the exchange serves its users better than strangers.
   */
  orderBook(nativeId: string, signal: AbortSignal, reader?: ExchangeAccount | null): Promise<OrderBook>
  /**
   * The live books of many markets by native id, all levels, in as few calls as the exchange allows. Markets without a book are left out.
   * `reader` as in `orderBook`.
   */
  orderBooks(
    nativeIds: readonly string[],
    signal: AbortSignal,
    reader?: ExchangeAccount | null,
  ): Promise<ReadonlyMap<string, OrderBook>>
  /**
   * Returns the present quotes of many markets, in as few calls as the exchange allows. Markets that the exchange does not list, or that
   * have no book there, are left out. Bid and ask are live, `reader` as in `orderBook`.
   */
  quotes(
    nativeIds: readonly string[],
    signal: AbortSignal,
    reader?: ExchangeAccount | null,
  ): Promise<readonly ExchangeQuote[]>
  /** The last trade of the market, whenever it was; null if the exchange shows none. One request. `reader` as in `orderBook`. */
  lastTrade(nativeId: string, signal: AbortSignal, reader?: ExchangeAccount | null): Promise<LastTrade | null>

  /** One page of all markets that are open now. */
  listMarkets(cursor: string | null, signal: AbortSignal): Promise<MarketPage>
  /**
   * One page of the markets that are new or over since that moment, and of all others whose terms changed, as far as the exchange reports
   * it. Some older ones may be among them.
   */
  changedMarkets(since: Millis, cursor: string | null, signal: AbortSignal): Promise<MarketPage>
  /** Markets by native id; unknown ones are left out. */
  marketsById(nativeIds: readonly string[], signal: AbortSignal): Promise<readonly Market[]>
  /** The trades of all traders in a market, in YES terms. */
  trades(market: Market, query: TapeQuery, signal: AbortSignal): Promise<Tape>
  /**
   * Returns the trades of a market since that moment, oldest first, past any cache. A trade may appear some seconds after it was made. Null
   * or absent if quotes contain the trades.
   */
  tradesSince?(nativeId: string, since: Millis, signal: AbortSignal): Promise<readonly MadeTrade[] | null>
  /**
   * Candles from the start of the interval until now, the running one included, ascending by their start. Periods without data are left
   * out. If an exchange has only prices, a candle has that price four times and the volume 0.
   */
  priceSeries(market: Market, query: PriceQuery, signal: AbortSignal): Promise<CandleSeries>
  /** Payouts of the markets that are decided beyond dispute, and contradictions; the others are left out. */
  payouts(nativeIds: readonly string[], signal: AbortSignal): Promise<readonly PayoutReport[]>
}
