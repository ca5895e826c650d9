/** Decides the next step of an amend to an order on its book: send, wait, read more, refuse or expire. */

import type { Millis } from '../../kernel/time.ts'
import type { Amend } from '../amend/amend.ts'
import { amendPostpone, amendRefused, expireAsRequested, isAmendedToEnd } from '../amend/amend-steps.ts'
import { addsRisk, termsOf } from '../amend/amending.ts'
import type { Order } from '../order.ts'
import type { Facts } from './facts.ts'
import { read, type Step, store } from './step.ts'

/** Decides about an acknowledged order whose amend is due. */
export const sendAmend = (order: Order, facts: Facts, now: Millis): Step => {
  const { amend } = order
  if (amend === null || order.exchangeOrderId === null) throw new Error(`order ${order.orderId} has nothing to amend`)
  const { accountKey, startedAt, open } = facts
  if (isAmendedToEnd(order, startedAt)) return { kind: 'expire', order: expireAsRequested(order, now) }
  // A send of an earlier amend may still be on its way, and would undo this one.
  if (amend.quietAt !== null && amend.quietAt > startedAt)
    return store(amendPostpone(order, AN_EARLIER_ONE, amend.quietAt - startedAt, startedAt))
  if (accountKey === undefined) return read('accountKey')
  if (accountKey === null)
    return store(amendPostpone(order, 'no credentials are stored to amend with', null, startedAt))
  if (!facts.hasTurn) return { kind: 'awaitTurn' }
  if (facts.isActivated === undefined) return { kind: 'activate' }
  const refused = breaksLimit(order, amend, facts, now)
  if (refused !== null) return refused
  return open === undefined ? { kind: 'amend' } : store(amendPostpone(order, open.reason, open.waitMs, now))
}

/** Refuses an amend that would break a risk limit, unless an earlier send of it may be in effect. */
const breaksLimit = (order: Order, amend: Amend, { amendBreach }: Facts, now: Millis): Step | null => {
  const isUnsent = amend.sentAt === null || (!amend.open && amend.unresolvedAt === null)
  if (!isUnsent || !addsRisk(order.buyFlag, termsOf(order), amend.requested)) return null
  if (amendBreach === undefined) return read('amendBreach')
  return amendBreach === null ? null : store(amendRefused(order, amendBreach, now))
}

const AN_EARLIER_ONE = 'an earlier change of the order may still arrive at the exchange; this one waits for it'
