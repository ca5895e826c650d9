/** Reads the amend of an order: its totals, its due steps, and the order with other terms. */

import { traitsOf } from '../../exchanges/traits-of.ts'
import { largest, type Qty, remaining, toDecimal } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import { ARRIVES_WITHIN, type Order } from '../order.ts'
import { goesInSteps } from '../steps/in-steps.ts'
import type { Amend, OrderTerms } from './amend.ts'

/** The terms an order has now. */
export const termsOf = ({ qty, price, expiresAt }: OrderTerms): OrderTerms => ({ qty, price, expiresAt })

/** True if two terms are the same. */
export const sameTerms = (one: OrderTerms, other: OrderTerms): boolean =>
  one.qty === other.qty && one.price === other.price && one.expiresAt === other.expiresAt

/** The total that was asked for first. */
const originalQtyOf = ({ qty, originalQty }: Pick<Order, 'qty' | 'originalQty'>): Qty => originalQty ?? qty

/** By how much it was made smaller: its user wanted less, or less was left to reduce. */
export const takenOff = (order: Pick<Order, 'qty' | 'originalQty'>): Qty => remaining(originalQtyOf(order), order.qty)

/** True if an amend is under way. */
export const isAmending = ({ amend }: Pick<Order, 'amend'>): boolean => amend?.status === 'PENDING'

/**
 * True if the exchange changes the order where it rests. An order that is sent in steps leaves its book for another
 * price, at which it may trade at once.
 */
export const amendsInPlace = (order: Amendable): boolean => {
  const { amend } = order
  if (!traitsOf(order.exchange).amendsOrders) return false
  const repriced = amend?.status === 'PENDING' && (amend.before ?? order).price !== amend.requested.price
  return !repriced || !goesInSteps(order)
}

type Amendable = Pick<
  Order,
  | 'qty'
  | 'price'
  | 'expiresAt'
  | 'amend'
  | 'exchange'
  | 'origin'
  | 'buyFlag'
  | 'reduceOnly'
  | 'postOnly'
  | 'timeInForce'
>

/** True if the amend may be in effect at the exchange although its outcome is not known. */
export const mayBeAmended = (order: Amendable): boolean => {
  const { amend } = order
  if (amend?.status !== 'PENDING' || !amendsInPlace(order)) return false
  return amend.open || amend.unresolvedAt !== null
}

/** The most that can fill now: the larger of the current total and the sent one, while either may be in effect. */
export const largestTotalSent = (order: Amendable): Qty =>
  mayBeAmended(order) ? largest(order.qty, order.amend?.requested.qty ?? order.qty) : order.qty

/** The same with a total that is only about to be sent: the exchange may have it by the time it answers another request. */
export const largestTotalRequested = (order: Amendable): Qty =>
  isAmending(order) && amendsInPlace(order) ? largest(order.qty, order.amend?.requested.qty ?? order.qty) : order.qty

/** The quantity that is sent for the order now: its total, less the fills of the orders that it has replaced. */
export const sentQty = ({ qty, replaced }: Pick<Order, 'qty' | 'replaced'>): Qty =>
  replaced === null ? qty : remaining(qty, replaced.filledQty)

/** True if an amend waits to be sent to an exchange that has one. */
export const isAmendDue = (order: Order): boolean =>
  isAmending(order) && amendsInPlace(order) && order.exchangeState === 'live' && order.cancelRequestedAt === null

/** True if the order has to leave its book to be replaced, because the exchange has no amend. */
export const leavesToBeReplaced = (order: Order): boolean =>
  isAmending(order) && !amendsInPlace(order) && order.amend?.before === null && order.exchangeState === 'live'

/** True if new terms could cost more, or trade where the old ones did not. */
export const addsRisk = (buyFlag: boolean, from: OrderTerms, to: OrderTerms): boolean => {
  if (to.qty > from.qty) return true
  if (from.price === null || to.price === null) return false
  return buyFlag ? to.price > from.price : to.price < from.price
}

/** The order with other terms. */
export const withTerms = (order: Order, terms: OrderTerms): Order => ({
  ...order,
  ...terms,
  originalQty: originalQtyOf(order) === terms.qty && order.originalQty === null ? null : originalQtyOf(order),
})

/** The amend took effect. */
export const concludeAmend = (order: Order): Order => {
  const { amend } = order
  if (amend?.status !== 'PENDING') return order
  return {
    ...withTerms(order, amend.requested),
    amend: { ...amend, status: 'DONE', reason: null, before: null, open: false, quietAt: quietAtOf(amend) },
  }
}

/** The amend did not take effect: the order has the terms it had before. */
export const refuseAmend = (order: Order, reason: string): Order => {
  const { amend } = order
  if (amend?.status !== 'PENDING') return order
  const restored = amend.before === null ? order : withTerms(order, amend.before)
  return {
    ...restored,
    amend: { ...amend, status: 'REFUSED', reason, before: null, open: false, quietAt: quietAtOf(amend) },
  }
}

/** An earlier send of unknown outcome may arrive late, and would bring its terms with it. */
const quietAtOf = ({ unresolvedAt, quietAt }: Amend): Millis | null =>
  unresolvedAt === null ? quietAt : Math.max(unresolvedAt + ARRIVES_WITHIN, quietAt ?? 0)

/** "12 contracts", for sentences. */
export const inContracts = (amount: Qty): string => `${toDecimal(amount)} contracts`
