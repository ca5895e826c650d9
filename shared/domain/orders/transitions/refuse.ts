/** Refusals of a send by the exchange, and of an order by this service. */

import { add } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import { refuseAmend, sentQty } from '../amend/amending.ts'
import { replacedQty } from '../fills/whole-report.ts'
import type { Order } from '../order.ts'
import { settle } from '../settle.ts'
import { recordArrival } from './attempt.ts'

import { endUnsent } from './end-unsent.ts'
import { markOutcomeUnknown } from './reschedule.ts'

/**
 * Records the refusal of this send. The refusal is final only if no earlier send of the same identity is unresolved: an
 * accepted first send can itself cause the second refusal. Else it is kept until absence is proven.
 */
export const refuse = (
  order: Order,
  refusal: { readonly code: string; readonly reason: string },
  now: Millis,
): Order => {
  if (order.sendState === 'acked') return order
  // A trade proves that the order arrived, whatever this answer says: the order is looked up.
  if (hasTraded(order)) return markOutcomeUnknown(recordArrival(order), refusal.reason, now)
  if (order.attempt !== null && order.attempt.sends > 1) {
    return markOutcomeUnknown(
      { ...order, attempt: { ...order.attempt, sends: order.attempt.sends - 1, refusal } },
      refusal.reason,
      now,
    )
  }
  return reject(order, refusal, now)
}

/**
 * True if the exchange has shown a trade of the order, including a reversed one: then the exchange has the order.
 * Trades of the orders that it has replaced prove nothing about it.
 */
export const hasTraded = (
  order: Pick<Order, 'exchangeFilledQty' | 'tradedQty' | 'reversedQty' | 'replaced'>,
): boolean => Math.max(order.exchangeFilledQty, order.tradedQty + order.reversedQty) > replacedQty(order)

/** REJECTED for good, by the exchange or by us. `watchMs`: time for which a send that was given up without proof is watched. */
export const reject = (
  order: Order,
  refusal: { readonly code: string; readonly reason: string },
  now: Millis,
  watchMs = 0,
): Order => {
  if (order.replaced !== null && hasBeenOnBook(order)) return notReplaced(order, refusal, now, watchMs)
  return settle(
    {
      ...order,
      status: 'REJECTED',
      sendState: order.attempt === null ? 'none' : 'acked',
      lease: null,
      lastError: null,
      rejectCode: refusal.code,
      rejectReason: refusal.reason,
      watchUntil: watchMs === 0 ? null : now + watchMs,
    },
    now,
  )
}

/** True if the order has rested or traded. An order whose earlier steps took nothing has not. */
const hasBeenOnBook = ({ status }: Order): boolean => status === 'RESTING' || status === 'PARTIALLY_FILLED'

/** The `cancel_reason` of an order that left its book to be changed, and whose rest the exchange no longer takes. */
export const NOT_PLACED_AGAIN = 'not_placed_again'

/**
 * Records the refusal of a replacement. The rest of the order with its old terms is due to be sent. This is not so if
 * these terms were refused, or if the replacement may still arrive: both together could fill more than either total.
 */
const notReplaced = (
  order: Order,
  refusal: { readonly code: string; readonly reason: string },
  now: Millis,
  watchMs: number,
): Order => {
  const restores = order.amend?.status === 'PENDING' && watchMs === 0
  const refused = refuseAmend(order, refusal.reason)
  if (!restores) {
    const ended = endUnsent(refused, 'CANCELLED', NOT_PLACED_AGAIN, now, watchMs)
    return { ...ended, lastError: refusal.reason }
  }
  return settle(withoutAttempt(refused, now), now)
}

/** Removes the attempt: no part of it is at the exchange, and the next send gets a new identity. */
export const withoutAttempt = (order: Order, now: Millis): Order => ({
  ...order,
  attempt: null,
  replaced:
    order.replaced === null || order.attempt === null
      ? order.replaced
      : { ...order.replaced, attempts: order.attempt.number },
  sendState: 'none',
  lease: null,
  retries: 0,
  lastError: null,
  dueAt: now,
})

/** Rejects an exit because the account holds nothing of it: no further try is needed. */
export const endNotHeld = (
  exit: Order,
  refusal: { readonly code: string; readonly reason: string },
  now: Millis,
): Order => reject({ ...exit, notHeld: add(exit.notHeld, sentQty(exit)) }, refusal, now)
