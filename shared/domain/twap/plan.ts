/** The next step of a TWAP, computed from its state and the clock. The same state and time give the same step. */

import { add, type Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { flooredToLot, type LotSize } from '../markets/lot-size.ts'
import { largestSlice, sliceAt } from './schedule.ts'
import { hasOpenSlice } from './transitions.ts'
import { mayStillFill, sliceDueAt, type TwapOrder, tradedBy } from './twap-order.ts'

export type TwapStep =
  /** `until` null: wait for the change of a slice. */
  | { readonly kind: 'wait'; readonly until: Millis | null }
  | { readonly kind: 'slice'; readonly index: number; readonly qty: Qty }
  /** A slice is due, and too small for an order. Its quantity moves to later slices. */
  | { readonly kind: 'carry'; readonly index: number }
  | { readonly kind: 'end'; readonly as: 'COMPLETED' | 'EXPIRED' }
  | { readonly kind: 'cancel'; readonly reason: string }

/** `random` in 0..1 decides the size of a slice that varies; null if sizes do not vary. */
export const planTwap = (twap: TwapOrder, grid: LotSize, random: number | null, now: Millis): TwapStep => {
  if (hasOpenSlice(twap)) return { kind: 'wait', until: null }
  if (isTooSmall(twap, grid)) return { kind: 'cancel', reason: TOO_SMALL }
  if (hasTradedAll(twap, grid)) return endOnceSettled(twap, 'COMPLETED')
  const { terms, slicesDone } = twap
  const startedAt = twap.startedAt ?? now
  const taken = add(tradedBy(twap).qty, mayStillFill(twap))
  const slice = slicesDone < terms.slices ? sliceAt({ ...terms, ...grid, startedAt }, taken, random, now) : null
  if (slice === null) return endOnceSettled(twap, 'EXPIRED')
  if (slice.index < slicesDone) return { kind: 'wait', until: sliceDueAt(terms, startedAt, slicesDone) }
  return slice.qty === 0 ? { kind: 'carry', index: slice.index } : { kind: 'slice', index: slice.index, qty: slice.qty }
}

/** The reason of a TWAP whose largest slice is below the minimum of its exchange: no slice would ever be sent. */
export const TOO_SMALL = 'slices_below_minimum'

const isTooSmall = ({ terms, slices }: TwapOrder, grid: LotSize): boolean =>
  slices.length === 0 && flooredToLot(grid, largestSlice(terms)) === 0

const hasTradedAll = (twap: TwapOrder, grid: LotSize): boolean => {
  const traded = tradedBy(twap).qty
  return traded > 0 && flooredToLot(grid, twap.terms.totalQty - traded) === 0
}

/** Waits while trades may still be reversed on EXCHANGE_B: until then it is unknown whether all is traded. */
const endOnceSettled = ({ slices }: TwapOrder, as: 'COMPLETED' | 'EXPIRED'): TwapStep =>
  slices.some(({ state }) => state === 'settling') ? { kind: 'wait', until: null } : { kind: 'end', as }
