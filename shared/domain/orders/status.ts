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
 * From each state, where it may go. Final states stay final but for the exchange's word against ours: a CANCELLED or EXPIRED
 * order that turns out fully filled becomes EXECUTED, and an EXECUTED one whose fill is reversed becomes CANCELLED.
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

/** Whether the order is over (but for the two exceptions of `MOVES`). */
export const isFinal = (status: OrderStatus): boolean => FINAL.includes(status)

/** Whether a state may be followed by another; staying is always legal. */
export const mayMove = (from: OrderStatus, to: OrderStatus): boolean => from === to || MOVES[from].includes(to)
