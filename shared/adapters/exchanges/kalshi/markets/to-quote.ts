/** What Kalshi shows of a market now, as a quote. */

import type { Millis } from '#domain/kernel/time.ts'
import type { ExchangeQuote, OrderBook } from '#ports/exchanges/market-data-source.ts'
import { toPrice } from '../http/wire-values.ts'
import type { Listed } from './listed-markets.ts'
import type { RecentTrade } from './recent-trades.ts'

interface Traded {
  /** The last trade; null where the list knows it best. */
  readonly trade: RecentTrade | null
  /** Up to when every trade is known. */
  readonly knownTo: Millis
  /** The trades of the last minutes, as far as they are known. */
  readonly recent: readonly RecentTrade[]
}

/** From its book, and from its last trade. */
export const toQuote = (
  { wire, state }: Listed,
  book: OrderBook,
  { trade, knownTo, recent }: Traded,
): ExchangeQuote => ({
  nativeId: wire.ticker,
  state,
  stateIsLive: false,
  bid: book.bids[0] ?? null,
  ask: book.asks[0] ?? null,
  lastPrice: trade?.price ?? listedPrice(wire.last_price_dollars),
  tradeMark: trade?.id ?? wire.volume_fp ?? '',
  lastTradeAt: trade?.at ?? null,
  asOf: book.at,
  ...(knownTo < book.at ? { lastPriceAsOf: knownTo } : {}),
  trades: recent,
})

/** A price of 0 stands for no trade at all: no price grid has it. */
const listedPrice = (text: string | null | undefined): ExchangeQuote['lastPrice'] =>
  text ? toPrice('last_price_dollars', text) || null : null
