/** How far the price of a market has moved of late. */

import type { PolymarketMarket } from '../../world/catalogue.ts'
import type { MarketReads } from '../../world/market-reads.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const PERIODS = {
  oneHourPriceChange: HOUR,
  oneDayPriceChange: DAY,
  oneWeekPriceChange: 7 * DAY,
  oneMonthPriceChange: 30 * DAY,
} as const

/** Left out where the market is younger than the period. */
export const priceChanges = (
  { clock, candles }: MarketReads,
  { conditionId, opensAt }: PolymarketMarket,
  now: number,
): Partial<Record<keyof typeof PERIODS, number>> => {
  const known = Object.entries(PERIODS).filter(([, period]) => clock() - period >= opensAt)
  return Object.fromEntries(
    known.map(([name, period]) => {
      const moved = now - candles.pastPrice(conditionId, clock() - period)
      return [name, Math.round(moved / 1000) / 1000]
    }),
  )
}
