/** Postpones the next step of an order. */

import { MINUTE, type Millis, SECOND } from '../../kernel/time.ts'
import type { Order } from '../order.ts'
import { settle } from '../settle.ts'
import { undoClaim } from './claim.ts'

/** Tries with the short delay, some five minutes: an order must not wait much longer than its exchange was away. */
const SHORT_TRIES = 20

/** Postpones work that cannot be done now by `retryAfterMs`, or by a growing delay. */
export const reschedule = (order: Order, reason: string, retryAfterMs: number | null, now: Millis): Order => {
  const longest = order.retries < SHORT_TRIES ? 16 * SECOND : MINUTE
  const backOff = Math.min(longest, 2 * SECOND * 2 ** Math.min(order.retries, 6))
  return settle(
    {
      ...order,
      lease: null,
      lastError: reason,
      retries: order.retries + 1,
      dueAt: Math.min(now + (retryAfterMs ?? backOff), ...[order.sendBy, order.expiresAt].filter(isAfter(now))),
    },
    now,
  )
}

/** Leaves instants that are still to come: the work is due by then. */
const isAfter =
  (now: Millis) =>
  (at: Millis | null): at is Millis =>
    at !== null && at > now

/** Postpones an order whose send the exchange did not take now. Without an earlier unresolved send, nothing was ever sent. */
export const postpone = (order: Order, reason: string, retryAfterMs: number | null, now: Millis): Order => {
  const unsent = undoClaim(order, now)
  return order.sendState === 'acked' ? unsent : reschedule(unsent, reason, retryAfterMs, now)
}

/** Records that the outcome of the send is unknown: the order will be looked up. */
export const markOutcomeUnknown = (order: Order, error: string, now: Millis): Order =>
  order.sendState === 'acked'
    ? { ...order, lease: null }
    : reschedule({ ...order, sendState: 'unknown' }, error, null, now)
