/**
 * Carries out the plan for the conditional orders of one order. Every transaction writes that order too, so that two concurrent runs never
 * both send an order that only one may send.
 */

import type { ComplexCancelled } from '#domain/accounts/why-cancelled.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import type { ExitPlan } from '#domain/contingent/exits/exits.ts'
import { planExits } from '#domain/contingent/exits/plan-exits.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { guard } from '#domain/orders/dependents/dependents.ts'
import { isFinal } from '#domain/orders/status.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import { afterSave } from '../../orders/change-order.ts'
import { enqueueAdvance, enqueueBasket, enqueuePlaced } from '../../work/enqueue.ts'
import type { AdvanceDeps } from '../advance-deps.ts'
import { dependsOnTrading, readClosedMarkets, tradedBy } from '../end/read-closed-markets.ts'
import { CONTINGENT_LOG } from '../log-messages.ts'
import { draftOf, type GroupDraft, isGuarded, parentOf, togetherOf } from './group-draft.ts'
import { carryOutSteps, endUnwanted, followParent, planAdditions } from './group-steps.ts'
import { type ContingencyGroup, type ExitGroup, exitsOf, groupEntry, readGroup } from './read-group.ts'

export interface Advanced {
  /** The parent as read when no work was left; null without one. A later change of it asks for new work. */
  readonly parent: PlacedOrder | null
  /** Time of the next run without a change; null: only after a change. */
  readonly nextAt: Millis | null
}

/**
 * Advances the exits of one order until nothing is left to do. The parent is read once, and again only after a change by another run.
 * Give the parent itself if it was just read or written. `asksMarket`: ask the exchange in any case whether the market is closed.
 */
export const advanceExits = (
  deps: AdvanceDeps,
  parent: string | PlacedOrder,
  asksMarket = false,
): Promise<Advanced> => {
  const parentId = typeof parent === 'string' ? parent : parent.orderId
  let known = typeof parent === 'string' ? null : parent
  return retryOnConflict(`the conditional orders of ${parentId}`, async () => {
    const entered = known ?? (await deps.orders.find(parentId))
    known = null
    if (entered === null || entered.complexOrderIds.length === 0) return { parent: entered, nextAt: null }
    const { draft, plan } = await draftStep(deps, entered, asksMarket)
    if (!draft.isChanged) return doneWith(deps, draft, plan)
    if (await deps.complexOrders.save(togetherOf(draft))) {
      known = afterSave(parentOf(draft))
      await enqueueChanged(deps, draft)
    }
    return AGAIN
  })
}

/** The next changes of the group: first exits that must end, then the total of the parent, then the steps of the plan. */
const draftStep = async (
  deps: AdvanceDeps,
  parent: PlacedOrder,
  asksMarket: boolean,
): Promise<{ readonly draft: GroupDraft; readonly plan: ExitPlan }> => {
  const now = deps.clock()
  const { group, plan } = await planGroup(deps, await readGroup(deps, parent), asksMarket, now)
  const draft = draftOf(group, now)
  endUnwanted(draft, await cancellingOf(deps, group), now)
  if (!draft.isChanged) followParent(draft, now)
  if (!draft.isChanged) {
    carryOutSteps(draft, plan.steps, deps.ids, now)
    planAdditions(draft, groupEntry(group), now)
  }
  return { draft, plan }
}

/** Reports overdue exits, and stores the guard of the parent. Most changes of the guard are stored with a step; the last fill needs none. */
const doneWith = async (
  deps: AdvanceDeps,
  draft: GroupDraft,
  { overdue, recheckAt }: ExitPlan,
): Promise<Advanced | typeof AGAIN> => {
  const { parent } = draft.group
  for (const complexOrderId of overdue) reportOverdue(deps, complexOrderId, parent.orderId)
  await enqueueWaiting(deps, draft.group)
  const guarded = guard(parent, isGuarded(draft))
  if (guarded === parent) return { parent, nextAt: recheckAt }
  return (await deps.orders.save(guarded)) ? { parent: afterSave(guarded), nextAt: recheckAt } : AGAIN
}

/** Asks the exchange whether the market is closed if the plan depends on it, or with `asksMarket`. */
const planGroup = async (
  deps: AdvanceDeps,
  read: ContingencyGroup,
  asksMarket: boolean,
  now: Millis,
): Promise<{ readonly group: ContingencyGroup; readonly plan: ExitPlan }> => {
  const plan = planExits(groupEntry(read), exitsOf(read), now)
  if (!asksMarket && !dependsOnTrading(read, plan.steps)) return { group: read, plan }
  const group = { ...read, closedMarkets: await readClosedMarkets(deps, tradedBy(read.parent)) }
  return { group, plan: group.closedMarkets.size === 0 ? plan : planExits(groupEntry(group), exitsOf(group), now) }
}

/** Reads the subaccount, whose cancel-all also ends orders that its list did not show yet. Null if no order waits. */
const cancellingOf = async (
  deps: AdvanceDeps,
  { parent, children }: ContingencyGroup,
): Promise<ComplexCancelled | null> =>
  children.every(({ status }) => status !== 'PENDING') ? null : deps.subaccounts.get(parent.userId, parent.subaccountId)

/** Enqueues the work that follows a stored draft. */
export const enqueueChanged = async (deps: AdvanceDeps, draft: GroupDraft<ExitGroup>): Promise<void> => {
  for (const complexOrder of draft.givenUp) reportIncomplete(deps, complexOrder)
  for (const order of [...draft.newOrders.values(), ...draft.changedOrders.values()]) await enqueuePlaced(deps, order)
  for (const complexOrder of draft.changedComplexOrders.values()) {
    if (complexOrder.dueAt !== null) await enqueueAdvance(deps, complexOrder)
  }
}

/** Enqueues rescheduled exits on a custom asset: the bought quantity of their parent may have settled. */
const enqueueWaiting = async (deps: AdvanceDeps, { orders }: ContingencyGroup): Promise<void> => {
  for (const order of orders.values())
    if (isBasketOrder(order) && !isFinal(order.status) && order.lastError !== null) await enqueueBasket(deps, order)
}

/** Reports a position without protection, because an order does not leave the book: a person should look. */
export const reportOverdue = (deps: AdvanceDeps, complexOrderId: string, orderId: string): void => {
  deps.log.warn(CONTINGENT_LOG.exitOverdue, { complexOrderId, orderId })
  deps.log.metric('ExitOverdue', 1)
}

/** Reports an exit that is incomplete: protection never ends in silence. */
const reportIncomplete = (deps: AdvanceDeps, { complexOrderId, subaccountId }: Conditional): void => {
  deps.log.warn(CONTINGENT_LOG.exitIncomplete, { complexOrderId, subaccountId })
  deps.log.metric('ExitIncomplete', 1)
}
