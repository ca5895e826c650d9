/** Ends a step of an order that is sent in steps. */

import type { Millis } from '../kernel/time.ts'
import { concludeAmend } from './amend/amending.ts'
import { restOf } from './amend/rest-of.ts'
import { filledOf, type Order } from './order.ts'
import { isFinal } from './status.ts'

/**
 * The order with its step over, and its rest due to be sent; the same object if the order is not sent in steps, is full, or is not wanted
 * any more.
 */
export const endStep = (order: Order, now: Millis): Order => {
  const isWanted = !isFinal(order.status) && order.cancelRequestedAt === null && order.watchUntil === null
  const hasExpired = order.expiresAt !== null && order.expiresAt <= now
  const step = order.attempt?.step ?? null
  if (step === null || !isWanted || hasExpired || filledOf(order) >= order.qty) return order
  // What was taken was taken on the new terms.
  const taken = step === 'takes' ? concludeAmend(order) : order
  return { ...restOf(taken, now), status: filledOf(order) > 0 ? 'PARTIALLY_FILLED' : order.status }
}
