/** Decides the first send of an order or of its replacement: whether it is sent, its quantity and its price. */

import { add } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import { sentQty } from '../amend/amending.ts'
import { unwanted } from '../cancel/unwanted.ts'
import { POSITION_CLOSED } from '../dependents/exit-order.ts'
import { replacedQty } from '../fills/whole-report.ts'
import type { Attempt, Order } from '../order.ts'
import { isExitOrder } from '../origin.ts'
import { growTo } from '../position/grow.ts'
import { onlyReduces } from '../position/reducible.ts'
import { NOTHING_TO_EXIT } from '../refusals/passing-refusal.ts'
import { endedBy } from '../refusals/refusing.ts'
import { asStep } from '../steps/in-steps.ts'
import { endUnsent, endUnwanted } from '../transitions/end-unsent.ts'
import { endNotHeld, reject } from '../transitions/refuse.ts'
import { reschedule } from '../transitions/reschedule.ts'
import { reduceTo, shrink } from '../transitions/resize.ts'
import type { Facts } from './facts.ts'
import { limitExit, limitReducing } from './fit-holdings.ts'
import { awaitShares, fitToParts, type Prepared } from './fit-parts.ts'
import { cancelled, postpone, priceLimit, stepOf } from './price-limit.ts'
import type { Preparation } from './send-outcome.ts'
import { checkRisk, sendReady } from './send-ready.ts'
import { read, requeue, type Sized, type Step, store } from './step.ts'
import { endOrWait, orEnded, waitForExchange } from './waits-or-ends.ts'

/** Decides about an order that the exchange does not have. */
export const firstSend = (order: Order, facts: Facts, now: Millis): Step => {
  const before = beforeTurn(order, facts, now)
  if (before !== null) return before
  const reduced = reduceToHeld(order, facts, now)
  if (reduced.kind !== 'sized') return reduced
  const earlier = reduced.order === order ? requestToRepeat(order) : null
  if (earlier === null) return sendPriced({ stored: order, order: reduced.order, isAnother: false }, facts, now)
  // The position may have become smaller since the request was prepared.
  const limit = limitExit(atSentQty(order), facts, now)
  if (limit.kind === 'read' || limit.kind === 'requestPoll') return limit
  if (limit.kind !== 'as_asked') return sendPriced({ stored: order, order, isAnother: true }, facts, now)
  return checkRisk(order, order.price, facts, now) ?? sendReady(order, earlier, facts, now)
}

/** Decides whether the order is still wanted and can be sent now, and lets it wait for its turn. */
const beforeTurn = (order: Order, facts: Facts, now: Millis): Step | null => {
  const { subaccount, circuit, accountKey, hasTurn, startedAt } = facts
  if (subaccount === undefined) return read('subaccount')
  if (circuit === undefined) return read('circuit')
  const end = unwanted(order, subaccount.subaccount, startedAt)
  if (end !== null) {
    const isBlocked = end.reason === 'too_late' && circuit !== null
    const reason = isBlocked ? endedBy('exchange_refuses', circuit.reason) : end.reason
    return store(endUnwanted(order, { ...end, reason }, startedAt))
  }
  if (circuit !== null && circuit.waitMs > 0) return waitForExchange(order, circuit, now)
  if (accountKey === undefined) return read('accountKey')
  if (accountKey === null) return endOrWait(order, NO_CREDENTIALS, now, reject(order, NO_CREDENTIALS, startedAt))
  return hasTurn ? null : { kind: 'awaitTurn' }
}

/** Reduces an order that may only reduce to the rest of the position. */
const reduceToHeld = (order: Order, facts: Facts, now: Millis): Sized => {
  if (!onlyReduces(order)) return { kind: 'sized', order }
  const limit = limitReducing(atSentQty(order), facts, now)
  switch (limit.kind) {
    case 'as_asked':
      return { kind: 'sized', order }
    case 'less':
      return { kind: 'sized', order: reduceTo(order, add(limit.qty, replacedQty(order)), now) }
    case 'more':
      return requeue(reschedule(growTo(order, limit.qty, now), GREW, 0, now), GREW)
    case 'later':
      return requeue(reschedule(order, limit.reason, limit.retryAfterMs, now), limit.reason)
    case 'nothing':
      return store(
        order.replaced === null ? reject(order, limit, now) : endUnsent(order, 'CANCELLED', POSITION_CLOSED, now),
      )
    default:
      return limit
  }
}

/**
 * Returns the prepared request that has to be sent again unchanged, because the exchange takes the same bytes only once. Only a MARKET order
 * is priced anew, and only if its identity does not depend on the price.
 */
const requestToRepeat = ({ attempt, price }: Order): Attempt | null =>
  attempt !== null && (price !== null || attempt.exchangeOrderIds.length > 0) ? attempt : null

/** An order to be prepared. `stored` is the order as it was read. */
interface Draft {
  readonly stored: Order
  readonly order: Order
  /** An earlier request is not sent again, so that the next one needs another identity. */
  readonly isAnother: boolean
}

/** Prices, sizes and prepares the order. */
const sendPriced = (draft: Draft, facts: Facts, now: Millis): Step => {
  const { order } = draft
  const limit = priceLimit(order, facts, now)
  if (limit.kind !== 'price') return limit
  const refused = checkRisk(order, limit.price, facts, now)
  if (refused !== null) return refused
  const sized = shrinkToHeld(order, facts, now)
  if (sized.kind !== 'sized') return sized
  const stepping = stepOf(sized.order, limit.price, facts)
  if (stepping.kind === 'later') return postpone(order, stepping.reason, now)
  if (stepping.kind === 'read') return stepping
  const number = attemptNumber(draft)
  const { prepared } = facts
  if (prepared === undefined)
    return { kind: 'prepare', order: asStep(atSentQty(sized.order), stepping.step), limit: limit.price, number }
  return prepared.kind === 'ready'
    ? sendPrepared(sized.order, { ...prepared, number, step: stepping.step }, facts, now)
    : notPrepared(order, prepared, facts, now)
}

/** Shrinks an exit to the rest of the position. */
const shrinkToHeld = (order: Order, facts: Facts, now: Millis): Sized => {
  const limit = limitExit(atSentQty(order), facts, now)
  switch (limit.kind) {
    case 'later':
      return requeue(reschedule(order, limit.reason, limit.retryAfterMs, now), limit.reason)
    case 'nothing':
      return store(endNotHeld(order, limit, now))
    case 'less':
      return { kind: 'sized', order: shrink(order, add(limit.qty, replacedQty(order)), now) }
    case 'read':
    case 'requestPoll':
      return limit
    default:
      return { kind: 'sized', order }
  }
}

/**
 * Returns the number of the next attempt. The identity stays the same while no order was taken under it, so that a send that seemed lost
 * cannot be doubled. A request for more than is left to reduce was not taken, and is never sent again.
 */
const attemptNumber = ({ stored, order, isAnother }: Draft): number => {
  const first = (order.replaced?.attempts ?? 0) + 1
  if (order.attempt === null) return first
  return order.attempt.number + (isAnother || order !== stored ? 1 : 0)
}

type NotReady = Exclude<Preparation, { readonly kind: 'ready' }>

/** Ends or postpones an order that could not be prepared. */
const notPrepared = (order: Order, prepared: NotReady, facts: Facts, now: Millis): Step => {
  switch (prepared.kind) {
    case 'unfillable':
      return endOrWait(order, NOT_FILLED, now, cancelled(order, NOT_FILLED, now))
    case 'later':
      return requeue(orEnded(reschedule(order, prepared.reason, null, now), prepared, now), prepared.reason)
    case 'refused': {
      const refused = endOrWait(order, prepared, now, reject(order, prepared, now))
      if (prepared.code !== NOTHING_TO_EXIT || !isExitOrder(order)) return refused
      // An exit ends at once if the exchange's report of positions says too that nothing is held.
      const { closableAfterRefusal: left } = facts
      if (left === undefined) return read('closableAfterRefusal')
      return left.kind === 'known' && left.value === 0 ? store(endNotHeld(order, prepared, now)) : refused
    }
  }
}

/** Fits the order to the parts it was prepared in, and sends it. */
const sendPrepared = (order: Order, prepared: Prepared, facts: Facts, now: Millis): Step => {
  const wait = awaitShares(order, prepared, facts, now)
  if (wait !== null) return wait
  const fitted = fitToParts(order, prepared, now)
  return fitted.kind === 'sized' ? sendReady(fitted.order, prepared, facts, now) : fitted
}

const atSentQty = (order: Order): Order => ({ ...order, qty: sentQty(order) })

/** The order is sent with its next try, which sees what other orders have offered meanwhile. */
const GREW = 'the position has grown since the stop fired; the order is for all of it now'

const NO_CREDENTIALS = {
  code: 'credentials_missing',
  reason: 'No credentials are stored for this exchange any more. Store them again and place a new order.',
}

const NOT_FILLED = { code: 'not_filled', reason: 'The book has nothing to trade with at that price; the order waits.' }
