/** The times and sizes of the slices of a TWAP. A pure function of the clock, so an outage is never made up for in a burst. */

import type { Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { flooredToLot, type LotSize } from '../markets/lot-size.ts'

export interface TwapPlan extends LotSize {
  readonly totalQty: Qty
  readonly slices: number
  readonly durationMs: number
  readonly startedAt: Millis
}

export interface TwapSlice {
  /** 0 for the first. */
  readonly index: number
  /** 0 if it is too small for an order. Its quantity moves to the next slice. */
  readonly qty: Qty
  /** Time of the next slice; null after the last one. */
  readonly nextAt: Millis | null
}

/** Returns the due slice. Null after the end of the TWAP: the untraded rest stays untraded. `random` is in 0..1. */
export const sliceAt = (plan: TwapPlan, filled: Qty, random: number | null, now: Millis): TwapSlice | null => {
  const every = plan.durationMs / plan.slices
  const index = Math.max(0, Math.floor((now - plan.startedAt) / every))
  if (index >= plan.slices) return null
  const remaining = Math.max(0, plan.totalQty - filled)
  const left = plan.slices - index
  const most = largestSlice(plan)
  const even = Math.min(remaining / left, most)
  // The last slice takes the rest, up to its limit.
  const varied = random === null || left === 1 ? even : even * (1 - SPREAD + 2 * SPREAD * random)
  // Randomness alone does not make a slice too small for an order.
  const size = Math.max(varied, Math.min(even, plan.least))
  const nextAt = left === 1 ? null : Math.ceil(plan.startedAt + (index + 1) * every)
  return { index, qty: flooredToLot(plan, Math.min(size, most)), nextAt }
}

/** Maximum size of a slice, whatever was missed before. */
export const largestSlice = ({ totalQty, slices }: Pick<TwapPlan, 'totalQty' | 'slices'>): number =>
  Math.min(totalQty, (MOST_OF_EVEN * totalQty) / slices)

/** Maximum size of a slice, in even slices, after an outage or many small slices. */
const MOST_OF_EVEN = 3

/** ± 20 % of size. */
const SPREAD = 0.2
