/**
 * Followers of an order: conditional orders attached to it, the linked exits beside it, the TWAP or the basket order it belongs
 * to. They are notified when their view of the order changes. That view is kept as a text, so that comparing it costs nothing.
 */

import { type Millis, SECOND } from '../kernel/time.ts'
import { isLeg } from './origin.ts'
import { filledBy, isBasketOrder, isComplete, isOffTheBook, isSettling, type PlacedOrder } from './placed-order.ts'

/** How long the message to the followers may take before the sweeper sends it again. */
export const NOTIFY_GRACE = 15 * SECOND

/** Whether anything follows the order. */
export const hasFollowers = (order: PlacedOrder): boolean =>
  order.complexOrderIds.length > 0 ||
  order.origin.kind === 'exit' ||
  order.origin.kind === 'linked' ||
  order.origin.kind === 'slice' ||
  order.origin.kind === 'leg'

/** All that followers need to know of the order, as one text to compare. */
export const stateForFollowers = (order: PlacedOrder): string => {
  const flags = [
    isOffTheBook(order) ? 'over' : '',
    isComplete(order) ? 'complete' : '',
    isSettling(order) ? 'settling' : '',
    // A trade may be told and taken back at once; then the filled quantity stays, and the exit is in doubt all the same.
    order.reversedQty > 0 ? 'reversed' : '',
    closedOf(order),
    amendedTo(order),
  ]
  // A basket order adds up its legs, so it follows every sum of a leg.
  const sums =
    isLeg(order) && !isBasketOrder(order) ? [order.status, order.tradedQty, order.reversedQty, order.fillCount] : []
  return [filledBy(order), ...flags.filter((flag) => flag !== ''), ...sums].join(' ')
}

/** What other trades have closed of what it entered, of each member where it is on a custom asset. */
const closedOf = (order: PlacedOrder): string => {
  const closed = isBasketOrder(order) ? order.parts.map((part) => part.closed) : [order.closedQty]
  return closed.some((qty) => qty > 0) ? `closed ${closed.join('/')}` : ''
}

/** The total that an amend has given it: exits attached to it follow that. */
const amendedTo = (order: PlacedOrder): string =>
  isBasketOrder(order) || order.originalQty === null ? '' : `of ${order.qty}`

/** Whether followers do not know the current state of the order. */
export const isNotificationDue = (order: PlacedOrder): boolean =>
  hasFollowers(order) && order.notifiedState !== stateForFollowers(order)

/**
 * Records that followers know `state`. A newer state stays due. `nextAt` is when followers want to be notified again even if
 * nothing changes; null: only of changes. Answers the same object when nothing is to be stored.
 */
export const markNotified = <Followed extends PlacedOrder>(
  order: Followed,
  state: string,
  nextAt: Millis | null,
): Followed => {
  const isOutdated = stateForFollowers(order) !== state
  const isStored = order.notifiedState === state && order.notifyDueAt === nextAt
  return isOutdated || isStored ? order : { ...order, notifiedState: state, notifyDueAt: nextAt }
}

/** Followers are notified by `at` at the latest, whatever becomes of the order. */
export const notifyBy = <Followed extends PlacedOrder>(order: Followed, at: Millis): Followed =>
  order.notifyDueAt !== null && order.notifyDueAt <= at ? order : { ...order, notifyDueAt: at }

/** Attaches a conditional order to a stored order. It still has to be notified of all that has happened so far. */
export const attach = <Parent extends PlacedOrder>(order: Parent, complexOrderId: string, now: Millis): Parent => ({
  ...order,
  complexOrderIds: [...order.complexOrderIds, complexOrderId],
  notifiedState: '',
  notifyDueAt: now,
  guarded: true,
})

/** Notes whether exits of the order still work. The same object when that is known. */
export const guard = <Parent extends PlacedOrder>(order: Parent, guarded: boolean): Parent =>
  order.guarded === guarded ? order : { ...order, guarded }

/** A new order with the conditional orders attached to it. Its followers know its first state already. */
export const withFollowers = <New extends PlacedOrder>(order: New, complexOrderIds: readonly string[]): New => {
  const attached = guard({ ...order, complexOrderIds }, complexOrderIds.length > 0)
  return hasFollowers(attached) ? { ...attached, notifiedState: stateForFollowers(attached) } : attached
}
