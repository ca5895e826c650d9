/** Makes an order smaller before anything was sent. */

import { add, minus, type Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import type { Amend } from '../amend/amend.ts'
import { termsOf, withTerms } from '../amend/amending.ts'
import type { Order } from '../order.ts'
import { settle } from '../settle.ts'

/** Shrinks an exit to `qty`, because the account holds less than it was to sell. Only before anything was sent. */
export const shrink = (order: Order, qty: Qty, now: Millis): Order =>
  order.sendState === 'none' && qty > 0 && qty < order.qty
    ? settle({ ...order, qty, notHeld: minus(add(order.notHeld, order.qty), qty) }, now)
    : order

/**
 * Shrinks a resting exit to `qty`, before anything was sent. The account no longer holds `notHeld` of the rest. The other orders offer the
 * remainder.
 */
export const offerLess = (exit: Order, qty: Qty, notHeld: Qty, now: Millis): Order =>
  exit.sendState === 'none' && qty > 0 && qty < exit.qty
    ? settle({ ...exit, qty, notHeld: add(exit.notHeld, notHeld) }, now)
    : exit

/** Reduces an order that may only reduce to `qty` in all, because no more is left to reduce. Only before anything was sent. */
export const reduceTo = (order: Order, qty: Qty, now: Millis): Order => {
  if (order.sendState !== 'none' || qty <= 0 || qty >= order.qty) return order
  const reduced = withTerms(order, { ...termsOf(order), qty })
  return settle({ ...reduced, amend: order.amend === null ? null : withRequestedQty(order.amend, qty) }, now)
}

/** A pending amend requests no more than is left, so that its end does not restore the larger total. */
const withRequestedQty = (amend: Amend, qty: Qty): Amend =>
  amend.status === 'PENDING' ? { ...amend, requested: { ...amend.requested, qty } } : amend
