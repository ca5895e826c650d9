/** Advances complex orders: notifies the dependents of an order, arms due stops, and cancels the chain of a cancelled order. */

import { whyNotArmed } from '#domain/accounts/why-cancelled.ts'
import { markNotified, stateForDependents } from '#domain/baskets/dependents.ts'
import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { MARKET_CLOSED } from '#domain/contingent/exits/exits.ts'
import { isLinked } from '#domain/contingent/exits/linked-exits.ts'
import { arm, recheckAt, settleChildren } from '#domain/contingent/transitions.ts'
import { notifyBy } from '#domain/orders/dependents/dependents.ts'
import { AGAIN, knownFirst, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { changePlacedOrder } from '../orders/change-order.ts'
import { advanceTwap } from '../twap/advance-twap.ts'
import { enqueueAdvance, enqueueBasket, enqueueDependents } from '../work/enqueue.ts'
import type { AdvanceDeps } from './advance-deps.ts'
import { cancelComplexOrder } from './end/cancel-complex-order.ts'
import { advanceExits } from './groups/advance-exits.ts'
import { advanceLinked } from './groups/advance-linked.ts'

/** Notifies the dependents of an order. Safe to run any number of times. */
export const advanceOrder = async (deps: AdvanceDeps, orderId: string): Promise<void> => {
  const order = await deps.orders.find(orderId)
  if (order !== null) await notifyDependents(deps, order)
}

/** Ends the exits of an order whose market is closed. The sender of the message has seen the close, and the exchange is asked again. */
export const endInClosedMarket = async (deps: AdvanceDeps, orderId: string): Promise<void> => {
  await advanceExits(deps, orderId, true)
}

/**
 * Notifies the dependents of an order that was just read or written. If the order changes meanwhile, for example because a stop on it fires,
 * it is read again. Its date is cleared only if no other run has set a new one.
 */
export const notifyDependents = (deps: AdvanceDeps, order: PlacedOrder): Promise<void> => {
  const readNext = knownFirst(order, () => deps.orders.find(order.orderId))
  return retryOnConflict<void>(`the dependents of ${order.orderId}`, async () => {
    const seen = await readNext()
    return seen === null ? undefined : notifyOnce(deps, seen)
  })
}

const notifyOnce = async (deps: AdvanceDeps, order: PlacedOrder): Promise<undefined | typeof AGAIN> => {
  const state = stateForDependents(order)
  if (order.notifiedState === state && order.notifyDueAt === null) return undefined
  const { orderId, subaccountId, origin } = order
  if (origin.kind === 'leg') {
    // The basket order of a leg sums all its legs, and marks them as notified.
    await enqueueBasket(deps, { subaccountId, orderId: origin.basketOrderId })
    return undefined
  }
  if (origin.kind === 'exit') await advanceEntry(deps, origin.entryId)
  if (origin.kind === 'linked') await advanceComplexOrder(deps, origin.complexOrderId, true)
  if (origin.kind === 'slice') await advanceTwap(deps, origin.complexOrderId, orderId)
  const { parent, nextAt } = await advanceExits(deps, order)
  const advanced = parent ?? order
  const notified = markNotified(advanced, state, nextAt)
  if (notified !== advanced && !(await deps.orders.save(notified))) return AGAIN
  if (nextAt !== null) await enqueueDependents(deps, notified, nextAt - deps.clock())
  return undefined
}

/** Advances the entry of a changed exit: its linked exits share the bought quantity. */
const advanceEntry = async (deps: AdvanceDeps, entryId: string): Promise<void> => {
  const { parent, nextAt } = await advanceExits(deps, entryId)
  if (parent === null || nextAt === null) return
  await changePlacedOrder(deps.orders, parent, (now) => notifyBy(now, nextAt))
  await enqueueDependents(deps, parent, nextAt - deps.clock())
}

/**
 * Does the due work of a complex order: arms a stop without a parent, cancels the chain of a cancelled order, or sends a slice of a TWAP.
 * An order that changes meanwhile is read again.
 */
export const advanceComplexOrder = (deps: AdvanceDeps, complexOrderId: string, isNotified = false): Promise<void> =>
  retryOnConflict<void>(`complex order ${complexOrderId}`, () => advanceOnce(deps, complexOrderId, isNotified))

const advanceOnce = async (
  deps: AdvanceDeps,
  complexOrderId: string,
  isNotified: boolean,
): Promise<undefined | typeof AGAIN> => {
  const order = await deps.complexOrders.get(complexOrderId)
  if (order === null || (order.dueAt === null && !isNotified)) return undefined
  if (isConditional(order)) return advanceConditional(deps, order)
  await advanceTwap(deps, complexOrderId)
  return undefined
}

const advanceConditional = async (deps: AdvanceDeps, order: Conditional): Promise<undefined | typeof AGAIN> => {
  const unwanted = order.status === 'PENDING' ? await whyUnwanted(deps, order) : null
  if (unwanted !== null) {
    await cancelComplexOrder(deps, order.userId, order.complexOrderId, unwanted)
    return undefined
  }
  if (order.status === 'CANCELLED') return cancelChain(deps, order)
  if (isLinked(order)) return advanceLink(deps, order)
  const isAlone = order.parentOrderId === null && order.parentComplexOrderId === null
  return order.status === 'PENDING' && isAlone
    ? save(deps, arm(order, order.trigger.qty, null, deps.clock()), false)
    : save(deps, settleChildren(order), true)
}

/** Cancels the chain of a cancelled conditional order. All orders of a chain trade in one market. */
const cancelChain = async (deps: AdvanceDeps, order: Conditional): Promise<undefined | typeof AGAIN> => {
  const reason = order.cancelReason === MARKET_CLOSED ? MARKET_CLOSED : 'parent_cancelled'
  for (const childId of order.childIds) await cancelComplexOrder(deps, order.userId, childId, reason)
  return save(deps, settleChildren(order), true)
}

const save = async (deps: AdvanceDeps, changed: Conditional, isWatched: boolean): Promise<undefined | typeof AGAIN> =>
  (await deps.complexOrders.save({ changedComplexOrders: [changed], isWatched })) ? undefined : AGAIN

/** Returns why a new order must not be armed. Its request may have read the subaccount before a cancel-all, or before its deletion. */
const whyUnwanted = async ({ subaccounts }: AdvanceDeps, waiting: Conditional): Promise<string | null> =>
  whyNotArmed(await subaccounts.get(waiting.userId, waiting.subaccountId), waiting.createdAt)

/** Advances the group of a linked stop, and stores the time of its next check. A stop that changed meanwhile is advanced again. */
const advanceLink = async (deps: AdvanceDeps, stop: Conditional): Promise<undefined | typeof AGAIN> => {
  const { nextAt, stop: seen } = await advanceLinked(deps, stop)
  if (seen.status === 'CANCELLED' || seen.dueAt === nextAt) return undefined
  const due = recheckAt(seen, nextAt)
  if ((await save(deps, due, true)) === AGAIN) return AGAIN
  if (nextAt !== null) await enqueueAdvance(deps, due, nextAt - deps.clock())
  return undefined
}
