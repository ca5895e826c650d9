/**
 * The family of an order: the conditional orders that wait for its fills, and the exits that leave what it entered. What is new
 * about an order is told to its family once; a text stands for what was told last, so that nothing new costs nothing.
 */

import type { Entry, ExitOrder } from './exits.ts'
import { filledOf } from './filled.ts'
import type { Market } from './market.ts'
import type { Order } from './order.ts'
import { isFinal } from './order-status.ts'
import { type Millis, SECOND } from './time.ts'
import type { TwapSlice } from './twap-order.ts'

/** How long the nudge through the queue may take before the sweeper tells. */
export const TELL_GRACE = 15 * SECOND

/** Whether anybody follows what becomes of it: what hangs on it, the siblings of the exit it is, or what it is a slice or a leg of. */
export const hasFamily = (order: Order): boolean =>
  order.complexOrderIds.length > 0 || order.exitOf !== null || order.sliceOf !== null || order.legOf !== null

/** All a family needs to know, as a text to compare. */
export const newsOf = (order: Order): string => {
  const flags = [
    isOffTheBook(order) ? 'over' : '',
    isComplete(order) ? 'complete' : '',
    isSettling(order) ? 'settling' : '',
  ]
  // A basket order adds its legs up, so it needs to know all that they count.
  const sums = order.legOf === null ? [] : [order.status, order.tradedQty, order.reversedQty, order.fillCount]
  return [filledOf(order), ...flags.filter((flag) => flag !== ''), ...sums].join(' ')
}

export const isUntold = (order: Order): boolean => hasFamily(order) && order.told !== newsOf(order)

/**
 * Everybody has been told `news`, unless something newer has become of it since; `lookAgainAt` is when the family wants to look
 * again in any case.
 */
export const tell = (order: Order, news: string, lookAgainAt: Millis | null): Order => {
  const isTold = newsOf(order) !== news || (order.told === news && order.tendAt === lookAgainAt)
  return isTold ? order : { ...order, told: news, tendAt: lookAgainAt }
}

/** The family looks again at that time, whatever becomes of the order. */
export const lookAgain = (order: Order, at: Millis): Order =>
  order.tendAt !== null && order.tendAt <= at ? order : { ...order, tendAt: at }

/** A conditional order is attached: it has to hear what has already become of the order. */
export const attach = (order: Order, complexOrderId: string, now: Millis): Order => ({
  ...order,
  complexOrderIds: [...order.complexOrderIds, complexOrderId],
  told: '',
  tendAt: now,
})

/** A new order with all that is attached to it: there is no news of it yet. */
export const withFamily = (order: Order, complexOrderIds: readonly string[]): Order => {
  const attached = { ...order, complexOrderIds }
  return hasFamily(attached) ? { ...attached, told: newsOf(attached) } : attached
}

/** The order as the exits that leave it see it. */
export const entryOf = (order: Order, market: Pick<Market, 'tickSizeQty' | 'minimumOrderSize'>): Entry => ({
  bought: filledOf(order),
  over: isOffTheBook(order),
  complete: isOffTheBook(order) && isComplete(order),
  settling: isSettling(order),
  lot: market.tickSizeQty,
  least: market.minimumOrderSize,
})

/** The order of an exit as its siblings see it. */
export const exitOrderOf = (order: Order): ExitOrder => ({
  orderId: order.orderId,
  qty: order.qty,
  filled: filledOf(order),
  state: order.held && !isFinal(order.status) ? 'held' : isOffTheBook(order) ? 'ended' : 'open',
  leaving: order.cancelRequestedAt !== null,
  takenBack: order.reversedQty > 0,
  end: endOf(order),
  endedAt: order.updatedAt,
})

/** A slice as its TWAP sees it. */
export const twapSliceOf = (order: Order): TwapSlice => ({
  orderId: order.orderId,
  qty: order.qty,
  tradedQty: order.tradedQty,
  tradedCost: order.tradedCost,
  state: sliceStateOf(order),
})

const sliceStateOf = (order: Order): TwapSlice['state'] => {
  if (!isOffTheBook(order) || !holdsAllFills(order)) return 'open'
  if (order.watchUntil !== null) return 'watched'
  return order.provisional === null ? 'done' : 'settling'
}

/** Why it ended short. */
const endOf = (order: Order): ExitOrder['end'] => {
  if (!isOffTheBook(order) || order.status === 'EXECUTED') return null
  if (order.status !== 'CANCELLED') return 'failed'
  if (order.cancelReason === 'user' || order.cancelReason === 'cancel_all') return 'user'
  return order.cancelReason === SIBLING ? 'ours' : 'failed'
}

/** Why an order leaves the book that makes room for another exit of the same position. */
export const SIBLING = 'sibling'

/** Over here and there. */
export const isOffTheBook = (order: Order): boolean => isFinal(order.status) && order.venueState !== 'live'

/** Whether no more fills of it can come that we do not hold. */
export const isComplete = (order: Order): boolean => holdsAllFills(order) && order.watchUntil === null

/** On EXCHANGE_B what was matched cannot be sold before it has settled, which only its fills tell. */
const isSettling = (order: Order): boolean =>
  order.provisional !== null || (order.exchange === 'EXCHANGE_B' && !holdsAllFills(order))

const holdsAllFills = (order: Order): boolean => order.tradedQty + order.reversedQty >= order.venueFilledQty
