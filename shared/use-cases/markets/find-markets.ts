/** Finds markets in the stored catalogue. */

import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import type { FoundMarkets, MarketFilter, MarketIndex, MarketPage } from '#ports/markets/market-index.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import { catalogueOrProblem } from './catalogue-or-problem.ts'

export interface FindMarketsDeps {
  readonly markets: MarketStore
}

/** One market of the catalogue, whatever its status; 404 without it. */
export const getMarket = async (deps: FindMarketsDeps, svcId: number): Promise<Market | Problem> =>
  (await deps.markets.get(svcId)) ?? notFound('Market')

export interface SearchMarketsDeps {
  readonly marketIndex: MarketIndex
}

/** One page of the markets that match the filter, and their number; 503 until the first index is made. */
export const searchMarkets = (
  deps: SearchMarketsDeps,
  filter: MarketFilter,
  page: MarketPage,
): Promise<FoundMarkets | Problem> => catalogueOrProblem(() => deps.marketIndex.search(filter, page))
