/** The order states and the only legal moves between them. */

export const ORDER_STATUSES = [
  'PENDING_SUBMISSION',
  'RESTING',
  'EXECUTED',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
  'PARTIALLY_FILLED',
  'PROCESSING',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * From each state, where it may go. Final states are final with two exceptions: a CANCELLED or EXPIRED order that turns out to be
 * completely filled becomes EXECUTED, and an EXECUTED order whose fill is reversed becomes CANCELLED.
 */
export const MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PENDING_SUBMISSION: ['PROCESSING', 'CANCELLED', 'EXPIRED'],
  PROCESSING: ['RESTING', 'PARTIALLY_FILLED', 'EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED'],
  RESTING: ['PARTIALLY_FILLED', 'EXECUTED', 'CANCELLED', 'EXPIRED'],
  PARTIALLY_FILLED: ['EXECUTED', 'CANCELLED', 'EXPIRED'],
  EXECUTED: ['CANCELLED'],
  CANCELLED: ['EXECUTED'],
  REJECTED: [],
  EXPIRED: ['EXECUTED'],
}

const FINAL: readonly OrderStatus[] = ['EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED']

/** Whether the status is final, apart from the two exceptions of `MOVES`. */
export const isFinal = (status: OrderStatus): boolean => FINAL.includes(status)

/** Whether an order may go from one state to another. Staying is always legal. */
export const mayMove = (from: OrderStatus, to: OrderStatus): boolean => from === to || MOVES[from].includes(to)
