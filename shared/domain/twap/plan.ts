/** The plan for a TWAP: the next step, from its state and the clock. Asked again when nothing has changed, it answers the same. */

import { add, type Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { flooredToLot, type LotSize } from '../markets/lot-size.ts'
import { largestSlice, sliceAt } from './schedule.ts'
import { hasOpenSlice } from './transitions.ts'
import { mayStillFill, sliceDueAt, type TwapOrder, tradedBy } from './twap-order.ts'

export type TwapStep =
  /** `until` null: until a slice has changed. */
  | { readonly kind: 'wait'; readonly until: Millis | null }
  | { readonly kind: 'slice'; readonly index: number; readonly qty: Qty }
  /** A slice is due, and too small for an order of its own. */
  | { readonly kind: 'carry'; readonly index: number }
  | { readonly kind: 'end'; readonly as: 'COMPLETED' | 'EXPIRED' }
  | { readonly kind: 'cancel'; readonly reason: string }

/** `random` in 0..1 decides the size of a slice that varies; null where sizes do not. */
export const planTwap = (twap: TwapOrder, grid: LotSize, random: number | null, now: Millis): TwapStep => {
  const { terms, slicesDone } = twap
  if (hasOpenSlice(twap)) return { kind: 'wait', until: null }
  const startedAt = twap.startedAt ?? now
  const plan = { ...terms, ...grid, startedAt }
  if (flooredToLot(grid, largestSlice(plan)) === 0 && twap.slices.length === 0)
    return { kind: 'cancel', reason: TOO_SMALL }
  const traded = tradedBy(twap).qty
  // While trades may still be reversed on EXCHANGE_B, it is unknown whether all is done.
  const isSettling = twap.slices.some(({ state }) => state === 'settling')
  if (flooredToLot(grid, terms.totalQty - traded) === 0 && traded > 0)
    return isSettling ? { kind: 'wait', until: null } : { kind: 'end', as: 'COMPLETED' }
  const slice = slicesDone < terms.slices ? sliceAt(plan, add(traded, mayStillFill(twap)), random, now) : null
  if (slice === null) return isSettling ? { kind: 'wait', until: null } : { kind: 'end', as: 'EXPIRED' }
  if (slice.index < slicesDone) return { kind: 'wait', until: sliceDueAt(terms, startedAt, slicesDone) }
  return slice.qty === 0 ? { kind: 'carry', index: slice.index } : { kind: 'slice', index: slice.index, qty: slice.qty }
}

/** Not even three slices in one are an order that the exchange accepts: nothing would ever be sent. */
export const TOO_SMALL = 'slices_below_minimum'
