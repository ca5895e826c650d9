/**
 * The family of an order: the conditional orders that wait for its fills, and the exits that leave what it entered. What is new
 * about an order is told to its family once; a text stands for what was told last, so that nothing new costs nothing.
 */

import { isBasketOrder, type PlacedOrder } from '../baskets/basket-order.ts'
import { boughtOf, type ExitMarket, totalOf } from '../baskets/exit.ts'
import type { Qty } from '../kernel/numbers.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import { filledOf } from '../orders/filled.ts'
import type { Order } from '../orders/order.ts'
import { isFinal } from '../orders/status.ts'
import type { TwapSlice } from '../twap/twap-order.ts'
import type { Entry, ExitOrder } from './exits.ts'
import type { LotSize } from './lot-size.ts'

/** How long the nudge through the queue may take before the sweeper tells. */
export const NOTIFY_GRACE = 15 * SECOND

/** Whether anybody follows what becomes of it: what hangs on it, the siblings of the exit it is, or what it is a slice or a leg of. */
export const hasFollowers = (order: PlacedOrder): boolean =>
  order.complexOrderIds.length > 0 ||
  order.exitOf !== null ||
  (!isBasketOrder(order) && (order.sliceOf !== null || order.legOf !== null))

/** All a family needs to know, as a text to compare. */
export const stateForFollowers = (order: PlacedOrder): string => {
  const flags = [
    isOffTheBook(order) ? 'over' : '',
    isComplete(order) ? 'complete' : '',
    isSettling(order) ? 'settling' : '',
  ]
  // A basket order adds its legs up, so it needs to know all that they count.
  const isLeg = !isBasketOrder(order) && order.legOf !== null
  const sums = isLeg ? [order.status, order.tradedQty, order.reversedQty, order.fillCount] : []
  return [filledBy(order), ...flags.filter((flag) => flag !== ''), ...sums].join(' ')
}

export const isNotificationDue = (order: PlacedOrder): boolean =>
  hasFollowers(order) && order.notifiedState !== stateForFollowers(order)

/**
 * Everybody has been told `news`, unless something newer has become of it since; `lookAgainAt` is when the family wants to look
 * again in any case.
 */
export const tell = <Told extends PlacedOrder>(order: Told, news: string, lookAgainAt: Millis | null): Told => {
  const isTold =
    stateForFollowers(order) !== news || (order.notifiedState === news && order.notifyDueAt === lookAgainAt)
  return isTold ? order : { ...order, notifiedState: news, notifyDueAt: lookAgainAt }
}

/** The family looks again at that time, whatever becomes of the order. */
export const lookAgain = <Followed extends PlacedOrder>(order: Followed, at: Millis): Followed =>
  order.notifyDueAt !== null && order.notifyDueAt <= at ? order : { ...order, notifyDueAt: at }

/** A conditional order is attached: it has to hear what has already become of the order. */
export const attach = <Parent extends PlacedOrder>(order: Parent, complexOrderId: string, now: Millis): Parent => ({
  ...order,
  complexOrderIds: [...order.complexOrderIds, complexOrderId],
  notifiedState: '',
  notifyDueAt: now,
})

/** A new order with all that is attached to it: there is no news of it yet. */
export const withFollowers = <New extends PlacedOrder>(order: New, complexOrderIds: readonly string[]): New => {
  const attached = { ...order, complexOrderIds }
  return hasFollowers(attached) ? { ...attached, notifiedState: stateForFollowers(attached) } : attached
}

/** The order as the exits that leave it see it; `markets` are what it trades. */
export const entryOf = (order: PlacedOrder, markets: readonly ExitMarket[]): Entry => ({
  bought: isBasketOrder(order) ? totalOf(boughtOf(order, markets)) : filledOf(order),
  over: isOffTheBook(order),
  complete: isOffTheBook(order) && isComplete(order),
  // What has settled of a basket can go; the order that sells it waits for the rest.
  settling: !isBasketOrder(order) && isSettling(order),
  ...gridOf(markets),
})

/** Of several markets the finest. One that left the catalogue: the exchange refuses what does not fit. */
const gridOf = (markets: readonly ExitMarket[]): LotSize => {
  const least = (values: readonly number[]): Qty => (values.length === 0 ? 1 : Math.min(...values)) as Qty
  return {
    lot: least(markets.map(({ tickSizeQty }) => tickSizeQty)),
    least: least(markets.map(({ minimumOrderSize }) => minimumOrderSize)),
  }
}

/** The order of an exit as its siblings see it. */
export const exitOrderOf = (order: PlacedOrder): ExitOrder => ({
  orderId: order.orderId,
  qty: order.qty,
  filled: filledBy(order),
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
const endOf = (order: PlacedOrder): ExitOrder['end'] => {
  if (!isOffTheBook(order) || order.status === 'EXECUTED') return null
  if (order.status !== 'CANCELLED') return 'failed'
  if (order.cancelReason === 'user' || order.cancelReason === 'cancel_all') return 'user'
  return order.cancelReason === LINKED_EXIT ? 'ours' : 'failed'
}

/** Why an order leaves the book that makes room for another exit of the same position. */
export const LINKED_EXIT = 'sibling'

/** What counts as filled of it, or of all its legs. */
export const filledBy = (order: PlacedOrder): Qty => (isBasketOrder(order) ? order.filledQty : filledOf(order))

/** Over here and there. */
export const isOffTheBook = (order: PlacedOrder): boolean =>
  isFinal(order.status) && (isBasketOrder(order) || order.exchangeState !== 'live')

/** Whether no more fills of it can come that we do not hold. */
export const isComplete = (order: PlacedOrder): boolean =>
  isBasketOrder(order) ? order.complete : holdsAllFills(order) && order.watchUntil === null

/** On EXCHANGE_B what was matched cannot be sold before it has settled, which only its fills tell. */
export const isSettling = (order: PlacedOrder): boolean =>
  isBasketOrder(order)
    ? order.parts.some(({ settling }) => settling)
    : order.provisional !== null || (order.exchange === 'EXCHANGE_B' && !holdsAllFills(order))

const holdsAllFills = (order: Order): boolean => order.tradedQty + order.reversedQty >= order.exchangeFilledQty
