/** How a conditional order changes: each function takes what happened and answers it as it then is. No other code sets a state. */

import type { Price, Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { ComplexOrderStatus, Conditional, ConditionalOrder, TriggerPriceSource } from './complex-order.ts'

/** The only legal moves, those of a TWAP included. */
export const COMPLEX_ORDER_MOVES: Readonly<Record<ComplexOrderStatus, readonly ComplexOrderStatus[]>> = {
  PENDING: ['ACTIVE', 'TRIGGERED', 'CANCELLED'],
  ACTIVE: ['TRIGGERED', 'CANCELLED', 'COMPLETED', 'EXPIRED'],
  TRIGGERED: [],
  CANCELLED: [],
  COMPLETED: [],
  EXPIRED: [],
}

/** Whether it is over: its order placed, or it never will be. */
export const isOver = (status: ComplexOrderStatus): boolean => COMPLEX_ORDER_MOVES[status].length === 0

/** The price that fired it, and where it came from. */
export interface Observed {
  readonly price: Price
  readonly source: TriggerPriceSource
}

/** A stop is armed: from now on its price is watched. */
export const arm = <Stop extends Conditional>(stop: Stop, qty: Qty, parentOrderId: string | null, now: Millis): Stop =>
  move(stop, 'ACTIVE', { armedQty: qty, parentOrderId, dueAt: null }, now)

/** An SL or TP arms a stop of its own: two complex orders, linked both ways, that change together from now on. */
export const armStop = <Head extends Conditional>(
  head: Head,
  stopId: string,
  qty: Qty,
  parentOrderId: string | null,
  now: Millis,
): { readonly head: Head; readonly stop: Head | null } => {
  const armed = move(head, 'ACTIVE', { armedQty: qty, parentOrderId, triggerComplexOrderId: stopId, dueAt: null }, now)
  if (armed === head) return { head, stop: null }
  const stop: Head = {
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
export const resize = <Stop extends Conditional>(armed: Stop, qty: Qty, now: Millis): Stop =>
  armed.status !== 'ACTIVE' || armed.armedQty === qty ? armed : { ...armed, armedQty: qty, updatedAt: now }

/** The one way to fire: ACTIVE becomes TRIGGERED, with the order it places and the price that did it. */
export const fire = <Stop extends Conditional>(armed: Stop, orderId: string, seen: Observed, now: Millis): Stop =>
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
export const place = <Exit extends Conditional>(
  waiting: Exit,
  orderId: string,
  qty: Qty,
  parentOrderId: string | null,
  now: Millis,
): Exit =>
  waiting.status !== 'PENDING'
    ? waiting
    : move(
        waiting,
        'TRIGGERED',
        { ...placed(waiting, orderId), armedQty: qty, parentOrderId, triggeredAt: now, dueAt: null },
        now,
      )

/** One more order for it: an earlier one did not fill, had to shrink, or its parent bought more. */
export const placeAgain = <Exit extends Conditional>(triggered: Exit, orderId: string, now: Millis): Exit =>
  triggered.status !== 'TRIGGERED' ? triggered : { ...triggered, ...placed(triggered, orderId), updatedAt: now }

/** Something is left to exit, and it cannot be done: it is said, and not tried any more. */
export const giveUp = <Exit extends Conditional>(triggered: Exit, now: Millis): Exit =>
  triggered.status !== 'TRIGGERED' || triggered.incompleteAt !== null
    ? triggered
    : { ...triggered, incompleteAt: now, updatedAt: now }

/** Never fires any more. What hangs on it goes with it: that is due. */
export const cancel = <One extends Conditional>(complexOrder: One, reason: string, now: Millis): One =>
  move(complexOrder, 'CANCELLED', { cancelReason: reason, dueAt: complexOrder.childIds.length > 0 ? now : null }, now)

/** It had ended for want of anything to protect, and another has taken its place since. */
export const supersede = <Exit extends Conditional>(cancelled: Exit, now: Millis): Exit =>
  cancelled.status === 'CANCELLED' ? { ...cancelled, cancelReason: 'replaced', updatedAt: now } : cancelled

/** What hung on it has been cancelled too. */
export const settleChildren = <One extends Conditional>(complexOrder: One): One =>
  complexOrder.dueAt === null ? complexOrder : { ...complexOrder, dueAt: null }

/** Another complex order hangs on this one. */
export const adopt = <One extends Conditional>(complexOrder: One, childId: string): One => ({
  ...complexOrder,
  childIds: [...complexOrder.childIds, childId],
})

/** The same object when the move is not legal: what is over stays as it ended. */
const move = <One extends Conditional>(
  complexOrder: One,
  to: ComplexOrderStatus,
  change: Partial<Anywhere>,
  now: Millis,
): One =>
  COMPLEX_ORDER_MOVES[complexOrder.status].includes(to)
    ? { ...complexOrder, ...change, status: to, updatedAt: now }
    : complexOrder

/** What a conditional order is wherever it trades. */
type Anywhere = Omit<ConditionalOrder, 'exchange' | 'svcId' | 'customAssetId' | 'nativeId' | 'shard'>

const placed = (complexOrder: Conditional, orderId: string) => ({
  triggerOrderId: orderId,
  orderIds: [...complexOrder.orderIds, orderId],
})
