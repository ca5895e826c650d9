/**
 * Advances an order on a custom asset: creates its planned legs, sums them, and plans the next round when no leg can fill any more. A plan
 * is stored before its legs exist, so a run is safe to repeat.
 */

import type { BasketOrder } from '#domain/baskets/basket-order.ts'
import { isNotificationDue, markNotified, stateForDependents } from '#domain/baskets/dependents.ts'
import { basketLeg, unwantedLeg } from '#domain/baskets/leg.ts'
import { foldLegs, type LegOrders, mayPlan, mayPlanBeside } from '#domain/baskets/transitions.ts'
import { labelOf } from '#domain/markets/market-label.ts'
import type { Order } from '#domain/orders/order.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { cancelOrder } from '../orders/cancel/cancel-order.ts'
import { afterSave, changeOrder } from '../orders/change-order.ts'
import { enqueueExecute } from '../work/enqueue.ts'
import { type PlanNextRoundDeps, planNextRound } from './plan-next-round.ts'

export interface ExecuteBasketDeps extends PlanNextRoundDeps {
  readonly orders: OrderStore
}

/** Maximum number of steps in one run. More than a few mean that other processes change the order or its legs too. */
const STEPS = 30

/** `patience` creates the signal that ends the reads of one plan. */
export const executeBasket = async (
  deps: ExecuteBasketDeps,
  orderId: string,
  patience: () => AbortSignal,
): Promise<void> => {
  await retryOnConflict(`basket order ${orderId}`, () => step(deps, orderId, patience), STEPS)
}

/** `AGAIN`: a change was stored, or another process was faster. The next step continues from there. */
const step = async (
  deps: ExecuteBasketDeps,
  orderId: string,
  patience: () => AbortSignal,
): Promise<typeof AGAIN | 'done'> => {
  const read = await deps.orders.getBasket(orderId)
  if (read === null) {
    deps.log.error('basket order of a message not stored', { orderId })
    return 'done'
  }
  const legs = new Map((await deps.orders.legs(read)).map((leg) => [leg.orderId, leg]))
  if (await makeLegs(deps, read, legs)) return AGAIN
  const folded = foldLegs(read, legs, deps.clock())
  if (folded !== read && !(await deps.orders.save(folded))) return AGAIN
  const basket = folded === read ? read : afterSave(folded)
  await markLegs(deps, legs)
  if (isFinal(basket.status) || basket.suspended) return 'done'
  if (basket.cancelRequestedAt !== null) {
    await cancelLegs(deps, basket, legs)
    return 'done'
  }
  if (mayPlan(basket, legs, deps.clock()) || basket.rounds.length === 0)
    return planNextRound(deps, basket, legs, patience())
  await enqueueUnsent(deps, legs)
  return mayPlanBeside(basket, legs, deps.clock()) ? planNextRound(deps, basket, legs, patience()) : 'done'
}

/** Creates planned legs that do not exist yet, each at most once. Returns true if one was missing. */
const makeLegs = async (deps: ExecuteBasketDeps, basket: BasketOrder, legs: LegOrders): Promise<boolean> => {
  const missing = basket.rounds.flatMap(({ plannedAt, legs: planned }) =>
    planned.filter(({ orderId }) => !legs.has(orderId)).map((leg) => ({ leg, plannedAt })),
  )
  if (missing.length === 0) return false
  const markets = await deps.markets.getMany(missing.map(({ leg }) => leg.svcId))
  const labels = new Map(markets.map((market) => [market.svcId, labelOf(market)]))
  const unwanted = basket.cancelRequestedAt !== null || isFinal(basket.status)
  await Promise.all(
    missing.map(async ({ leg, plannedAt }) => {
      const label = labels.get(leg.svcId) ?? null
      const order = unwanted
        ? unwantedLeg(basket, leg, label, plannedAt, deps.clock())
        : basketLeg(basket, leg, label, plannedAt)
      await deps.orders.create(order)
      if (!unwanted) await enqueueExecute(deps, order)
    }),
  )
  return true
}

/** Marks the legs as notified: the stored sums include their state. */
const markLegs = async (deps: ExecuteBasketDeps, legs: LegOrders): Promise<void> => {
  const due = [...legs.values()].filter((leg) => isNotificationDue(leg) || leg.notifyDueAt !== null)
  await Promise.all(
    due.map((leg) => changeOrder(deps.orders, leg.orderId, (now) => markNotified(now, stateForDependents(leg), null))),
  )
}

const cancelLegs = async (deps: ExecuteBasketDeps, basket: BasketOrder, legs: LegOrders): Promise<void> => {
  const reason = basket.cancelReason ?? 'user'
  const open = [...legs.values()].filter((leg) => !isFinal(leg.status) && leg.cancelRequestedAt === null)
  await Promise.all(open.map((leg) => cancelOrder(deps, basket.userId, leg.orderId, reason)))
}

/** Sends a lost message for a leg again: the leg has to act now. */
const enqueueUnsent = async (deps: ExecuteBasketDeps, legs: LegOrders): Promise<void> => {
  const now = deps.clock()
  const isLeft = (leg: Order): boolean =>
    leg.sendState === 'none' && !isFinal(leg.status) && leg.lease === null && leg.dueAt !== null && leg.dueAt <= now
  await Promise.all([...legs.values()].filter(isLeft).map((leg) => enqueueExecute(deps, leg)))
}
