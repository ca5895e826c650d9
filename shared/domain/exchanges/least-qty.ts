/** The least quantity of an order in a market. */

import type { Qty } from '../kernel/numbers.ts'
import type { Market } from '../markets/market.ts'
import { traitsOf } from './traits-of.ts'

/** A sale that acts at once may be smaller than the minimum of the market where the exchange holds only resting orders to it. */
export const leastQty = (
  { exchange, tickSizeQty, minimumOrderSize }: Pick<Market, 'exchange' | 'tickSizeQty' | 'minimumOrderSize'>,
  { sellsAtOnce }: { readonly sellsAtOnce: boolean },
): Qty => (sellsAtOnce && traitsOf(exchange).minimumOfRestingOnly ? tickSizeQty : minimumOrderSize)
