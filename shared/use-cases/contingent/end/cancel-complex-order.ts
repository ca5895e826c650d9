/**
 * Cancels a TWAP, or a conditional order that has not fired, together with its SL, TP or stop. Chained orders, and orders at the exchange,
 * follow.
 */

import { isTerminal } from '#domain/complex-orders/status.ts'
import { type ComplexOrder, isConditional, isTwap } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { MARKET_CLOSED } from '#domain/contingent/exits/exits.ts'
import { cancel } from '#domain/contingent/transitions.ts'
import { isCancelledByUser } from '#domain/orders/cancel/cancelled-by-user.ts'
import { cancelTwap } from '#domain/twap/transitions.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import { type CancelOrderDeps, type CancelResult, cancelOrder } from '../../orders/cancel/cancel-order.ts'
import { enqueueAdvance } from '../../work/enqueue.ts'
import { findConditional } from '../find-conditional.ts'

export interface CancelComplexOrderDeps extends CancelOrderDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'save'>
}

/** The order is found for its owner only. `reason` becomes its `cancel_reason`. */
export const cancelComplexOrder = (
  deps: CancelComplexOrderDeps,
  userId: string,
  complexOrderId: string,
  reason: string,
): Promise<CancelResult> =>
  retryOnConflict(`complex order ${complexOrderId}`, async () => {
    const order = await deps.complexOrders.get(complexOrderId)
    if (order === null || order.userId !== userId) return { kind: 'not_found' }
    if (isTerminal(order.status)) return (await cancelHeld(deps, order, reason)) ?? failed(order)
    return cancelWaiting(deps, order, reason)
  })

const cancelWaiting = async (
  deps: CancelComplexOrderDeps,
  order: ComplexOrder,
  reason: string,
): Promise<CancelResult | typeof AGAIN> => {
  const changedComplexOrders = isTwap(order)
    ? [cancelTwap(order, reason, deps.clock())]
    : await cancelPair(deps, order, reason)
  if (!(await deps.complexOrders.save({ changedComplexOrders }))) return AGAIN
  for (const one of changedComplexOrders) if (one.dueAt !== null) await enqueueAdvance(deps, one)
  return { kind: 'accepted' }
}

/** Cancels the order with its partner: the stop that an SL or TP armed, or the SL or TP that armed this stop. */
const cancelPair = async (
  deps: CancelComplexOrderDeps,
  order: Conditional,
  reason: string,
): Promise<readonly Conditional[]> => {
  const partner = await findConditional(deps, order.armedBy ?? order.triggerComplexOrderId)
  const pair = partner === null ? [order] : [order, partner]
  const after = pair.map((one) => cancel(one, reason, deps.clock()))
  return after.filter((one, place) => one !== pair[place])
}

/** Cancels the order of a fired stop while that order waits for the linked exits to leave the book. */
const cancelHeld = async (
  deps: CancelComplexOrderDeps,
  order: ComplexOrder,
  reason: string,
): Promise<CancelResult | null> => {
  if (!isConditional(order) || order.triggerOrderId === null) return null
  const placed = await deps.orders.find(order.triggerOrderId)
  const why = isCancelledByUser(reason) || reason === MARKET_CLOSED ? reason : 'user'
  return placed?.suspended ? cancelOrder(deps, order.userId, placed.orderId, why) : null
}

const failed = (order: ComplexOrder): CancelResult => ({
  kind: 'failed',
  reason:
    !isTwap(order) && order.status === 'TRIGGERED'
      ? `The complex order is already TRIGGERED. Cancel its order ${order.triggerOrderId} with DELETE /v1/orders/{order_id}.`
      : `The complex order is already ${order.status}.`,
})
