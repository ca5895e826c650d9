/** An order of a paper account, as a simulated exchange would hold it. */

import { type Money, minus, money, type Price, type Qty, qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { TimeInForce } from '../orders/order.ts'
import type { Queue } from './queue.ts'

export interface PaperOrder {
  /** Name of the order at the paper exchange. Follows from its identity. */
  readonly paperId: string
  readonly identity: string
  readonly nativeId: string
  readonly buyFlag: boolean
  /** The limit, in 1e-6 dollars. */
  readonly price: Price
  /** The total, including the filled quantity. */
  readonly qty: Qty
  readonly filledQty: Qty
  /** Σ price × quantity of its fills, in 1e-12 dollars. */
  readonly cost: bigint
  readonly fees: Money
  readonly timeInForce: TimeInForce
  readonly expiresAt: Millis | null
  readonly postOnly: boolean
  readonly cancelOnPause: boolean
  /** True if it never opens a position, because its exchange holds it to that. */
  readonly onlyCloses: boolean
  readonly state: 'live' | 'ended'
  /** When it reached the book, or its present place there. */
  readonly placedAt: Millis
  /** Its place in the queue at its price. Without meaning once the order has ended. */
  readonly queue: Queue
  /** Trades up to this time have been applied. */
  readonly tradedTo: Millis
  /** 0 for an order that is not stored yet. */
  readonly version: number
}

/** The fields that a new order is made from. */
export type PaperOrderRequest = Pick<
  PaperOrder,
  | 'paperId'
  | 'identity'
  | 'nativeId'
  | 'buyFlag'
  | 'price'
  | 'qty'
  | 'timeInForce'
  | 'expiresAt'
  | 'postOnly'
  | 'cancelOnPause'
  | 'onlyCloses'
>

/** Returns an order that has just reached the book. */
export const newPaperOrder = (request: PaperOrderRequest, now: Millis): PaperOrder => ({
  ...request,
  filledQty: qty(0),
  cost: 0n,
  fees: money(0),
  state: 'live',
  placedAt: now,
  queue: { ahead: qty(0), displayed: qty(0), seen: [] },
  tradedTo: now,
  version: 0,
})

/** Returns the order that keeps a used-up identity: nothing can be placed under it any more. */
export const deadPaperOrder = (request: PaperOrderRequest, now: Millis): PaperOrder => ({
  ...newPaperOrder({ ...request, qty: qty(0) }, now),
  state: 'ended',
})

/** True if the order only uses up its identity. */
export const isDead = ({ qty: total }: Pick<PaperOrder, 'qty'>): boolean => total === 0

/** Returns the quantity that is not filled. */
export const openQty = ({ qty: total, filledQty }: Pick<PaperOrder, 'qty' | 'filledQty'>): Qty =>
  minus(total, filledQty)
