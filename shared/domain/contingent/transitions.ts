/** How a conditional order changes: each function takes what happened and answers it as it then is. No other code sets a state. */

import type { Price, Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { Conditional, TriggerPriceSource } from './conditional.ts'
import { COMPLEX_ORDER_MOVES, type ComplexOrderStatus } from './status.ts'

/** The price that fired it, and where it came from. */
export interface Observed {
  readonly price: Price
  readonly source: TriggerPriceSource
}

/** A stop is armed: from now on its price is watched. */
export const arm = (stop: Conditional, qty: Qty, parentOrderId: string | null, now: Millis): Conditional =>
  move(stop, 'ACTIVE', { armedQty: qty, parentOrderId, dueAt: null }, now)

/** An SL or TP arms a stop of its own: two complex orders, linked both ways, that change together from now on. */
export const armStop = (
  head: Conditional,
  stopId: string,
  qty: Qty,
  parentOrderId: string | null,
  now: Millis,
): { readonly head: Conditional; readonly stop: Conditional | null } => {
  const armed = move(head, 'ACTIVE', { armedQty: qty, parentOrderId, triggerComplexOrderId: stopId, dueAt: null }, now)
  if (armed === head) return { head, stop: null }
  const stop: Conditional = {
    ...armed,
    complexOrderId: stopId,
    subtype: head.subtype === 'SL' ? 'STOP' : 'REVERSE_STOP',
    createdAt: now,
    parentComplexOrderId: head.complexOrderId,
    armedBy: head.complexOrderId,
    childIds: [],
    depth: head.depth + 1,
    stopPrice: head.trigger.stopPrice,
    trigger: { ...head.trigger, stopPrice: null },
    triggerComplexOrderId: null,
    version: 0,
  }
  return { head: armed, stop }
}

/** The parent bought more, lost a fill, or a sibling sold some: what it stands for is another quantity now. */
export const resize = (armed: Conditional, qty: Qty, now: Millis): Conditional =>
  armed.status !== 'ACTIVE' || armed.armedQty === qty ? armed : { ...armed, armedQty: qty, updatedAt: now }

/** The one way to fire: ACTIVE becomes TRIGGERED, with the order it places and the price that did it. */
export const fire = (armed: Conditional, orderId: string, seen: Observed, now: Millis): Conditional =>
  armed.status !== 'ACTIVE'
    ? armed
    : move(
        armed,
        'TRIGGERED',
        {
          ...placed(armed, orderId),
          triggeredAt: now,
          triggerPrice: seen.price,
          triggerPriceSource: seen.source,
          dueAt: null,
        },
        now,
      )

/** Its order goes to the exchange at once: a TP LIMIT whose parent has filled. */
export const place = (
  waiting: Conditional,
  orderId: string,
  qty: Qty,
  parentOrderId: string | null,
  now: Millis,
): Conditional =>
  waiting.status !== 'PENDING'
    ? waiting
    : move(
        waiting,
        'TRIGGERED',
        { ...placed(waiting, orderId), armedQty: qty, parentOrderId, triggeredAt: now, dueAt: null },
        now,
      )

/** One more order for it: an earlier one did not fill, had to shrink, or its parent bought more. */
export const placeAgain = (triggered: Conditional, orderId: string, now: Millis): Conditional =>
  triggered.status !== 'TRIGGERED' ? triggered : { ...triggered, ...placed(triggered, orderId), updatedAt: now }

/** Something is left to exit, and it cannot be done: it is said, and not tried any more. */
export const giveUp = (triggered: Conditional, now: Millis): Conditional =>
  triggered.status !== 'TRIGGERED' || triggered.incompleteAt !== null
    ? triggered
    : { ...triggered, incompleteAt: now, updatedAt: now }

/** Never fires any more. What hangs on it goes with it: that is due. */
export const cancel = (complexOrder: Conditional, reason: string, now: Millis): Conditional =>
  move(complexOrder, 'CANCELLED', { cancelReason: reason, dueAt: complexOrder.childIds.length > 0 ? now : null }, now)

/** It had ended for want of anything to protect, and another has taken its place since. */
export const supersede = (cancelled: Conditional, now: Millis): Conditional =>
  cancelled.status === 'CANCELLED' ? { ...cancelled, cancelReason: 'replaced', updatedAt: now } : cancelled

/** What hung on it has been cancelled too. */
export const settleChildren = (complexOrder: Conditional): Conditional =>
  complexOrder.dueAt === null ? complexOrder : { ...complexOrder, dueAt: null }

/** Another complex order hangs on this one. */
export const adopt = (complexOrder: Conditional, childId: string): Conditional => ({
  ...complexOrder,
  childIds: [...complexOrder.childIds, childId],
})

/** The same object when the move is not legal: what is over stays as it ended. */
const move = (
  complexOrder: Conditional,
  to: ComplexOrderStatus,
  change: Partial<Conditional>,
  now: Millis,
): Conditional =>
  COMPLEX_ORDER_MOVES[complexOrder.status].includes(to)
    ? { ...complexOrder, ...change, status: to, updatedAt: now }
    : complexOrder

const placed = (complexOrder: Conditional, orderId: string) => ({
  triggerOrderId: orderId,
  orderIds: [...complexOrder.orderIds, orderId],
})
