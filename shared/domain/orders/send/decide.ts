/** Decides the next step of an order. Pure: a fact that is missing or too old is the step `read`. */

import type { Millis } from '../../kernel/time.ts'
import { isAmendDue } from '../amend/amending.ts'
import type { Order } from '../order.ts'
import { isFinal } from '../status.ts'
import { afterUnknown } from './after-unknown.ts'
import type { Facts } from './facts.ts'
import { firstSend } from './first-send.ts'
import { sendAmend } from './send-amend.ts'
import { DONE, type Step } from './step.ts'

/** `order` is as it is stored. The same facts lead to the same step: `now` decides only before the fact that depends on it is read. */
export const decide = (order: Order, facts: Facts, now: Millis): Step => {
  if (!hasNextStep(order)) return DONE
  return DECISIONS[order.sendState](order, facts, now)
}

/** Returns whether an order has anything left to do at its exchange, apart from a cancel. */
export const hasNextStep = (order: Order): boolean =>
  !isFinal(order.status) && !order.suspended && (order.sendState !== 'acked' || isAmendDue(order))

const DECISIONS = {
  none: firstSend,
  in_flight: afterUnknown,
  unknown: afterUnknown,
  acked: sendAmend,
} as const satisfies Record<Order['sendState'], (order: Order, facts: Facts, now: Millis) => Step>
