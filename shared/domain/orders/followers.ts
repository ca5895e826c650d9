/**
 * Followers of an order: conditional orders attached to it, the linked exits beside it, the TWAP or the basket order it belongs
 * to. They are notified when their view of the order changes. That view is kept as a text, so that comparing it costs nothing.
 */

import type { BasketOrder } from '../baskets/basket-order.ts'
import { filledBy, isBasketOrder, isComplete, type PlacedOrder } from '../baskets/placed-order.ts'
import { entryOf, exitOrderOf } from '../contingent/exit-view.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import type { Order } from './order.ts'
import { isLeg } from './origin.ts'

/** How long the message to the followers may take before the sweeper sends it again. */
export const NOTIFY_GRACE = 15 * SECOND

/** Whether anything follows the order. */
const hasFollowers = (order: PlacedOrder): boolean =>
  order.complexOrderIds.length > 0 ||
  order.origin.kind === 'exit' ||
  order.origin.kind === 'linked' ||
  order.origin.kind === 'slice' ||
  order.origin.kind === 'leg'

/**
 * All that followers read of the order, as one text to compare. What exits read is taken from the views that their plan is made
 * of, so that nothing new in a view can be missing here.
 */
export const stateForFollowers = (order: PlacedOrder): string =>
  toText({
    ...seenAsEntry(order),
    ...(order.origin.kind === 'exit' || order.origin.kind === 'linked' ? seenAsExit(order) : {}),
    ...(isBasketOrder(order) ? seenByMember(order) : {}),
    ...(isLeg(order) && !isBasketOrder(order) ? seenAsLeg(order) : {}),
  })

/** As the exits attached to it see it. A TWAP asks its slices for no more. */
const seenAsEntry = (order: PlacedOrder) => {
  // The markets come from elsewhere.
  const { shut, lot, least, ...seen } = entryOf(order, [])
  return { ...seen, full: order.status === 'EXECUTED', qty: order.qty }
}

/** As the exits that are linked with it see it. */
const seenAsExit = (order: PlacedOrder) => {
  // Every write changes the time. When it ended follows from that it has ended.
  const { orderId, endedAt, ...seen } = exitOrderOf(order)
  return seen
}

/** Exits of a custom asset share each member for itself. */
const seenByMember = ({ parts }: BasketOrder) => ({
  parts: parts.map(({ filled, closed, settling, most }) => [filled, closed, settling, most].join('/')),
})

/** A basket order adds up its legs, so it follows every sum of a leg. */
const seenAsLeg = (order: Order) => {
  const { status, tradedQty, reversedQty, fillCount } = order
  return { status, tradedQty, reversedQty, fillCount, filled: filledBy(order), whole: isComplete(order) }
}

/** Of what is true its name; nothing of what is not there. */
const toText = (seen: Readonly<Record<string, unknown>>): string =>
  Object.entries(seen)
    .filter(([, value]) => value !== false && value !== null && value !== 0)
    .map(([name, value]) => (value === true ? name : `${name}=${value}`))
    .join(' ')

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
