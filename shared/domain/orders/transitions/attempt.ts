/** Facts about the sends of an attempt, and what calls have seen of its parts. */

import { areSame, type ChildObservations } from '../fills/child-observations.ts'
import type { Order } from '../order.ts'

/** Records the answer "already exists": an earlier send of this identity arrived, and is looked up until it is found. */
export const recordArrival = (order: Order): Order =>
  order.attempt === null ? order : { ...order, attempt: { ...order.attempt, arrived: true } }

/** Forgets sends that are proven not to have arrived. The next send counts as the first. */
export const forgetSends = (order: Order): Order =>
  order.attempt === null ? order : { ...order, attempt: { ...order.attempt, sends: 0 } }

/** Records what a call has seen of the parts of the order; the same object if that is known already, or undefined. */
export const recordChildObservations = (order: Order, childObservations: ChildObservations | undefined): Order =>
  order.attempt === null ||
  childObservations === undefined ||
  areSame(order.attempt.childObservations, childObservations)
    ? order
    : { ...order, attempt: { ...order.attempt, childObservations } }
