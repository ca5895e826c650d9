import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { TapeQuery } from '#domain/markets/public-trade.ts'
import type { Tape } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { MarketData } from './market-data.ts'

export interface ReadTradesDeps {
  readonly clock: Clock
  readonly markets: Pick<MarketStore, 'get'>
  readonly marketData: Pick<MarketData, 'trades'>
}

/** Returns the trades of a market, newest first; 404 for an unknown market, 503 if its exchange does not answer. */
export const readTrades = async (deps: ReadTradesDeps, svcId: number, query: TapeQuery): Promise<Tape | Problem> => {
  const market = await deps.markets.get(svcId)
  if (market === null) return notFound('Market')
  // No exchange takes a time before 1970.
  if (query.before !== null && query.before <= 0) return { trades: [], hasMore: false, asOf: deps.clock() }
  return deps.marketData.trades(market, query)
}
