/** What an exchange shows everybody, in the service's own words: YES prices, integers, UTC milliseconds. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Price, Qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Candle, PriceQuery } from '#domain/markets/price-series.ts'

export interface Level {
  readonly price: Price
  readonly qty: Qty
}

/** A YES book: bids descend, asks ascend, one level per price. */
export interface OrderBook {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** The exchange's own time of the book, else when we fetched it. */
  readonly at: Millis
}

/** What the exchange shows of one market now: the best of its book and the last price, in YES terms. */
export interface ExchangeQuote {
  readonly nativeId: string
  /** `closed`: trading is over for good. */
  readonly state: 'open' | 'paused' | 'closed'
  readonly bid: Level | null
  readonly ask: Level | null
  /** Of the last trade, whenever that was; null where nothing was ever traded. */
  readonly lastPrice: Price | null
  /** Another text after another trade, as far as the exchange lets one see that; no exchange tells when it was. */
  readonly tradeMark: string
  /** When it was asked for. */
  readonly fetchedAt: Millis
}

/** What a decided market pays for each YES contract; a NO contract gets the rest of a dollar. */
export interface PayoutReport {
  readonly nativeId: string
  readonly yesPays: Price
}

export interface MarketPage {
  readonly markets: readonly Market[]
  /** Where to go on; null after the last page. */
  readonly cursor: string | null
}

/**
 * What an exchange shows everybody: no call needs an account. Every call takes an AbortSignal. Throws `ExchangeUnavailable`.
 */
export interface MarketDataSource {
  readonly name: ExchangeName

  /** One page of the catalogue: all markets that are open, plus those that changed since `since`. */
  listMarkets(cursor: string | null, signal: AbortSignal): Promise<MarketPage>
  /** Markets by native id; unknown ones are left out. */
  marketsById(nativeIds: readonly string[], signal: AbortSignal): Promise<readonly Market[]>
  /** The live book, all levels. Throws `NoOrderBook` where the exchange says that there is none. */
  orderBook(nativeId: string, signal: AbortSignal): Promise<OrderBook>
  /**
   * What many markets show now, in as few calls as the exchange allows. Markets that the exchange does not list, or that have
   * no book there, are left out.
   */
  quotes(nativeIds: readonly string[], signal: AbortSignal): Promise<readonly ExchangeQuote[]>
  /** When the market was traded last, as far as the exchange tells; one call for one market. */
  lastTradeAt(nativeId: string, signal: AbortSignal): Promise<Millis | null>
  /**
   * Candles from the start of the interval until now, the running one included, ascending by their start; periods
   * nothing is known of are left out. Where an exchange tells prices only, all four are that price and nothing is traded.
   */
  priceSeries(market: Market, query: PriceQuery, signal: AbortSignal): Promise<readonly Candle[]>
  /** Of those of the markets that are decided beyond dispute; the others are left out. */
  payouts(nativeIds: readonly string[], signal: AbortSignal): Promise<readonly PayoutReport[]>
}
