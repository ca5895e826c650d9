/** Requests the cancel of an order. */

import type { Millis } from '../../kernel/time.ts'
import type { Order } from '../order.ts'
import { settle } from '../settle.ts'
import { isFinal } from '../status.ts'

/** Requests a cancel. The order ends when the exchange says so. The same object if it is final, or a cancel was requested before. */
export const requestCancel = (order: Order, reason: string, now: Millis): Order =>
  isFinal(order.status) || order.cancelRequestedAt !== null
    ? order
    : settle({ ...order, cancelRequestedAt: now, cancelReason: reason, dueAt: now }, now)
