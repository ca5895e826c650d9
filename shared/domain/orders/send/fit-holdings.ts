/**
 * Limits an order that only closes to the part of the position that it may close, right before it is sent.
 * - Trades that are not stored yet come first: they may have closed the position.
 * - A resting order is limited to the reported position if the exchange does not keep it from opening the opposite one.
 * - An order that acts at once carries the exchange's own flag, and opens nothing.
 */

import type { AccountSync } from '../../accounts/sync/account-sync.ts'
import { leastQty } from '../../exchanges/least-qty.ts'
import { traitsOf } from '../../exchanges/traits-of.ts'
import { type Qty, qty } from '../../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../../kernel/time.ts'
import { flooredToLot } from '../../markets/lot-size.ts'
import { NOTHING_TO_REDUCE, NOTHING_TO_REDUCE_REASON } from '../instructions.ts'
import { mayRest } from '../may-rest.ts'
import { filledOf, type Order } from '../order.ts'
import { isExitOrder } from '../origin.ts'
import { mayGrow } from '../position/grow.ts'
import { growable, isUnsettled, reducible } from '../position/reducible.ts'
import { NOTHING_TO_EXIT } from '../refusals/passing-refusal.ts'
import { isFinal } from '../status.ts'
import type { Facts } from './facts.ts'
import { type ReadStep, type RequestPollStep, read } from './step.ts'

export type SizeLimit =
  | { readonly kind: 'as_asked' }
  /** The account sync is behind, or the exchange reports less, which may be a late report. */
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'less'; readonly qty: Qty }
  /** The position has grown since the protect stop fired. */
  | { readonly kind: 'more'; readonly qty: Qty }
  /** The account holds too little for an order. */
  | { readonly kind: 'nothing'; readonly code: string; readonly reason: string }

/** A step that the limit needs first. */
type Need = ReadStep | RequestPollStep

/** How often an order waits for the account sync, a second each. A protection is not delayed for longer. */
const WAITS_FOR_SYNC = 4

/** How often an order is postponed before a smaller position is believed: reads lag behind fills. */
const BELIEVED_AFTER = 2

/** The same while the position is about to change. */
const PATIENCE = 12

/**
 * Time in ms by which reports of positions may lag behind trades. A resting exit waits so long: the account sync stores a real sale
 * meanwhile, and shrinks the exit.
 */
const REPORTS_LAG = MINUTE

/** How long an order of a protect stop waits for trades to settle, in ms. */
const WAIT_TO_SETTLE = 15 * SECOND

/** Limits an exit. The exit is sent as requested if the exchange does not report trades or positions now. */
export const limitExit = (order: Order, facts: Facts, now: Millis): SizeLimit | Need => {
  if (!isExitOrder(order)) return AS_REQUESTED
  const behind = waitForSync(order, facts, BEHIND)
  if (behind === 'unavailable') return AS_REQUESTED
  if (typeof behind !== 'string') return behind
  // The poll may have just stored a trade that closed the position. Its contingency group gets the time to react.
  if (order.lastError === BEHIND.reason) return CAUGHT_UP
  const keepsAll = traitsOf(order.exchange).restingOrdersOnlyClose
  // If an earlier order that acts at once did not fill, nothing may have been held.
  return (!mayRest(order) && order.widened === 0) || keepsAll ? AS_REQUESTED : exitToHeld(order, facts, now)
}

/** Waits for trades that the account sync has not stored yet. The next poll is requested at once. */
const waitForSync = (
  order: Order,
  { behind, isPollRequested }: Facts,
  isBehind: SizeLimit,
): SizeLimit | Need | 'stored' | 'unavailable' => {
  if (order.retries >= WAITS_FOR_SYNC) return 'stored'
  if (behind === undefined) return read('behind')
  if (behind.kind === 'unavailable') return 'unavailable'
  if (behind.value === null) return 'stored'
  return isPollRequested ? isBehind : requestPoll(behind.value)
}

const exitToHeld = (order: Order, facts: Facts, now: Millis): SizeLimit | Need => {
  const { closable, liveOrders, market } = facts
  if (closable === undefined) return read('closable')
  if (closable.kind === 'unavailable') return AS_REQUESTED
  if (liveOrders === undefined) return read('liveOrders')
  const held = closable.value - offeredBeside(order, liveOrders)
  if (held >= order.qty) return AS_REQUESTED
  if (order.retries < BELIEVED_AFTER) return LESS
  const lag = mayRest(order) ? awaitReport(order, facts, now) : null
  if (lag !== null) return lag
  if (market === undefined) return read('market')
  const least = market === null ? qty(0) : leastQty(market, { sellsAtOnce: !mayRest(order) })
  const most = market === null ? held : flooredToLot({ lot: market.tickSizeQty, least }, held)
  return most <= 0 ? NOTHING_HELD : { kind: 'less', qty: qty(most) }
}

/** Waits while a report of positions may not count the newest trade yet. An exit is placed after a trade that may not be stored yet. */
const awaitReport = ({ createdAt }: Order, { lastFillAt }: Facts, now: Millis): SizeLimit | Need | null => {
  if (lastFillAt !== undefined) return now - lastFillAt < REPORTS_LAG ? LESS : null
  return now - createdAt < REPORTS_LAG ? LESS : read('lastFillAt')
}

/** Quantity of the position that other exits of that side already offer. */
const offeredBeside = ({ orderId, buyFlag }: Order, live: readonly Order[]): number =>
  live
    .filter((one) => isExitOrder(one) && one.buyFlag === buyFlag && one.orderId !== orderId)
    .filter((one) => !isFinal(one.status) && one.sendState !== 'none')
    .reduce((sum, one) => sum + Math.max(0, one.qty - filledOf(one)), 0)

/**
 * Limits an order of a user that may only reduce: to the position less the offers of other orders. The stored fills must show that
 * much, and so must the exchange's report if a resting order could open a position there. Without a report the order waits.
 */
export const limitReducing = (order: Order, facts: Facts, now: Millis): SizeLimit | Need => {
  const { behind, closable } = facts
  if (behind?.kind === 'unavailable') return later(behind.reason)
  if (closable?.kind === 'unavailable') return later(closable.reason)
  const sync = waitForSync(order, facts, BEHIND_REDUCING)
  if (typeof sync !== 'string') return sync
  return awaitSettlement(order, facts, now) ?? reducingToHeld(order, facts)
}

/** Waits for trades to settle: a protect stop also closes what they have bought. */
const awaitSettlement = (order: Order, { isSettling }: Facts, now: Millis): SizeLimit | Need | null => {
  if (isSettling === undefined)
    return mayGrow(order) && now - order.createdAt < WAIT_TO_SETTLE ? read('isSettling') : null
  return isSettling ? later(SETTLING) : null
}

const reducingToHeld = (order: Order, facts: Facts): SizeLimit | Need => {
  const left = leftToReduce(order, facts)
  if ('kind' in left) return left
  const { market, isPollRequested } = facts
  if (market === undefined) return read('market')
  const lot = market?.tickSizeQty ?? qty(0)
  const most = Math.min(left.stored, left.reported ?? left.stored)
  const whole = flooredToLot({ lot }, Math.min(most, left.free))
  if (mayGrow(order) && whole > order.qty) return { kind: 'more', qty: whole }
  if (most >= order.qty) return AS_REQUESTED
  if (order.retries < patienceWith(left)) return isPollRequested ? LESS_TO_REDUCE : requestPoll(null)
  // The exchange refuses a quantity that is too small in its own words.
  const floored = flooredToLot({ lot }, most)
  return floored === 0 ? NOTHING_LEFT : { kind: 'less', qty: floored }
}

/** Returns how often the order is postponed before less is believed. */
const patienceWith = ({ stored, reported, unsettled }: LeftToReduce): number => {
  if (unsettled) return PATIENCE
  return stored === reported ? 0 : BELIEVED_AFTER
}

interface LeftToReduce {
  readonly stored: number
  /** Null if the exchange's report is no better than the stored fills. */
  readonly reported: number | null
  /** The position is about to change. */
  readonly unsettled: boolean
  /** Quantity that the order may grow to. */
  readonly free: number
}

/** Quantity left to reduce, by the stored fills and by the exchange's report. */
const leftToReduce = (order: Order, { others, position, closable }: Facts): LeftToReduce | ReadStep => {
  const everyOffer = traitsOf(order.exchange).restingOrdersOnlyClose
  if (others === undefined) return read('others')
  if (position === undefined) return read('position')
  if (!everyOffer && closable === undefined) return read('closable')
  const left = (held: number): number => reducible(order, held, others, everyOffer)
  const reportedPosition = everyOffer || closable?.kind !== 'known' ? null : closable.value
  return {
    stored: left(position),
    reported: reportedPosition === null ? null : left(order.buyFlag ? -reportedPosition : reportedPosition),
    unsettled: isUnsettled(order, others),
    free: growable(order, position, others, everyOffer),
  }
}

const requestPoll = (behind: AccountSync | null): RequestPollStep => ({ kind: 'requestPoll', behind })

const later = (reason: string): SizeLimit => ({ kind: 'later', reason, retryAfterMs: SECOND })

/** Reason of an order that waits for trades to settle: the shares they bought cannot be sold before. */
export const SETTLING = 'trades of the market have not settled yet, and what they bought cannot be sold before'

export const AS_REQUESTED: SizeLimit = { kind: 'as_asked' }

const BEHIND = {
  kind: 'later',
  reason: 'the account has trades that are not stored yet; they may have closed the position',
  retryAfterMs: SECOND,
} as const satisfies SizeLimit

const BEHIND_REDUCING = later('the account has trades that are not stored yet; they may have changed the position')

const CAUGHT_UP = later('trades of the account were stored a moment ago; they may have closed the position')

const LESS: SizeLimit = {
  kind: 'later',
  reason: 'the exchange shows a smaller position than this exit is to leave; looking again',
  retryAfterMs: null,
}

const LESS_TO_REDUCE = later('the position seems smaller than this order would reduce; looking again')

const NOTHING_HELD: SizeLimit = {
  kind: 'nothing',
  code: NOTHING_TO_EXIT,
  reason: 'The account holds too little of what this exit would close.',
}

const NOTHING_LEFT: SizeLimit = { kind: 'nothing', code: NOTHING_TO_REDUCE, reason: NOTHING_TO_REDUCE_REASON }
