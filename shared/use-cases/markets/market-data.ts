/** Live data, candles and tapes of any market, each kept for a moment, and words where its exchange does not answer. */

import type { Problem } from '#domain/kernel/problem.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { PriceQuery } from '#domain/markets/price-series.ts'
import type { TapeQuery } from '#domain/markets/public-trade.ts'
import type { CandleSeries, MarketDataSource, Tape } from '#ports/exchanges/market-data-source.ts'
import { shortCache } from '../kernel/short-cache.ts'
import { type AskExchangeOptions, askExchange } from './ask-exchange.ts'
import { type LiveMarketData, liveMarketData } from './live-market-data.ts'

export interface MarketData extends LiveMarketData {
  candles(market: Market, query: PriceQuery): Promise<CandleSeries | Problem>
  trades(market: Market, query: TapeQuery): Promise<Tape | Problem>
}

const TAPES_LIVE_MS = SECOND
const TAPES_KEPT = 200
const CANDLES_LIVE_MS = 30 * SECOND
/** A megabyte each at the most, mostly far less. */
const SERIES_KEPT = 100

/** The answer is 503 when the exchange is not set up, or does not answer within its patience. */
export const marketData = (options: AskExchangeOptions<MarketDataSource>): MarketData => {
  const { clock } = options
  const { read, patience } = askExchange(options)
  const series = shortCache<CandleSeries>({ clock, liveForMs: CANDLES_LIVE_MS, most: SERIES_KEPT })
  const tapes = shortCache<Tape>({ clock, liveForMs: TAPES_LIVE_MS, most: TAPES_KEPT })
  return {
    ...liveMarketData(options),
    trades: (market, query) =>
      read(market, (exchange) => {
        const key = `${market.svcId} ${query.limit} ${query.before ?? ''}`
        return tapes.get(key, () => exchange.trades(market, query, patience()))
      }),
    candles: (market, query) =>
      read(market, (exchange) => {
        const key = `${market.svcId} ${query.interval} ${query.fidelity}`
        return series.get(key, () => exchange.priceSeries(market, query, patience()))
      }),
  }
}
