/** Ends an order that the exchange does not have. */

import type { Millis } from '../../kernel/time.ts'
import { endReplacement } from '../amend/settle-amend.ts'
import type { Unwanted } from '../cancel/unwanted.ts'
import type { Order } from '../order.ts'
import { settle } from '../settle.ts'

/** Ends an order that the exchange does not have. `watchMs`: time for which its sends are watched if that is not proven. */
export const endUnsent = (
  order: Order,
  status: 'CANCELLED' | 'EXPIRED',
  reason: string,
  now: Millis,
  watchMs = 0,
): Order =>
  settle(
    {
      ...endReplacement(order, status, now),
      status,
      sendState: order.attempt === null ? 'none' : 'acked',
      lease: null,
      lastError: null,
      exchangeState: order.exchangeOrderId === null && order.replaced === null ? null : 'ended',
      exchangeOrderId: order.exchangeOrderId ?? (order.replaced?.exchangeOrderIds.join('+') || null),
      cancelReason: reason,
      watchUntil: watchMs === 0 ? null : now + watchMs,
    },
    now,
  )

/** Ends an order that the exchange does not have and that is no longer wanted. `watchMs` as in `endUnsent`. */
export const endUnwanted = (order: Order, end: Unwanted, now: Millis, watchMs = 0): Order =>
  endUnsent(
    { ...order, cancelRequestedAt: order.cancelRequestedAt ?? end.cancelRequestedAt },
    end.status,
    end.reason,
    now,
    watchMs,
  )

/** Ends the watch for a given-up send once `watchUntil` is reached. Before that, returns the same order. */
export const endWatch = (order: Order, now: Millis): Order =>
  order.watchUntil === null || order.watchUntil > now ? order : settle({ ...order, watchUntil: null }, now)
