/** Ends a step of an order that is sent in steps. */

import { type Millis, SECOND } from '../../kernel/time.ts'
import { concludeAmend, refuseAmend } from '../amend/amending.ts'
import { matchedOf, restOf } from '../amend/rest-of.ts'
import { belowFilled } from '../amend/settle-amend.ts'
import { replacedQty } from '../fills/whole-report.ts'
import { filledOf, type Order } from '../order.ts'
import { isFinal } from '../status.ts'

/**
 * Ends the step of the order, and makes its rest due to be sent. Returns the same object if the order is not sent in
 * steps, is full, or is not wanted any more.
 */
export const endStep = (order: Order, now: Millis): Order => {
  const isRequested = !isFinal(order.status) && order.cancelRequestedAt === null && order.watchUntil === null
  const hasExpired = order.expiresAt !== null && order.expiresAt <= now
  const step = order.attempt?.step ?? null
  if (step === null || !isRequested || hasExpired || filledOf(order) >= order.qty) return order
  const taken = step === 'takes' ? withAmendEnded(order) : order
  const status = filledOf(order) > 0 ? 'PARTIALLY_FILLED' : order.status
  const rest = { ...restOf(taken, now), status }
  return matchedOf(order) > replacedQty(order) ? rest : paced(rest, order.retries, now)
}

/** Sends the rest at once after the first step that took nothing, and a second later after each further one: the book may be wrong. */
const paced = (rest: Order, retries: number, now: Millis): Order => {
  const dueAt = now + Math.min(retries * SECOND, LONGEST_WAIT)
  const lastError = retries === 0 ? null : NOTHING_TRADED
  return { ...rest, lastError, retries: retries + 1, dueAt: Math.min(dueAt, rest.expiresAt ?? dueAt) }
}

const NOTHING_TRADED =
  'The book shows an offer within the limit, and the exchange traded nothing; the order is tried again.'

/** Longest wait between two steps in ms: the same as after a refusal that passes. */
const LONGEST_WAIT = 16 * SECOND

/** Concludes the amend: nothing of the order is at the exchange, so that its rest has the new terms. Refuses a total below the matched quantity. */
const withAmendEnded = (order: Order): Order => {
  const total = order.amend?.requested.qty ?? order.qty
  const matched = matchedOf(order)
  return total < matched ? refuseAmend(order, belowFilled(total, matched)) : concludeAmend(order)
}
