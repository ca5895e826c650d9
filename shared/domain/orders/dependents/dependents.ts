/**
 * Dependents of an order: attached conditional orders, linked exits, and the TWAP or basket order that it belongs to.
 * They are notified when their view of the order changes. The view is stored as a text, so that a comparison is cheap.
 */

import { type Millis, SECOND } from '../../kernel/time.ts'
import { filledOf, type Order } from '../order.ts'
import { isLeg } from '../origin.ts'
import { type EntryView, entryView, isOrderComplete } from './entry-view.ts'
import { type ExitOrder, orderAsExit } from './exit-order.ts'

/** How long the message to the dependents may take before the sweeper sends it again. */
export const NOTIFY_GRACE = 15 * SECOND

/** Everything that any order stores about its dependents. */
type Followed = Pick<
  Order,
  'complexOrderIds' | 'origin' | 'status' | 'qty' | 'notifiedState' | 'notifyDueAt' | 'guarded'
>

/** True if anything follows the order. */
export const hasDependents = ({ complexOrderIds, origin }: Pick<Followed, 'complexOrderIds' | 'origin'>): boolean =>
  complexOrderIds.length > 0 ||
  origin.kind === 'exit' ||
  origin.kind === 'linked' ||
  origin.kind === 'slice' ||
  origin.kind === 'leg'

/** All that dependents read of an order on one market, as one text to compare. */
export const orderStateForDependents = (order: Order): string =>
  stateText(order, entryView(order), orderAsExit(order), isLeg(order) ? seenAsLeg(order) : {})

/**
 * Returns the state of an order as a text. The text contains the views that the plans of exits use, so that no new
 * field of a view can be missing. `more` is specific to one kind of order.
 */
export const stateText = (
  { origin, status, qty }: Followed,
  entry: EntryView,
  exit: ExitOrder,
  more: Readonly<Record<string, unknown>>,
): string => {
  // Every write changes the time. When it ended follows from that it has ended.
  const { orderId, endedAt, ...seenAsExit } = exit
  return toText({
    ...entry,
    // The text of earlier versions has it: with another text, an update would notify the dependents of every order.
    leastAtOnce: 1,
    full: status === 'EXECUTED',
    qty,
    ...(origin.kind === 'exit' || origin.kind === 'linked' ? seenAsExit : {}),
    ...more,
  })
}

/** A basket order adds up its legs, so it follows every sum of a leg. */
const seenAsLeg = (order: Order) => {
  const { status, tradedQty, reversedQty, fillCount } = order
  return { status, tradedQty, reversedQty, fillCount, filled: filledOf(order), whole: isOrderComplete(order) }
}

/** Returns the names of the fields that are true, and the values of the others. Absent fields are left out. */
const toText = (seen: Readonly<Record<string, unknown>>): string =>
  Object.entries(seen)
    .filter(([, value]) => value !== false && value !== null && value !== 0)
    .map(([name, value]) => (value === true ? name : `${name}=${value}`))
    .join(' ')

/** True if dependents do not know the current state of an order on one market. */
export const isOrderNotificationDue = (order: Order): boolean =>
  hasDependents(order) && order.notifiedState !== orderStateForDependents(order)

/** Dependents are notified by `at` at the latest, whatever becomes of the order. */
export const notifyBy = <Notified extends Pick<Order, 'notifyDueAt'>>(order: Notified, at: Millis): Notified =>
  order.notifyDueAt !== null && order.notifyDueAt <= at ? order : { ...order, notifyDueAt: at }

/** Attaches a conditional order to a stored order. A notification of all earlier events is due. */
export const attach = <Parent extends Followed>(order: Parent, complexOrderId: string, now: Millis): Parent => ({
  ...order,
  complexOrderIds: [...order.complexOrderIds, complexOrderId],
  notifiedState: '',
  notifyDueAt: now,
  guarded: true,
})

/** Notes whether exits of the order still work. The same object when that is known. */
export const guard = <Parent extends Pick<Order, 'guarded'>>(order: Parent, guarded: boolean): Parent =>
  order.guarded === guarded ? order : { ...order, guarded }
