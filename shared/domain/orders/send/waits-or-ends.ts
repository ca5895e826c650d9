/** Decides whether an order that could not be sent waits for a later try or ends. */

import type { Millis } from '../../kernel/time.ts'
import { sentBy } from '../cancel/unwanted.ts'
import type { Order } from '../order.ts'
import { isExitOrder, isLeg } from '../origin.ts'
import { waitAfterRefusal, waitsAfter } from '../refusals/passing-refusal.ts'
import { endedBy, type Refusing } from '../refusals/refusing.ts'
import { isFinal } from '../status.ts'
import { endUnsent } from '../transitions/end-unsent.ts'
import { reschedule } from '../transitions/reschedule.ts'
import type { CircuitOpen } from './facts.ts'
import { requeue, type Step, store } from './step.ts'

/** A definite refusal: a stable code, and a sentence for a person. */
export interface Refusal {
  readonly code: string
  readonly reason: string
}

/** Ends an order that cannot be sent, or requeues it if the cause may pass. */
export const endOrWait = (order: Order, refusal: Refusal, now: Millis, ended: Order): Step =>
  waitsAfter(order, refusal.code) ? requeue(waitAfterRefusal(order, refusal, now), refusal.reason) : store(ended)

/** Requeues an unsent order because its exchange refuses all orders. */
export const waitForExchange = (order: Order, { waitMs, reason }: CircuitOpen, now: Millis): Step =>
  requeue(orEnded(reschedule(order, reason, waitMs, now), { refusing: 'exchange_refuses', reason }, now), reason)

/** The cause of a postponed send; `refusing` is absent if the cause is not the exchange. */
interface Cause {
  readonly refusing?: Refusing | undefined
  readonly reason: string
  readonly isUnproven?: boolean
}

/**
 * Ends a postponed order that need not wait, unless a send of it is unresolved or unproven. An order need not wait if:
 *
 * - other orders can replace it,
 * - it has to act before the exchange is tried again,
 * - it must not outlast a pause.
 */
export const orEnded = (order: Order, { refusing, reason, isUnproven = false }: Cause, now: Millis): Order => {
  if (refusing === undefined || isUnproven || order.sendState !== 'none' || isFinal(order.status)) return order
  return isTooLate(order, refusing) || endsOnPause(order, refusing) || endsWhereRefused(order)
    ? endUnsent(order, 'CANCELLED', endedBy(refusing, reason), now)
    : order
}

const isTooLate = (order: Order, refusing: Refusing): boolean => {
  const sendBy = sentBy(order)
  return refusing === 'exchange_refuses' && sendBy !== null && order.dueAt !== null && order.dueAt >= sendBy
}

const endsOnPause = ({ cancelOnPause }: Order, refusing: Refusing): boolean =>
  cancelOnPause && (refusing === 'exchange_paused' || refusing === 'market_paused')

/**
 * Returns whether the order ends instead of waiting when its exchange takes no orders: a leg, because other members can fill its part now.
 * Legs of an exit wait, because each has to sell the position of its own member.
 */
export const endsWhereRefused = (order: Pick<Order, 'origin'>): boolean => isLeg(order) && !isExitOrder(order)
