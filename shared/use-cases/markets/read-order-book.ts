import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { LiveMarketData } from './live-market-data.ts'

export interface ReadOrderBookDeps {
  readonly markets: MarketStore
  readonly marketData: Pick<LiveMarketData, 'book'>
}

/** The live orderbook of a market, at most a second old; 404 for an unknown market, 503 when its exchange does not answer. */
export const readOrderBook = async (deps: ReadOrderBookDeps, svcId: number): Promise<OrderBook | Problem> => {
  const market = await deps.markets.get(svcId)
  return market === null ? notFound('Market') : deps.marketData.book(market)
}
