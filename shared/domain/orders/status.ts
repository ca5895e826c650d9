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
 * The legal moves from each state. Two moves leave a final state. A CANCELLED or EXPIRED order that turns out to be
 * full becomes EXECUTED. An EXECUTED order whose fill is reversed becomes CANCELLED.
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

/** True if the status is final, apart from the two exceptions of `MOVES`. */
export const isFinal = (status: OrderStatus): boolean => FINAL.includes(status)

/** True if an order may go from one state to another. Staying is always legal. */
export const mayMove = (from: OrderStatus, to: OrderStatus): boolean => from === to || MOVES[from].includes(to)
