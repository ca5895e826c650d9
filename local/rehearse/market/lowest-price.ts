import { type Price, price } from '#domain/kernel/numbers.ts'
import type { Market } from '#domain/markets/market.ts'

/** The least price that an order of the market can have. */
export const lowestPrice = ({ priceRanges }: Pick<Market, 'priceRanges'>): Price =>
  price(priceRanges.reduce((least, { start, step }) => Math.min(least, start > 0 ? start : step), 1e6))
