/** How far an order without a limit price may trade at most, as its user has set it. */

import { ONE, type Price, price } from '../../kernel/numbers.ts'

export interface PriceBounds {
  /** How far from the best price of the book at pricing, in 1e-6 dollars; null: as far as any order of its type. */
  readonly maxSlippage: Price | null
  /** The YES price beyond which nothing trades; null: any. */
  readonly protectionPrice: Price | null
}

/** The bounds of an order whose user has set none. */
export const NO_BOUNDS: PriceBounds = { maxSlippage: null, protectionPrice: null }

/** The furthest price within the bounds, on the grid or not. `best` is the price it would trade at first. Null: no bound is set. */
export const furthestPrice = (
  { maxSlippage, protectionPrice }: PriceBounds,
  buyFlag: boolean,
  best: Price,
): Price | null => {
  const slipped = maxSlippage === null ? null : buyFlag ? best + maxSlippage : best - maxSlippage
  return closest(slipped === null ? null : price(Math.min(Math.max(slipped, 0), ONE)), protectionPrice, buyFlag)
}

/** The bound that is reached first: the lower one for a buy, the higher one for a sell. Null if neither is set. */
export const closest = (one: Price | null, other: Price | null, buyFlag: boolean): Price | null => {
  if (one === null || other === null) return one ?? other
  return isBeyond(one, other, buyFlag) ? other : one
}

/** True if one price is beyond another for that side: dearer for a buy, cheaper for a sell. */
export const isBeyond = (at: Price, bound: Price, buyFlag: boolean): boolean => (buyFlag ? at > bound : at < bound)
