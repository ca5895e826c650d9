/** The transitions of a conditional order. Each function returns the changed order. No other code sets a status. */

import { move } from '../complex-orders/status.ts'
import type { Price, Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { TriggerPriceSource } from '../markets/trigger-price.ts'
import type { Conditional } from './conditional.ts'
import { nearer } from './trigger/trailing.ts'
import { directionOf } from './trigger/trigger-rule.ts'

/** The price that fires a stop, and its source. */
export interface Observed {
  readonly price: Price
  readonly source: TriggerPriceSource
}

/** Arms a stop: from now on its price is watched. */
export const arm = (stop: Conditional, qty: Qty, parentOrderId: string | null, now: Millis): Conditional =>
  move(stop, 'ACTIVE', { armedQty: qty, armedAt: now, parentOrderId, dueAt: null }, now)

/** Arms the stop of an SL or TP. The two are linked both ways and change together from then on. */
export const armStop = (
  head: Conditional,
  stopId: string,
  qty: Qty,
  parentOrderId: string | null,
  now: Millis,
): { readonly head: Conditional; readonly stop: Conditional | null } => {
  const link = { parentOrderId, triggerComplexOrderId: stopId }
  const armed = move(head, 'ACTIVE', { armedQty: qty, armedAt: now, ...link, dueAt: null }, now)
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

/** Changes the quantity of an armed stop: the parent bought more or lost a fill, or a linked exit sold some. */
export const resize = (armed: Conditional, qty: Qty, now: Millis): Conditional =>
  armed.status !== 'ACTIVE' || armed.armedQty === qty ? armed : { ...armed, armedQty: qty, updatedAt: now }

/**
 * Moves an armed trailing stop, or the SL that armed it, to its new level. Returns the same object for a fixed stop, and if `stopPrice` is
 * no nearer to the market: a stop never moves back.
 */
export const ratchet = (armed: Conditional, stopPrice: Price, now: Millis): Conditional => {
  if (armed.status !== 'ACTIVE' || armed.trail === null) return armed
  const isHead = armed.subtype === 'SL'
  const direction = isHead ? directionOf({ ...armed, subtype: 'STOP' }) : directionOf(armed)
  const before = isHead ? armed.trigger.stopPrice : armed.stopPrice
  if (nearer(direction, before, stopPrice) === before) return armed
  return isHead
    ? { ...armed, trigger: { ...armed.trigger, stopPrice }, updatedAt: now }
    : { ...armed, stopPrice, updatedAt: now }
}

/** Fires a stop: ACTIVE becomes TRIGGERED, with the order it places and the price that fired it. */
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

/** Records the first order of an exit that rests at the exchange: its parent has filled. */
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

/** Records a further order: an earlier one did not fill or had to shrink, or the parent bought more. */
export const placeAgain = (triggered: Conditional, orderId: string, now: Millis): Conditional =>
  triggered.status !== 'TRIGGERED' ? triggered : { ...triggered, ...placed(triggered, orderId), updatedAt: now }

/** Marks an exit as incomplete: a rest is left to exit. */
export const giveUp = (triggered: Conditional, now: Millis): Conditional =>
  triggered.status !== 'TRIGGERED' || triggered.incompleteAt !== null
    ? triggered
    : { ...triggered, incompleteAt: now, updatedAt: now }

/** Cancels the conditional order. It is due if other orders are chained to it, because they are cancelled next. */
export const cancel = (complexOrder: Conditional, reason: string, now: Millis): Conditional =>
  move(complexOrder, 'CANCELLED', { cancelReason: reason, dueAt: complexOrder.childIds.length > 0 ? now : null }, now)

/** Marks an exit that ended with nothing left as replaced by another one. */
export const supersede = (cancelled: Conditional, now: Millis): Conditional =>
  cancelled.status === 'CANCELLED' ? { ...cancelled, cancelReason: 'replaced', updatedAt: now } : cancelled

/** Records that the chained orders are cancelled. */
export const settleChildren = (complexOrder: Conditional): Conditional =>
  complexOrder.dueAt === null ? complexOrder : { ...complexOrder, dueAt: null }

/** Records the time of the next check if nothing changes before; null: no such check. */
export const recheckAt = (complexOrder: Conditional, at: Millis | null): Conditional => ({ ...complexOrder, dueAt: at })

/** Chains another complex order to this one. */
export const adopt = (complexOrder: Conditional, childId: string): Conditional => ({
  ...complexOrder,
  childIds: [...complexOrder.childIds, childId],
})

const placed = (complexOrder: Conditional, orderId: string) => ({
  triggerOrderId: orderId,
  orderIds: [...complexOrder.orderIds, orderId],
})
