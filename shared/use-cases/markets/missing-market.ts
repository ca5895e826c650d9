import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'

/** The 404 that names the first of several markets that was not found; null when all were. */
export const missingMarket = (svcIds: readonly number[], found: readonly Pick<Market, 'svcId'>[]): Problem | null => {
  const missing = svcIds.find((svcId) => found.every((market) => market.svcId !== svcId))
  return missing === undefined ? null : notFound(`Market ${missing}`)
}
