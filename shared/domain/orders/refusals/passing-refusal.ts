/** Refusals that may pass: the order waits and is sent again. */

import { type Millis, SECOND } from '../../kernel/time.ts'
import { NOTHING_TO_REDUCE } from '../instructions.ts'
import type { Order } from '../order.ts'
import { isOfProtect } from '../origin.ts'
import { undoClaim } from '../transitions/claim.ts'
import { reschedule } from '../transitions/reschedule.ts'
import { MOST_FAILURES } from './most-failures.ts'

/** Codes of a refusal because nothing is free that an exit could sell. */
export const NOTHING_TO_EXIT = 'nothing_to_exit'

/**
 * An outage of the exchange's sign-in, or of its list of markets, answers every order so. One such answer is not believed: the second one
 * is (hazard 44).
 */
const DOUBTFUL = ['market_not_found', 'credentials_invalid']
const SECOND_SEND_AFTER: Millis = 3 * SECOND

/** Time changes nothing here: no order can be made of the quantity. A market that is said to be closed may be paused: each send looks. */
const FINAL = ['qty_below_minimum', 'qty_off_lot', 'qty_above_maximum']

/** The position may show shares that the exchange does not sell yet: settlement is late, or its own sums are (hazard 45). */
const NOT_FREE = ['insufficient_balance', NOTHING_TO_EXIT, NOTHING_TO_REDUCE]

/**
 * True if the order tries until its user, the position or the market ends it: a stop-loss that failed often, or a
 * protect stop.
 */
export const keepsTrying = (order: Pick<Order, 'widened' | 'origin'>): boolean =>
  order.widened >= MOST_FAILURES || isOfProtect(order)

/**
 * Factor by which its `slippage` is wider than in the first order. An order that keeps trying is widened no further.
 */
export const widening = ({ widened }: Pick<Order, 'widened'>): number => 1 + Math.min(widened, MOST_FAILURES - 1)

/** True if the order waits after a refusal with this code. The position is checked again before each send. */
export const waitsAfter = (
  order: Pick<Order, 'widened' | 'origin' | 'refusedSince' | 'amend'>,
  code: string,
): boolean => {
  if (order.refusedSince === null && DOUBTFUL.includes(code)) return true
  // The terms before its change may still be taken.
  if (FINAL.includes(code) || order.amend?.before) return false
  return keepsTrying(order) || (order.origin.kind === 'exit' && NOT_FREE.includes(code))
}

/**
 * Returns the order after a definite refusal that may pass. The order is prepared again, at the price of that moment.
 * After a doubtful answer the same request is sent again instead, so that the exchange can never accept it twice.
 */
export const waitAfterRefusal = (
  order: Order,
  { code, reason }: { readonly code: string; readonly reason: string },
  now: Millis,
): Order => {
  const refused = { ...order, refusedSince: order.refusedSince ?? now }
  if (!DOUBTFUL.includes(code)) return reschedule({ ...refused, attempt: null, sendState: 'none' }, reason, null, now)
  const unsent = order.sendState === 'in_flight' ? undoClaim(refused, now) : refused
  return reschedule(unsent, reason, order.refusedSince === null ? SECOND_SEND_AFTER : null, now)
}
