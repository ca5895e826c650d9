/** Decides the limit price of an order before its first send, and the step in which it is sent. */

import type { Price } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import type { Order } from '../order.ts'
import { marketLimit, ownLimit } from '../price/market-limit.ts'
import { CLOSED_MARKET } from '../refusals/closed-market.ts'
import { widening } from '../refusals/passing-refusal.ts'
import { goesInSteps } from '../steps/in-steps.ts'
import { nextStep, type SendStep } from '../steps/send-step.ts'
import { endUnsent } from '../transitions/end-unsent.ts'
import { reject } from '../transitions/refuse.ts'
import { reschedule } from '../transitions/reschedule.ts'
import type { Facts } from './facts.ts'
import { type ReadStep, read, requeue, type Step, store } from './step.ts'
import { endOrWait, type Refusal } from './waits-or-ends.ts'

/** The limit price, or the step that comes first. */
export type Priced = { readonly kind: 'price'; readonly price: Price } | Step

/**
 * Limits an order to its own price, or prices it from the book. The market of an order that was refused before may be closed for good, or
 * only paused.
 */
export const priceLimit = (order: Order, facts: Facts, now: Millis): Priced => {
  if (order.refusedSince !== null) {
    if (facts.isClosed === undefined) return read('isClosed')
    if (facts.isClosed) return closed(order, now)
  }
  const own = ownLimit(order)
  return own === null ? priceFromBook(order, facts, now) : { kind: 'price', price: own }
}

const priceFromBook = (order: Order, facts: Facts, now: Millis): Priced => {
  const { market, book } = facts
  if (market === undefined) return read('market')
  if (market === null) return endOrWait(order, UNKNOWN_MARKET, now, reject(order, UNKNOWN_MARKET, now))
  if (book === undefined) return read('book')
  if (book.kind === 'unavailable') return postpone(order, book.reason, now)
  if (book.kind === 'no_book') return closedOr(postpone(order, book.reason, now), order, facts, now)
  const { asks, bids } = book.value
  const limit = marketLimit(market, order.buyFlag ? asks : bids, order, facts.slippage * widening(order))
  if (limit.kind === 'price') return limit
  if (limit.kind === 'beyond') return endOrWait(order, BEYOND_BOUNDS, now, cancelled(order, BEYOND_BOUNDS, now))
  const { isClosedWithoutOffers } = facts
  if (isClosedWithoutOffers?.kind === 'unavailable') return postpone(order, isClosedWithoutOffers.reason, now)
  return closedOr(endOrWait(order, NO_LIQUIDITY, now, cancelled(order, NO_LIQUIDITY, now)), order, facts, now)
}

/** Rejects the order if its market is closed for good. An unanswered question counts as open. */
const closedOr = (open: Step, order: Order, { isClosedWithoutOffers: isClosed }: Facts, now: Millis): Step => {
  if (isClosed === undefined) return read('isClosedWithoutOffers')
  return isClosed.kind === 'known' && isClosed.value ? closed(order, now) : open
}

/** The step of the next send, null for an order that is sent as a whole; or the step that comes first. */
type Stepping =
  | { readonly kind: 'stepping'; readonly step: SendStep | null }
  | { readonly kind: 'later'; readonly reason: string }
  | ReadStep

/**
 * Decides whether an order that only closes takes or rests, by its book of this moment. An outdated book costs one more step. A market
 * without a book takes no order: the exchange gives the reason. Without an answer the order takes first, which opens no position.
 */
export const stepOf = (order: Order, limit: Price, { stepBook }: Facts): Stepping => {
  if (!goesInSteps(order)) return { kind: 'stepping', step: null }
  if (stepBook === undefined) return read('stepBook')
  if (stepBook.kind === 'known') {
    const [best] = order.buyFlag ? stepBook.value.asks : stepBook.value.bids
    return { kind: 'stepping', step: nextStep(order.buyFlag, limit, best?.price ?? null) }
  }
  const hasTaken = order.replaced !== null && stepBook.kind === 'unavailable'
  return hasTaken ? { kind: 'later', reason: stepBook.reason } : { kind: 'stepping', step: 'takes' }
}

const closed = (order: Order, now: Millis): Step => store(reject(order, CLOSED_MARKET, now))

/** Requeues the order with a growing delay. */
export const postpone = (order: Order, reason: string, now: Millis): Step =>
  requeue(reschedule(order, reason, null, now), reason)

/** Ends an order for which the book has no offer. */
export const cancelled = (order: Order, { code }: Refusal, now: Millis): Order =>
  endUnsent(order, 'CANCELLED', code, now)

const UNKNOWN_MARKET = { code: 'market_unknown', reason: 'The market is no longer listed.' }

const NO_LIQUIDITY = { code: 'no liquidity', reason: 'The book has no offer to trade with; the order waits.' }

const BEYOND_BOUNDS = {
  code: 'protection_price',
  reason: 'The book has no offer within max_slippage and protection_price; the order waits.',
}
