import { isProblem, notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import type { PriceQuery } from '#domain/markets/price-series.ts'
import type { CandleSeries } from '#ports/exchanges/market-data-source.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { MarketData } from './market-data.ts'

export interface ReadPricesDeps {
  readonly markets: MarketStore
  readonly marketData: Pick<MarketData, 'candles'>
}

/** Returns the course of a market’s price; 404 for an unknown market, 503 if its exchange does not answer. */
export const readPrices = async (
  deps: ReadPricesDeps,
  svcId: number,
  query: PriceQuery,
): Promise<{ readonly market: Market; readonly series: CandleSeries } | Problem> => {
  const market = await deps.markets.get(svcId)
  if (market === null) return notFound('Market')
  const series = await deps.marketData.candles(market, query)
  return isProblem(series) ? series : { market, series }
}
