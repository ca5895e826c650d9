/** Asks for an amend of an order, or says why the order cannot be changed. */

import { type Problem, problem } from '../../kernel/problem.ts'
import type { Millis } from '../../kernel/time.ts'
import { filledOf, type Order } from '../order.ts'
import { settle } from '../settle.ts'
import { isFinal } from '../status.ts'
import { withoutAttempt } from '../transitions/refuse.ts'
import type { Amend, OrderTerms } from './amend.ts'
import { isAmending, withTerms } from './amending.ts'
import { belowFilled } from './settle-amend.ts'

/** The requested change. Absent and null fields stay as they are. */
export interface AmendChange {
  readonly qty?: OrderTerms['qty'] | null | undefined
  readonly price?: OrderTerms['price'] | undefined
  readonly expiresAt?: Millis | null | undefined
}

/** The terms the order would have after the change. */
export const termsAfter = (order: OrderTerms, change: AmendChange): OrderTerms => ({
  qty: change.qty ?? order.qty,
  price: change.price ?? order.price,
  expiresAt: change.expiresAt ?? order.expiresAt,
})

/** Why the order cannot be changed like that as things stand: a 409 with a sentence; null when it can. */
export const whyNotAmended = (order: Order, change: AmendChange): Problem | null => {
  if (isFinal(order.status)) return orderFinal(order.status)
  const kind = whyUnsuited(order, change)
  if (kind !== null) return notAmendable(kind)
  if (order.cancelRequestedAt !== null)
    return problem(409, 'cancel_requested', 'The order is being cancelled: it cannot be changed any more.')
  if (isAmending(order))
    return problem(
      409,
      'amend_pending',
      'An earlier change of the order is in progress. Poll last_amend until it is final.',
    )
  const { qty } = termsAfter(order, change)
  return qty < filledOf(order) ? problem(409, 'below_filled', belowFilled(qty, filledOf(order))) : null
}

/** Why orders of this kind are never changed, or never changed like that. */
const whyUnsuited = (order: Order, change: AmendChange): string | null => {
  const never = whyNeverAmended(order)
  if (never !== null) return never
  const isLarger = change.qty != null && change.qty > order.qty
  if (order.reduceOnly && isLarger)
    return 'A reduce_only order shrinks with what is held: it cannot be made larger. Place another one.'
  // The plan of the group would take off the book any quantity that it did not allot.
  if (order.origin.kind === 'linked' && isLarger)
    return 'The order is that of a linked stop, which shares its quantity with the others: it cannot be made larger. Place another one.'
  if (change.expiresAt != null && order.timeInForce !== 'GTD')
    return 'Only an order with time_in_force GTD has an expiry.'
  // While a part is watched for, the quantity that can still fill is not proven.
  if (order.watchUntil !== null) return 'A part of the order is still being looked for at the exchange.'
  return null
}

/** Why the order is never changed by a request: something else plans it, or it acts at once. */
const whyNeverAmended = ({ origin, orderType, timeInForce }: Order): string | null => {
  if (origin.kind === 'slice') return 'The order is a slice of a TWAP, which plans it by itself.'
  if (origin.kind === 'leg') return 'The order is a leg of an order on a custom asset, which plans it by itself.'
  if (origin.kind === 'exit') return 'The order is a TP or an SL, which follows the order it protects.'
  if (orderType !== 'LIMIT' || (timeInForce !== 'GTC' && timeInForce !== 'GTD'))
    return 'Only LIMIT orders with time_in_force GTC or GTD can be changed: any other acts at once or not at all.'
  return null
}

/** The refusal of a change of an order that has ended. */
export const orderFinal = (status: Order['status']): Problem =>
  problem(409, 'order_final', `The order is already ${status}.`)

/** The refusal of a change of an order that is never changed. */
export const notAmendable = (detail: string): Problem => problem(409, 'not_amendable', detail)

/**
 * The order with the amend asked for. An order of which nothing is at the exchange, or on its way there, is changed at once. Call it
 * only where `whyNotAmended` is null.
 */
export const requestAmend = (order: Order, amendId: string, change: AmendChange, now: Millis): Order => {
  const requested = termsAfter(order, change)
  const quietAt = order.amend?.quietAt ?? null
  const amend: Amend = {
    amendId,
    status: 'PENDING',
    reason: null,
    requested,
    before: null,
    sentAt: null,
    open: false,
    unresolvedAt: null,
    quietAt: quietAt !== null && quietAt > now ? quietAt : null,
  }
  const isSending = order.lease !== null && order.lease.until > now
  if (order.sendState === 'none' && !isSending) {
    const changed = {
      ...withTerms(withoutAttempt(order, now), requested),
      amend: { ...amend, status: 'DONE' as const },
    }
    // A held order stays held, and a requested wait continues.
    return settle({ ...changed, retries: order.retries, lastError: order.lastError, dueAt: order.dueAt }, now)
  }
  return settle({ ...order, amend, dueAt: now }, now)
}
