/** The limit that a MARKET order gets from the book. Neither exchange takes an order without a price safely. */

import { largest, ONE, type Price, type Qty, smallest } from '../../kernel/numbers.ts'
import type { Level } from '../../markets/depth.ts'
import { clipToGrid, type Market } from '../../markets/market.ts'
import { neededPrice } from '../../markets/needed-price.ts'

/**
 * The worst level needed to fill `amount`, plus the slippage allowance, clipped to the grid; null when there is no one to
 * trade with. `levels` is the opposite side, best first.
 */
export const bookLimit = (
  market: Pick<Market, 'priceRanges'>,
  levels: readonly Level[],
  amount: Qty,
  buyFlag: boolean,
  slippage: number,
): Price | null => {
  const worst = neededPrice(levels, amount)
  if (worst === null) return null
  const bounded = buyFlag ? Math.min(worst + slippage, ONE - 1) : Math.max(worst - slippage, 1)
  // On a grid coarser than the allowance the clip could fall short of the level itself, which is on the grid.
  const clipped = clipToGrid(market, bounded, buyFlag)
  if (clipped === null) return worst
  return buyFlag ? largest(clipped, worst) : smallest(clipped, worst)
}
