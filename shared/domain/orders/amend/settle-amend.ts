/** Decides the outcome of an amend from the known facts about its order at the exchange. */

import type { Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import { filledOf, type Order } from '../order.ts'
import { isFinal } from '../status.ts'
import type { OrderTerms } from './amend.ts'
import { amendsInPlace, concludeAmend, inContracts, mayBeAmended, refuseAmend, termsOf, withTerms } from './amending.ts'
import { matchedOf, restOf } from './rest-of.ts'

/**
 * Settles the amend as far as the facts decide it. Returns the same object if they decide nothing. An order that left
 * its book to be replaced gets no place there: its rest is due to be sent.
 */
export const settleAmend = (order: Order, now: Millis): Order => {
  const known = foldReplaced(order)
  const { amend } = known
  if (amend?.status !== 'PENDING') return known
  if (amend.before !== null) return hasReplacementArrived(known) ? concludeAmend(known) : known
  if (mayBeAmended(known) && (filledOf(known) > known.qty || hasEndedAsRequested(known, amend.requested, now)))
    return concludeAmend(known)
  if (known.exchangeState === 'ended' && mayBeReplaced(known, now)) return beginReplacement(known, now)
  const isTooLate = known.exchangeState === 'ended' || isFinal(known.status)
  return isTooLate ? refuseAmend(known, whyTooLate(known)) : known
}

/** True if the order that brings the new terms is at the exchange, or is not needed because the order is full. */
const hasReplacementArrived = (order: Order): boolean =>
  (order.sendState === 'acked' && order.exchangeState !== null) || filledOf(order) >= order.qty

/**
 * True if the order ended with exactly the requested smaller total: an exchange ends an order that is amended to its
 * filled quantity. Also true if the order left its book after the requested expiry, without a cancel.
 */
const hasEndedAsRequested = (order: Order, { qty, expiresAt }: OrderTerms, now: Millis): boolean => {
  const filled = filledOf(order)
  if (order.exchangeState !== 'ended' || filled > qty) return false
  if (qty < order.qty && filled === qty) return true
  const isEarlier = expiresAt !== null && (order.expiresAt === null || expiresAt < order.expiresAt)
  return isEarlier && expiresAt <= now && order.cancelRequestedAt === null
}

/** True if it left the book because it is to be replaced, and its rest is wanted again. */
const mayBeReplaced = (order: Order, now: Millis): boolean =>
  !amendsInPlace(order) &&
  order.amend !== null &&
  order.amend.sentAt !== null &&
  !isFinal(order.status) &&
  order.cancelRequestedAt === null &&
  order.watchUntil === null &&
  (order.expiresAt === null || order.expiresAt > now) &&
  matchedOf(order) < order.qty

/** Begins the replacement. The order is off the book, and its matched quantity is proven. */
const beginReplacement = (order: Order, now: Millis): Order => {
  const { amend } = order
  if (amend === null) return order
  const matched = matchedOf(order)
  if (matched === amend.requested.qty) return concludeAmend(order)
  const between = restOf(order, now)
  // The rest of the old total is placed again: a refused change leaves the order as it was.
  if (matched > amend.requested.qty) return refuseAmend(between, belowFilled(amend.requested.qty, matched))
  return { ...withTerms(between, amend.requested), amend: { ...amend, open: false, before: termsOf(order) } }
}

/**
 * The order ends while it is off its book to be replaced; the same object if it is not. If only its new expiry has
 * passed, it ends as was asked for.
 */
export const endReplacement = (order: Order, status: 'CANCELLED' | 'EXPIRED', now: Millis): Order => {
  const before = order.amend?.before
  if (!before) return order
  if (status === 'CANCELLED') return refuseAmend(order, WAS_CANCELLED)
  const hadExpired = before.expiresAt !== null && before.expiresAt <= now
  return hadExpired ? refuseAmend(order, HAD_ENDED) : concludeAmend(order)
}

/** "The order cannot be changed to 5 contracts: 6 contracts have filled." */
export const belowFilled = (needed: Qty, filled: Qty): string =>
  `The order cannot be changed to ${inContracts(needed)}: ${inContracts(filled)} have filled.`

/** Adds the matched quantity to the replaced orders, while the order itself is not at the exchange. */
const foldReplaced = (order: Order): Order => {
  if (order.replaced === null || order.sendState !== 'none') return order
  const matched = matchedOf(order)
  return matched <= order.replaced.filledQty
    ? order
    : { ...order, replaced: { ...order.replaced, filledQty: matched, cost: null, fees: null } }
}

const whyTooLate = (order: Order): string => {
  if (filledOf(order) >= order.qty) return 'The order had filled before it could be changed.'
  return order.cancelRequestedAt === null ? HAD_ENDED : WAS_CANCELLED
}

const HAD_ENDED = 'The order had ended before it could be changed.'
const WAS_CANCELLED = 'The order was cancelled before it could be changed.'
