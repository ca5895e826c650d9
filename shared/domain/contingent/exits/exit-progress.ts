/** The progress of one exit, by its orders. */

import { sumOf } from '../../kernel/numbers.ts'
import type { ExitOrder } from '../../orders/dependents/exit-order.ts'
import { MOST_FAILURES } from '../../orders/refusals/most-failures.ts'
import type { Exit } from './exits.ts'

/** The filled quantity of all orders of the exit. */
export const soldBy = ({ orders }: Exit): number => sumOf(orders, ({ filled }) => filled)

/** The quantity that orders on the book may still fill. */
export const openBy = (exit: Exit): number =>
  exit.orders.reduce((open, { state, qty, filled }) => (state === 'open' ? open + Math.max(0, qty - filled) : open), 0)

/** Returns whether the exit waited for its price and has reached it. */
export const isFired = (exit: Exit): boolean => exit.way === 'watches' && exit.status === 'TRIGGERED'

/** Returns whether the exit gets no further order: its user cancelled one, or too many have failed. A stop-loss never fails too often. */
export const isDone = (exit: Exit): boolean =>
  exit.hopeless ||
  (exit.givenUp && !exit.stopsLoss && failuresOf(exit.orders).length >= MOST_FAILURES) ||
  exit.orders.some(({ end }) => end === 'user' || end === 'with_all')

/** The orders that failed. */
export const failuresOf = (orders: readonly ExitOrder[]): readonly ExitOrder[] =>
  orders.filter(({ end }) => end === 'failed')

/** Returns whether a cancel of all orders has ended the order of a fired exit, and the exit is not reported yet. */
export const isEndedWithAll = (exit: Exit): boolean =>
  isFired(exit) &&
  !exit.givenUp &&
  exit.orders.every(({ state }) => state === 'ended') &&
  exit.orders.some(({ end }) => end === 'with_all') &&
  exit.orders.every(({ end }) => end !== 'user')

/**
 * Returns whether an order with a reversed trade is on the book. Such an order leaves the book first, so that the next order covers the
 * whole rest.
 */
export const hasDoubtfulOrder = ({ orders }: Exit): boolean =>
  orders.some(({ state, leaving, takenBack }) => state === 'open' && takenBack && !leaving)

/** Returns whether a cancel is requested for an order that is still on the book. */
export const hasLeavingOrder = ({ orders }: Exit): boolean =>
  orders.some(({ state, leaving }) => state === 'open' && leaving)

/** The order that is stored and not to be sent yet. */
export const heldOrderOf = ({ orders }: Exit): ExitOrder | null => orders.find(({ state }) => state === 'held') ?? null
