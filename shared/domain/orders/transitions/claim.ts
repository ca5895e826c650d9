/** Claims of an order: one send, under a lease, by one run. */

import type { Millis } from '../../kernel/time.ts'
import { NO_CHILD_OBSERVATIONS } from '../fills/child-observations.ts'
import type { NextAttempt, Order } from '../order.ts'
import { settle } from '../settle.ts'

/** Claims the order for one send: PROCESSING, under a lease, with the identity that is stored before the first byte leaves. */
export const claim = (
  order: Order,
  lease: { readonly token: string; readonly until: Millis },
  attempt: NextAttempt,
  now: Millis,
): Order => {
  const earlier = order.attempt
  const again = earlier !== null && earlier.identity === attempt.identity
  return settle(
    {
      ...order,
      // An order that replaces one that left its book keeps the order's state.
      status: order.replaced === null ? 'PROCESSING' : order.status,
      sendState: 'in_flight',
      lease,
      attempt: {
        ...attempt,
        step: attempt.step ?? null,
        sends: again ? earlier.sends + 1 : 1,
        firstSentAt: again ? earlier.firstSentAt : now,
        lastSentAt: now,
        arrived: again && earlier.arrived,
        refusal: again ? earlier.refusal : null,
        // A repeated send may appear after all: only reads after it prove that it is gone.
        childObservations: again ? { ...earlier.childObservations, missing: [] } : NO_CHILD_OBSERVATIONS,
      },
    },
    now,
  )
}

/** Takes the lease without sending: to look up an order of unknown outcome, or to end one that is no longer wanted. */
export const lease = (order: Order, token: string, until: Millis): Order => ({ ...order, lease: { token, until } })

/** Ends the lease, and changes nothing else. */
export const withoutLease = (order: Order): Order => ({ ...order, lease: null })

/** Ends the lease of a run that is gone: the order is due at once. The outcome of its send stays unknown. */
export const endLease = (order: Order, now: Millis): Order => ({ ...order, lease: null, dueAt: now })

/**
 * Undoes the last claim: nothing was sent under it, or the exchange did not accept it. The order is due again as
 * before.
 */
export const undoClaim = (order: Order, now: Millis): Order => {
  if (order.sendState === 'acked' || order.attempt === null) return withoutLease(order)
  const attempt = { ...order.attempt, sends: order.attempt.sends - 1 }
  const sendState = attempt.sends > 0 ? 'unknown' : 'none'
  return settle({ ...order, attempt, sendState, lease: null, dueAt: now }, now)
}
