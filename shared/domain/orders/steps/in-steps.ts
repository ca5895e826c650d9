/**
 * Sends an order in steps if it only closes a position and may rest. The exchange would let it open the opposite
 * position while it rests (hazard 13). Only an order that acts at once can carry the exchange's own flag. So the order
 * first takes all that trades at once, under that flag. Then only its rest goes on the book, as an order that never
 * takes. Each step is a send with an identity of its own.
 */

import { traitsOf } from '../../exchanges/traits-of.ts'
import { WOULD_CROSS } from '../instructions.ts'
import { mayRest } from '../may-rest.ts'
import { type Attempt, closesOnly, type Order } from '../order.ts'
import type { SendStep } from './send-step.ts'

type Steppable = Pick<Order, 'exchange' | 'origin' | 'buyFlag' | 'reduceOnly' | 'postOnly' | 'timeInForce'>

/** True if the order is sent in steps. One that its user wants never to take only rests anyway. */
export const goesInSteps = (order: Steppable): boolean =>
  closesOnly(order) && mayRest(order) && !order.postOnly && !traitsOf(order.exchange).restingOrdersOnlyClose

/** The order with the instructions of a step. Without a step it is sent as it is. */
export const asStep = <Sent extends Pick<Order, 'timeInForce' | 'postOnly' | 'cancelOnPause'>>(
  order: Sent,
  step: SendStep | null,
): Sent => {
  if (step === null) return order
  return step === 'takes' ? { ...order, timeInForce: 'IOC', cancelOnPause: false } : { ...order, postOnly: true }
}

/** True if the present send of the order may rest. */
export const sendMayRest = (order: Pick<Order, 'timeInForce' | 'attempt'>): boolean =>
  mayRest(order) && order.attempt?.step !== 'takes'

/** True if a refusal with this code only means that the book has changed: the order that was to rest would take. */
export const isStepRefused = (attempt: Pick<Attempt, 'step'> | null, code: string): boolean =>
  attempt?.step === 'rests' && code === WOULD_CROSS
