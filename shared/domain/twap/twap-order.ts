/** A TWAP: one large order, sent as many small ones evenly over a period of time. */

import type { ComplexOrderBase } from '../complex-orders/complex-order-base.ts'
import type { MarketTarget } from '../complex-orders/target.ts'
import { type Price, type Qty, remaining, sumOf } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { ENQUEUE_GRACE } from '../orders/order.ts'

/** The requested terms. */
export interface TwapTerms {
  readonly buyFlag: boolean
  readonly totalQty: Qty
  readonly durationMs: number
  /** Maximum number of slices, 2..288. */
  readonly slices: number
  /** Limit price of every slice; null: MARKET orders. */
  readonly limitPrice: Price | null
  /** How far from the best price of the book a slice may trade, in 1e-6 dollars; null: as far as any MARKET order. */
  readonly maxSlippage: Price | null
  /** True if the size of each slice varies by up to a fifth. */
  readonly randomize: boolean
}

/** An order of a TWAP, as last read. */
export interface TwapSlice {
  readonly orderId: string
  readonly qty: Qty
  /** Quantity of the stored fills, and of trades that the exchange has reported without a stored fill. */
  readonly tradedQty: Qty
  /** Exact, in 1e-12 dollars. */
  readonly tradedCost: bigint
  /**
   * - `open`: not final, or not all its fills are stored; the next slice waits for it.
   * - `settling`: all its fills are stored, and some may still be reversed.
   * - `watched`: final, unless a send that was given up arrives after all.
   * - `done`: nothing more is expected of it.
   */
  readonly state: 'open' | 'settling' | 'watched' | 'done'
}

export interface TwapOrder extends ComplexOrderBase {
  readonly kind: 'TWAP'
  readonly subtype: null
  readonly target: MarketTarget
  readonly terms: TwapTerms
  /** When the first slice was due; null while PENDING. */
  readonly startedAt: Millis | null
  /** Number of slices that have been due so far, sent or not. */
  readonly slicesDone: number
  /** The slices that were sent, oldest first. */
  readonly slices: readonly TwapSlice[]
}

/** The terms of a new TWAP. */
export type TwapRequest = Pick<
  TwapOrder,
  'complexOrderId' | 'userId' | 'subaccountId' | 'target' | 'terms' | 'subscriberState'
> &
  Partial<Pick<TwapOrder, 'tag'>>

/** Creates a TWAP, PENDING and due for its first slice. */
export const newTwap = (request: TwapRequest, now: Millis): TwapOrder => ({
  tag: null,
  ...request,
  kind: 'TWAP',
  subtype: null,
  createdAt: now,
  status: 'PENDING',
  updatedAt: now,
  cancelReason: null,
  startedAt: null,
  slicesDone: 0,
  slices: [],
  dueAt: now + ENQUEUE_GRACE,
  version: 0,
})

/** The traded quantity and cost of all slices. */
export const tradedBy = ({ slices }: Pick<TwapOrder, 'slices'>): { readonly qty: Qty; readonly cost: bigint } => ({
  qty: sumOf(slices, ({ tradedQty }) => tradedQty),
  cost: slices.reduce((sum, { tradedCost }) => sum + tradedCost, 0n),
})

/** Quantity of sent slices that may still fill. It counts as filled until the end of its order is certain. */
export const mayStillFill = ({ slices }: Pick<TwapOrder, 'slices'>): Qty =>
  sumOf(
    slices.filter(({ state }) => state === 'open' || state === 'watched'),
    ({ qty, tradedQty }) => remaining(qty, tradedQty),
  )

/** When slice `index` is due. */
export const sliceDueAt = ({ durationMs, slices }: TwapTerms, startedAt: Millis, index: number): Millis =>
  Math.ceil(startedAt + (index * durationMs) / slices)

/** When the next slice is due; null when there is none any more, or none yet. */
export const nextSliceAt = ({ terms, startedAt, slicesDone }: TwapOrder): Millis | null =>
  startedAt === null || slicesDone >= terms.slices ? null : sliceDueAt(terms, startedAt, slicesDone)

/** When its time is over; null while it has not begun. */
export const endsAt = ({ startedAt, terms }: TwapOrder): Millis | null =>
  startedAt === null ? null : startedAt + terms.durationMs
