/** The price of one outcome at the end of each step: the last trade, repeated while there is none. */

import type { PolymarketMarket } from '../../world/catalogue.ts'
import type { MarketReads } from '../../world/market-reads.ts'

export interface PricePoint {
  readonly at: number
  readonly price: number
}

const ONE = 1_000_000
const MINUTE = 60_000

export const pricePoints = (
  { candles, clock }: MarketReads,
  { market, outcome }: { readonly market: PolymarketMarket; readonly outcome: 0 | 1 },
  from: number,
  to: number,
  step: number,
): PricePoint[] => {
  const first = Math.max(from, market.opensAt)
  const last = Math.min(to, clock())
  const interval = Math.max(MINUTE, Math.round(step / MINUTE) * MINUTE)
  const points: PricePoint[] = []
  const found = new Map(
    candles.candles(market.conditionId, first - 1, last, interval).map(({ endsAt, price }) => [endsAt, price?.close]),
  )
  let price = candles.pastPrice(market.conditionId, first)
  for (let at = Math.ceil(first / interval) * interval; at <= last; at += interval) {
    price = found.get(at) ?? price
    points.push({ at, price: outcome === 0 ? price : ONE - price })
  }
  return points
}
