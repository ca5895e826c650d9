/** Present prices of a Kalshi market as a quote. */

import type { Millis } from '#domain/kernel/time.ts'
import type { ExchangeQuote, OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { ConfirmedPrice } from './confirmed-prices.ts'
import type { Listed } from './listed-markets.ts'
import type { RecentTrade } from './recent-trades.ts'

interface Traded {
  /** Last trade; null if the last price of the list is newer. */
  readonly trade: RecentTrade | null
  /** Last price of the list, as the tape confirms it. */
  readonly listed: ConfirmedPrice
  /** Time up to which every trade is known. */
  readonly knownTo: Millis
  /** Known trades of the last minutes. */
  readonly recent: readonly RecentTrade[]
}

/** Joins the book of a market with its last trade. */
export const toQuote = (
  { wire, state }: Listed,
  book: OrderBook,
  { trade, listed, knownTo, recent }: Traded,
): ExchangeQuote => ({
  nativeId: wire.ticker,
  state,
  stateIsLive: false,
  bid: book.bids[0] ?? null,
  ask: book.asks[0] ?? null,
  lastPrice: trade?.price ?? listed.price,
  tradeMark: trade?.id ?? wire.volume_fp ?? '',
  lastTradeAt: trade?.at ?? listed.trade?.at ?? null,
  asOf: book.at,
  ...(knownTo < book.at ? { lastPriceAsOf: knownTo } : {}),
  trades: recent,
})
