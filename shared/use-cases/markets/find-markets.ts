/** Finds markets in the stored catalogue. */

import { notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import { type FoundMarkets, IndexUnavailable, type MarketFilter, type MarketIndex } from '#ports/market-index.ts'
import type { MarketStore, Page } from '#ports/store.ts'

export interface FindMarketsDeps {
  readonly markets: MarketStore
}

export const getMarket = async (deps: FindMarketsDeps, svcId: number): Promise<Market | Problem> =>
  (await deps.markets.get(svcId)) ?? notFound('Market')

export interface SearchMarketsDeps {
  readonly marketIndex: MarketIndex
}

export const searchMarkets = async (
  deps: SearchMarketsDeps,
  filter: MarketFilter,
  page: Page,
): Promise<FoundMarkets | Problem> => {
  try {
    return await deps.marketIndex.search(filter, page)
  } catch (error) {
    if (!(error instanceof IndexUnavailable)) throw error
    return problem(
      503,
      'catalogue_unavailable',
      'The market catalogue cannot be searched yet. Try again in a moment.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  }
}
