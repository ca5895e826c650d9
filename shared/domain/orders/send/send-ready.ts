/** Decides right before a send whether a prepared order may still go out. */

import { type Millis, SECOND } from '../../kernel/time.ts'
import { addsRisk, termsOf } from '../amend/amending.ts'
import { unwanted } from '../cancel/unwanted.ts'
import type { NextAttempt, Order } from '../order.ts'
import { endUnwanted } from '../transitions/end-unsent.ts'
import { reject } from '../transitions/refuse.ts'
import { reschedule } from '../transitions/reschedule.ts'
import type { Facts } from './facts.ts'
import { read, requeue, type Step, store } from './step.ts'
import { waitForExchange } from './waits-or-ends.ts'

/** How old in ms the subaccount may be when the order is sent: to read it again costs a unit. */
const FRESH_FOR = SECOND / 4

/**
 * Sends the order, after a last look. The reads before may have taken long. An order that must act now is not sent after its time, and no order after
 * a cancel of all orders or a halt.
 */
export const sendReady = (order: Order, attempt: NextAttempt, facts: Facts, now: Millis): Step => {
  if (facts.isActivated === undefined) return { kind: 'activate' }
  if (facts.open !== undefined) return waitForExchange(order, facts.open, now)
  return otherAccount(order, facts, now) ?? endedMeanwhile(order, facts, now) ?? send(order, attempt)
}

const send = (order: Order, { number, identity, payload, exchangeOrderIds, step = null }: NextAttempt): Step => ({
  kind: 'send',
  order,
  attempt: { number, identity, payload, exchangeOrderIds, step },
})

/** The subaccount or its credentials may have been removed before the activation was stored. A later removal sees the order. */
const otherAccount = (order: Order, { isActivated, accountKey, accountKeyNow }: Facts, now: Millis): Step | null => {
  if (!isActivated) return null
  if (accountKeyNow === undefined) return read('accountKeyNow')
  return accountKeyNow === accountKey ? null : requeue(reschedule(order, OTHER_ACCOUNT, null, now), OTHER_ACCOUNT)
}

const endedMeanwhile = (order: Order, facts: Facts, now: Millis): Step | null => {
  const { startedAt, subaccountNow, breachNow } = facts
  const isFresh = subaccountNow === undefined
  if (isFresh && now - startedAt > FRESH_FOR) return read('subaccountNow')
  const end = unwanted(order, isFresh ? null : subaccountNow.subaccount, isFresh ? now : subaccountNow.readAt)
  if (end !== null) return store(endUnwanted(order, end, now))
  if (isFresh || comesBack(order)) return null
  if (breachNow === undefined)
    return { kind: 'checkRisk', order, price: order.price, subaccount: subaccountNow.subaccount, isLast: true }
  return breachNow === null ? null : store(reject(order, breachNow, now))
}

/** Rejects the order if it would break a risk limit. */
export const checkRisk = (
  order: Order,
  price: Order['price'],
  { breach, subaccount }: Facts,
  now: Millis,
): Step | null => {
  if (comesBack(order)) return null
  if (breach === undefined)
    return { kind: 'checkRisk', order, price, subaccount: subaccount?.subaccount ?? null, isLast: false }
  return breach === null ? null : store(reject(order, breach, now))
}

/** Returns whether the order was on its book before and may come back there: its new terms add no risk. */
const comesBack = (order: Order): boolean => {
  const before = order.amend?.before ?? null
  return order.replaced !== null && (before === null || !addsRisk(order.buyFlag, before, termsOf(order)))
}

const OTHER_ACCOUNT = 'the credentials of the account were changed at the same moment'
