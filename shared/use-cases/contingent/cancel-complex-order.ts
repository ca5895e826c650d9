/**
 * Cancels a conditional order that has not fired, with the SL, TP or stop it forms one protection with, or a TWAP that runs; what
 * hangs on it, or is at the exchange for it, follows.
 */

import { type ComplexOrder, isConditional, isTwap } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { isTerminal } from '#domain/contingent/status.ts'
import { cancel } from '#domain/contingent/transitions.ts'
import { cancelTwap } from '#domain/twap/transitions.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import type { Clock } from '#ports/clock.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import type { OrderStore } from '#ports/store.ts'
import type { CancelResult } from '../orders/cancel-order.ts'
import { cancelPlacedOrder } from '../orders/cancel-placed-order.ts'
import { enqueueAdvance } from '../orders/enqueue.ts'
import { findPlacedOrder } from '../orders/find-placed-order.ts'

export interface CancelComplexOrderDeps {
  readonly orders: OrderStore
  readonly baskets: BasketOrderStore
  readonly complexOrders: ComplexOrderStore
  readonly queues: Queues
  readonly clock: Clock
  readonly log: Log
}

/** Whoever is faster makes us look again; nobody is faster for ever. */
const TRIES = 20

/** `userId` owns it or it is not found. `reason` is what `cancel_reason` will show. */
export const cancelComplexOrder = async (
  deps: CancelComplexOrderDeps,
  userId: string,
  complexOrderId: string,
  reason: string,
): Promise<CancelResult> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const order = await deps.complexOrders.get(complexOrderId)
    if (order === null || order.userId !== userId) return { kind: 'not_found' }
    if (isTerminal(order.status)) return (await cancelHeld(deps, order)) ?? failed(order)
    const changedComplexOrders = await cancelled(deps, order, reason)
    if (await deps.complexOrders.save({ changedComplexOrders })) {
      for (const one of changedComplexOrders) if (one.dueAt !== null) await enqueueAdvance(deps, one)
      return { kind: 'accepted' }
    }
  }
  throw new Error(`complex order ${complexOrderId} stayed contended for ${TRIES} tries`)
}

const cancelled = async (
  deps: CancelComplexOrderDeps,
  order: ComplexOrder,
  reason: string,
): Promise<readonly ComplexOrder[]> => {
  return isTwap(order) ? [cancelTwap(order, reason, deps.clock())] : cancelPair(deps, order, reason)
}

/** With the stop an SL or TP armed, or the SL or TP that armed this stop. */
const cancelPair = async (
  deps: CancelComplexOrderDeps,
  order: Conditional,
  reason: string,
): Promise<readonly Conditional[]> => {
  const partnerId = order.armedBy ?? order.triggerComplexOrderId
  const partner = partnerId === null ? null : await deps.complexOrders.get(partnerId)
  const pair = partner === null || !isConditional(partner) ? [order] : [order, partner]
  const after = pair.map((one) => cancel(one, reason, deps.clock()))
  return after.filter((one, place) => one !== pair[place])
}

/** It has fired, and its order still waits for its siblings to leave the book: that one can be called back. */
const cancelHeld = async (deps: CancelComplexOrderDeps, order: ComplexOrder): Promise<CancelResult | null> => {
  if (!isConditional(order) || order.triggerOrderId === null) return null
  const placed = await findPlacedOrder(deps, order.triggerOrderId)
  return placed?.held ? cancelPlacedOrder(deps, order.userId, placed.orderId, 'user') : null
}

const failed = (order: ComplexOrder): CancelResult => ({
  kind: 'failed',
  reason:
    !isTwap(order) && order.status === 'TRIGGERED'
      ? `The complex order is already TRIGGERED. Cancel its order ${order.triggerOrderId} with DELETE /v1/orders/{order_id}.`
      : `The complex order is already ${order.status}.`,
})
