/** Reads what a market's price did over time. */

import type { Market } from '#domain/market.ts'
import type { Candle, PriceQuery } from '#domain/price-series.ts'
import { isProblem, notFound, type Problem } from '#domain/problem.ts'
import type { MarketStore } from '#ports/store.ts'
import type { MarketData } from './market-data.ts'

export interface ReadPricesDeps {
  readonly markets: MarketStore
  readonly marketData: MarketData
}

export const readPrices = async (
  deps: ReadPricesDeps,
  svcId: number,
  query: PriceQuery,
): Promise<{ readonly market: Market; readonly candles: readonly Candle[] } | Problem> => {
  const market = await deps.markets.get(svcId)
  if (market === null) return notFound('Market')
  const candles = await deps.marketData.candles(market, query)
  return isProblem(candles) ? candles : { market, candles }
}
