/** A price of a market, in cents with the digits of the price step there. */

import type { Market } from '../api/types.ts'
import { priceOnTick } from './price-on-tick.ts'
import { stepAt } from './price-steps.ts'

export const priceIn = (
  { tick_structure, tick_size_price }: Pick<Market, 'tick_structure' | 'tick_size_price'>,
  at: number | null | undefined,
): string => priceOnTick(at, (at == null ? null : stepAt(tick_structure, at)) ?? tick_size_price)
