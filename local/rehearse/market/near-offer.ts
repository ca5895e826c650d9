import type { Price } from '#domain/kernel/numbers.ts'
import type { Depth } from '#domain/markets/depth.ts'
import type { Market } from '#domain/markets/market.ts'
import { lowestPrice } from './lowest-price.ts'

/** The best offer where somebody offers so near the lowest price, within ten times of it, that an order there may trade; else null. */
export const nearOffer = (market: Market, { asks }: Pick<Depth, 'asks'>): Price | null => {
  const best = asks[0]?.price
  return best !== undefined && best <= Math.min(500_000, 10 * lowestPrice(market)) ? best : null
}
