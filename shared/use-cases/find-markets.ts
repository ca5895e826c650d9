/** Finds markets in the stored catalogue. */

import type { Market } from '#domain/market.ts'
import { notFound, type Problem } from '#domain/problem.ts'
import type { MarketFilter, MarketStore, Page } from '#ports/store.ts'

export interface FindMarketsDeps {
  readonly markets: MarketStore
}

export const getMarket = async (deps: FindMarketsDeps, svcId: number): Promise<Market | Problem> =>
  (await deps.markets.get(svcId)) ?? notFound('Market')

export const searchMarkets = (
  deps: FindMarketsDeps,
  filter: MarketFilter,
  page: Page,
): Promise<{ readonly markets: readonly Market[]; readonly total: number }> => deps.markets.search(filter, page)
