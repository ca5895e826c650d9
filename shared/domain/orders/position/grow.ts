/** Orders of protect stops: they are for the position as it is when they are sent, also where it has grown since. */

import type { Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import type { Order } from '../order.ts'
import { isOfProtect } from '../origin.ts'

/**
 * True if the order may still grow with the position: of a protect stop, before anything was prepared or its user has
 * changed it.
 */
export const mayGrow = (order: Order): boolean =>
  isOfProtect(order) && order.sendState === 'none' && order.attempt === null && order.originalQty === null

/** The order for `qty`; the same object if that is no more, or it may not grow. */
export const growTo = (order: Order, qty: Qty, now: Millis): Order =>
  mayGrow(order) && qty > order.qty ? { ...order, qty, updatedAt: now } : order
