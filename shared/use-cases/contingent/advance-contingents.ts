/** Takes complex orders one step on: told what has become of an order, activated, or cancelled with what they hung on. */

import { isTwap } from '#domain/contingent/complex-order.ts'
import { arm, settleChildren } from '#domain/contingent/transitions.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { markNotified, notifyBy, stateForFollowers } from '#domain/orders/followers.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/orders/placed-order.ts'
import { changeBasket } from '../baskets/change-basket.ts'
import { changeOrder } from '../orders/change-order.ts'
import { enqueueBasket, enqueueFollowers } from '../orders/enqueue.ts'
import { findPlacedOrder } from '../orders/find-placed-order.ts'
import { advanceTwap } from '../twap/advance-twap.ts'
import { advanceExits, type TendDeps } from './advance-exits.ts'
import { cancelComplexOrder } from './cancel-complex-order.ts'

/** Those who follow an order: what hangs on it, the siblings of the exit it is, and what it is a slice or a leg of. Safe to run any number of times. */
export const advanceOrder = async (deps: TendDeps, orderId: string): Promise<void> => {
  const order = await findPlacedOrder(deps, orderId)
  if (order === null) return
  const news = stateForFollowers(order)
  if (order.notifiedState === news && order.notifyDueAt === null) return
  // Its basket order adds all legs up, and says then that it has been told.
  if (!isBasketOrder(order) && order.legOf !== null) return enqueueBasket(deps, { ...order, orderId: order.legOf })
  if (order.exitOf !== null) await advanceParent(deps, order.exitOf)
  if (!isBasketOrder(order) && order.sliceOf !== null) await advanceTwap(deps, order.sliceOf, orderId)
  const again = await advanceExits(deps, orderId)
  const told = await change(deps, order, (now) => markNotified(now, news, again))
  if (told !== null && again !== null) await enqueueFollowers(deps, told, again - deps.clock())
}

const advanceParent = async (deps: TendDeps, parentId: string): Promise<void> => {
  const again: Millis | null = await advanceExits(deps, parentId)
  if (again === null) return
  const parent = await findPlacedOrder(deps, parentId)
  if (parent === null) return
  await change(deps, parent, (now) => notifyBy(now, again))
  await enqueueFollowers(deps, parent, again - deps.clock())
}

const change = (
  { orders, baskets }: TendDeps,
  order: PlacedOrder,
  fact: <Any extends PlacedOrder>(now: Any) => Any,
): Promise<PlacedOrder | null> =>
  isBasketOrder(order) ? changeBasket(baskets, order.orderId, fact) : changeOrder(orders, order.orderId, fact)

/** A complex order that is due: a standalone stop is armed; what hangs on a cancelled one goes with it; a TWAP sends a slice. */
export const advanceComplexOrder = async (deps: TendDeps, complexOrderId: string): Promise<void> => {
  const order = await deps.complexOrders.get(complexOrderId)
  if (order === null || order.dueAt === null) return
  if (isTwap(order)) return advanceTwap(deps, complexOrderId)
  if (order.status === 'PENDING' && order.parentOrderId === null && order.parentComplexOrderId === null) {
    // Refused when it was cancelled meanwhile: then there is nothing to arm.
    await deps.complexOrders.save({ changedComplexOrders: [arm(order, order.trigger.qty, null, deps.clock())] })
    return
  }
  if (order.status === 'CANCELLED') {
    for (const childId of order.childIds) await cancelComplexOrder(deps, order.userId, childId, 'parent_cancelled')
  }
  await deps.complexOrders.save({ changedComplexOrders: [settleChildren(order)] })
}
