/** A TWAP: one large order, sent as many small ones evenly over a period of time. */

import type { ComplexOrderBase } from '../complex-orders/complex-order-base.ts'
import type { MarketTarget } from '../complex-orders/target.ts'
import { type Price, type Qty, remaining, sumOf } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { ENQUEUE_GRACE } from '../orders/order.ts'

/** What was asked for. */
export interface TwapTerms {
  readonly buyFlag: boolean
  readonly totalQty: Qty
  readonly durationMs: number
  /** How many times a slice may be sent, 2..288. */
  readonly slices: number
  /** No slice trades beyond it; null: at the market. */
  readonly limitPrice: Price | null
  /** How far from the best price of the book a slice may trade, in 1e-6 dollars; null: as far as any MARKET order. */
  readonly maxSlippage: Price | null
  /** Whether the size of each slice varies by up to a fifth. */
  readonly randomize: boolean
}

/** An order of a TWAP, as last read. */
export interface TwapSlice {
  readonly orderId: string
  readonly qty: Qty
  /** Of the fills held, and of what the exchange has reported and no fill covers yet. */
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
  /** How many slices have been due so far, whether an order was sent for them or not. */
  readonly slicesDone: number
  /** The slices that were sent, oldest first. */
  readonly slices: readonly TwapSlice[]
}

/** What a new TWAP is made of. */
export type TwapRequest = Pick<
  TwapOrder,
  'complexOrderId' | 'userId' | 'subaccountId' | 'target' | 'terms' | 'subscriberState'
>

/** A new TWAP, PENDING and due for its first slice. */
export const newTwap = (request: TwapRequest, now: Millis): TwapOrder => ({
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

/** What its slices have traded. */
export const tradedBy = ({ slices }: Pick<TwapOrder, 'slices'>): { readonly qty: Qty; readonly cost: bigint } => ({
  qty: sumOf(slices, ({ tradedQty }) => tradedQty),
  cost: slices.reduce((sum, { tradedCost }) => sum + tradedCost, 0n),
})

/** What was sent and may still fill. It counts as filled until it is certain that it never will be. */
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
