/** The dependents of any order, whether the order is on one market or on a custom asset. */

import type { Millis } from '../kernel/time.ts'
import {
  guard,
  hasDependents,
  isOrderNotificationDue,
  orderStateForDependents,
  stateText,
} from '../orders/dependents/dependents.ts'
import { basketEntryView } from './basket-entry-view.ts'
import { basketExitOrder } from './basket-exit-order.ts'
import type { BasketOrder } from './basket-order.ts'
import { isBasketOrder, type PlacedOrder } from './placed-order.ts'

/** The state of the order for its dependents, as one text to compare. */
export const stateForDependents = (order: PlacedOrder): string =>
  isBasketOrder(order)
    ? stateText(order, basketEntryView(order, []), basketExitOrder(order), seenByMember(order))
    : orderStateForDependents(order)

/** The state of each member: exits of a custom asset share each member separately. */
const seenByMember = ({ parts }: BasketOrder) => ({
  parts: parts.map(({ filled, closed, settling, most }) => [filled, closed, settling, most].join('/')),
})

/** Returns whether dependents do not know the current state of the order. */
export const isNotificationDue = (order: PlacedOrder): boolean =>
  isBasketOrder(order)
    ? hasDependents(order) && order.notifiedState !== stateForDependents(order)
    : isOrderNotificationDue(order)

/**
 * Records that dependents know `state`. A newer state stays due. `nextAt` is the time of the next notification without a change; null for
 * none. Returns the same object if nothing changes.
 */
export const markNotified = <Followed extends PlacedOrder>(
  order: Followed,
  state: string,
  nextAt: Millis | null,
): Followed => {
  const isOutdated = stateForDependents(order) !== state
  const isStored = order.notifiedState === state && order.notifyDueAt === nextAt
  return isOutdated || isStored ? order : { ...order, notifiedState: state, notifyDueAt: nextAt }
}

/** Attaches conditional orders to a new order. Its dependents know the first state already. */
export const withDependents = <New extends PlacedOrder>(order: New, complexOrderIds: readonly string[]): New => {
  const attached = guard({ ...order, complexOrderIds }, complexOrderIds.length > 0)
  return hasDependents(attached) ? { ...attached, notifiedState: stateForDependents(attached) } : attached
}
