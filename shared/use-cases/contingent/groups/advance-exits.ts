/**
 * Carries out what is due for the conditional orders attached to one order. Every transaction writes that order too, so that two
 * runs at once can never both send what only one of them may.
 */

import type { ComplexCancelled } from '#domain/accounts/why-cancelled.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import type { ExitPlan } from '#domain/contingent/exits.ts'
import { planExits } from '#domain/contingent/plan-exits.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { guard } from '#domain/orders/dependents/followers.ts'
import { isFinal } from '#domain/orders/status.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import { afterSave } from '../../orders/change-order.ts'
import { enqueueAdvance, enqueueBasket, enqueuePlaced } from '../../work/enqueue.ts'
import type { AdvanceDeps } from '../advance-deps.ts'
import { dependsOnTrading, readClosedMarkets, tradedBy } from '../end/read-closed-markets.ts'
import { draftOf, type GroupDraft, isGuarded, parentOf, togetherOf } from './group-draft.ts'
import { carryOutSteps, endUnwanted, followParent, planAdditions } from './group-steps.ts'
import { type ContingencyGroup, type ExitGroup, exitsOf, groupEntry, readGroup } from './read-group.ts'

export interface Advanced {
  /** The parent as it stood when nothing was left to do; null when there is none. Whoever has changed it since has asked for something new. */
  readonly parent: PlacedOrder | null
  /** When to advance again although nothing has changed; null: only after a change. */
  readonly nextAt: Millis | null
}

/**
 * Each round does all that can be done, and the next one finds that nothing is left. The parent is read once, and again only when
 * someone else has changed it. Give the parent itself where it was just read or written. `asks`: whether its market is closed is
 * asked in any case.
 */
export const advanceExits = (deps: AdvanceDeps, parent: string | PlacedOrder, asks = false): Promise<Advanced> => {
  const parentId = typeof parent === 'string' ? parent : parent.orderId
  let known = typeof parent === 'string' ? null : parent
  return retryOnConflict(`the conditional orders of ${parentId}`, async () => {
    const entered = known ?? (await deps.orders.find(parentId))
    known = null
    if (entered === null || entered.complexOrderIds.length === 0) return { parent: entered, nextAt: null }
    const now = deps.clock()
    const { group, plan } = await planGroup(deps, await readGroup(deps, entered), asks, now)
    const draft = draftOf(group, now)
    endUnwanted(draft, await cancellingOf(deps, group), now)
    if (!draft.isChanged) followParent(draft, now)
    if (!draft.isChanged) {
      carryOutSteps(draft, plan.steps, deps.ids, now)
      planAdditions(draft, groupEntry(group), now)
    }
    if (!draft.isChanged) {
      for (const complexOrderId of plan.overdue) reportOverdue(deps, complexOrderId, parentId)
      await enqueueWaiting(deps, group)
      // Most changes of the guard are stored with a step. The last fill of an exit needs none.
      const guarded = guard(entered, isGuarded(draft))
      if (guarded === entered) return { parent: entered, nextAt: plan.recheckAt }
      return (await deps.orders.save(guarded)) ? { parent: afterSave(guarded), nextAt: plan.recheckAt } : AGAIN
    }
    if (await deps.complexOrders.save(togetherOf(draft))) {
      known = afterSave(parentOf(draft))
      await enqueueChanged(deps, draft)
    }
    return AGAIN
  })
}

/** Whether the market is closed is asked only where the plan depends on it, unless `asks`. */
const planGroup = async (
  deps: AdvanceDeps,
  read: ContingencyGroup,
  asks: boolean,
  now: Millis,
): Promise<{ readonly group: ContingencyGroup; readonly plan: ExitPlan }> => {
  const plan = planExits(groupEntry(read), exitsOf(read), now)
  if (!asks && !dependsOnTrading(read, plan.steps)) return { group: read, plan }
  const group = { ...read, shut: await readClosedMarkets(deps, tradedBy(read.parent)) }
  return { group, plan: group.shut.size === 0 ? plan : planExits(groupEntry(group), exitsOf(group), now) }
}

/** Whose cancel-all also ends what its list did not show yet. Null: nothing waits that it could end. */
const cancellingOf = async (
  deps: AdvanceDeps,
  { parent, children }: ContingencyGroup,
): Promise<ComplexCancelled | null> =>
  children.every(({ status }) => status !== 'PENDING') ? null : deps.subaccounts.get(parent.userId, parent.subaccountId)

/** Asks for the work that a stored draft leaves behind. */
export const enqueueChanged = async (deps: AdvanceDeps, draft: GroupDraft<ExitGroup>): Promise<void> => {
  for (const complexOrder of draft.givenUp) reportIncomplete(deps, complexOrder)
  for (const order of [...draft.newOrders.values(), ...draft.changedOrders.values()]) await enqueuePlaced(deps, order)
  for (const complexOrder of draft.changedComplexOrders.values()) {
    if (complexOrder.dueAt !== null) await enqueueAdvance(deps, complexOrder)
  }
}

/** An exit on a custom asset that was put off may go on now: what its parent bought may have settled. */
const enqueueWaiting = async (deps: AdvanceDeps, { orders }: ContingencyGroup): Promise<void> => {
  for (const order of orders.values())
    if (isBasketOrder(order) && !isFinal(order.status) && order.lastError !== null) await enqueueBasket(deps, order)
}

/** A position is unprotected while an order that has to leave the book first does not: a person should look. */
export const reportOverdue = (deps: AdvanceDeps, complexOrderId: string, orderId: string): void => {
  deps.log.warn('an exit that fired still waits for another order to leave the book', { complexOrderId, orderId })
  deps.log.metric('ExitOverdue', 1)
}

/** Protection never ends in silence. */
const reportIncomplete = (deps: AdvanceDeps, { complexOrderId, subaccountId }: Conditional): void => {
  deps.log.warn('exit incomplete', { complexOrderId, subaccountId })
  deps.log.metric('ExitIncomplete', 1)
}
