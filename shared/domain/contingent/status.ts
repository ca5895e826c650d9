/** The states of a complex order and the only legal moves between them. */

/** `COMPLETED` and `EXPIRED` are reached by a TWAP only. */
export const COMPLEX_ORDER_STATUSES = ['PENDING', 'ACTIVE', 'TRIGGERED', 'CANCELLED', 'COMPLETED', 'EXPIRED'] as const
export type ComplexOrderStatus = (typeof COMPLEX_ORDER_STATUSES)[number]

/** From each state, where it may go. */
export const COMPLEX_ORDER_MOVES: Readonly<Record<ComplexOrderStatus, readonly ComplexOrderStatus[]>> = {
  PENDING: ['ACTIVE', 'TRIGGERED', 'CANCELLED'],
  ACTIVE: ['TRIGGERED', 'CANCELLED', 'COMPLETED', 'EXPIRED'],
  TRIGGERED: [],
  CANCELLED: [],
  COMPLETED: [],
  EXPIRED: [],
}

/** Whether no move leads on: the order was placed, or never will be. */
export const isTerminal = (status: ComplexOrderStatus): boolean => COMPLEX_ORDER_MOVES[status].length === 0
