/** How urgent due work is. Work of one lane never waits behind work of a later one. */

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

/** The lane of an order that falls due at `at`. */
export const priorityOfOrder = (order: PlacedOrder, at: Millis): WorkPriority => {
  // Exits wait for the notification of their followers.
  if (order.notifyDueAt !== null && order.notifyDueAt <= at) return 'now'
  if (order.cancelRequestedAt !== null || isExitOrder(order) || isOfProtect(order)) return 'now'
  if (!isBasketOrder(order) && wantsCancel(order, at)) return 'now'
  // Also once it is acknowledged: another lane for its last seconds would cost two more writes.
  return order.sendBy === null ? 'orders' : 'now'
}

/** The lane of a complex order. A slice that is late is only late; anything else protects, or follows a price. */
export const priorityOfComplexOrder = (order: ComplexOrder): WorkPriority => (isTwap(order) ? 'orders' : 'now')
