/** The states of a complex order and the only legal moves between them. */

import type { Millis } from '../kernel/time.ts'

/** `COMPLETED` and `EXPIRED` are reached by a TWAP only. */
export const COMPLEX_ORDER_STATUSES = ['PENDING', 'ACTIVE', 'TRIGGERED', 'CANCELLED', 'COMPLETED', 'EXPIRED'] as const
export type ComplexOrderStatus = (typeof COMPLEX_ORDER_STATUSES)[number]

/** The legal moves from each state. */
export const COMPLEX_ORDER_MOVES: Readonly<Record<ComplexOrderStatus, readonly ComplexOrderStatus[]>> = {
  PENDING: ['ACTIVE', 'TRIGGERED', 'CANCELLED'],
  ACTIVE: ['TRIGGERED', 'CANCELLED', 'COMPLETED', 'EXPIRED'],
  TRIGGERED: [],
  CANCELLED: [],
  COMPLETED: [],
  EXPIRED: [],
}

/**
 * The states before the end, in their order. A list that reads one state after the other meets an order that moves meanwhile in the second
 * read.
 */
export const WAITING_STATUSES = ['PENDING', 'ACTIVE'] as const satisfies readonly ComplexOrderStatus[]

/** Returns whether the state is final: the order was placed, or never will be. */
export const isTerminal = (status: ComplexOrderStatus): boolean => COMPLEX_ORDER_MOVES[status].length === 0

interface Movable {
  readonly status: ComplexOrderStatus
  readonly updatedAt: Millis
}

/**
 * Moves a complex order to another state, with its other changes. Returns the same object if the move is not legal: terminal states stay.
 */
export const move = <One extends Movable>(one: One, to: ComplexOrderStatus, change: Partial<One>, now: Millis): One =>
  COMPLEX_ORDER_MOVES[one.status].includes(to) ? { ...one, ...change, status: to, updatedAt: now } : one
