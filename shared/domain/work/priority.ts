/** How urgent due work is. Work of one priority never waits behind work of a later one. */

import { isBasketOrder, type PlacedOrder } from '../baskets/placed-order.ts'
import { type ComplexOrder, isTwap } from '../contingent/complex-order.ts'
import type { Millis } from '../kernel/time.ts'
import { wantsCancel } from '../orders/derive-status.ts'
import { isExitOrder, isOfProtect } from '../orders/origin.ts'

/**
 * The most urgent first:
 * - `now`: work that must act at once, protects a position, expires or is to be cancelled.
 * - `orders`: all other orders.
 * - `accounts`: polls of accounts, and the turns of trading days.
 * - `webhooks`: events and their deliveries.
 */
export const WORK_PRIORITIES = ['now', 'orders', 'accounts', 'webhooks'] as const
export type WorkPriority = (typeof WORK_PRIORITIES)[number]

/** Returns the priority of an order that is due at `at`. */
export const priorityOfOrder = (order: PlacedOrder, at: Millis): WorkPriority => {
  // Exits wait for the notification of their dependents.
  if (order.notifyDueAt !== null && order.notifyDueAt <= at) return 'now'
  if (order.cancelRequestedAt !== null || isExitOrder(order) || isOfProtect(order)) return 'now'
  if (!isBasketOrder(order) && wantsCancel(order, at)) return 'now'
  // Also once it is acknowledged: another priority for its last seconds would cost two more writes.
  return order.sendBy === null ? 'orders' : 'now'
}

/** Returns the priority of a complex order. A late TWAP slice is only late. Any other complex order protects, or follows a price. */
export const priorityOfComplexOrder = (order: ComplexOrder): WorkPriority => (isTwap(order) ? 'orders' : 'now')
