/**
 * Does what has to be done now for the conditional orders that hang on one order, in transactions that all write that order:
 * two runs at once can never both send what only one of them may.
 */

import type { Conditional } from '#domain/contingent/conditional.ts'
import { entryOf } from '#domain/contingent/exit-view.ts'
import { type ExitPlan, planExits } from '#domain/contingent/exits.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { isBasketOrder } from '#domain/orders/placed-order.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import type { Clock } from '#ports/clock.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import type { Ids } from '#ports/ids.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import type { MarketStore, OrderStore, SubaccountStore } from '#ports/store.ts'
import { enqueueAdvance, enqueueBasket, enqueuePlaced } from '../orders/enqueue.ts'
import { draftOf, type FamilyDraft, togetherOf } from './group-draft.ts'
import { carryOutSteps, endUnwanted, planAdditions } from './group-steps.ts'
import { exitsOf, type Family, readFamily } from './read-group.ts'

export interface TendDeps {
  readonly orders: OrderStore
  readonly baskets: BasketOrderStore
  readonly complexOrders: ComplexOrderStore
  readonly subaccounts: SubaccountStore
  readonly markets: MarketStore
  readonly queues: Queues
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** Each round does all that can be done; more than two mean that others are changing the family too. */
const ROUNDS = 20

/** Answers when to look again although nothing has changed; null when only news can change anything. */
export const advanceExits = async (deps: TendDeps, parentId: string): Promise<Millis | null> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await readFamily(deps, parentId)
    if (family === null) return null
    const now = deps.clock()
    const entry = entryOf(family.parent, family.markets)
    const plan: ExitPlan = planExits(entry, exitsOf(family), now)
    const draft = draftOf(family)
    endUnwanted(draft, await cancelledBefore(deps, family), now)
    if (!draft.isChanged) {
      carryOutSteps(draft, plan.steps, deps.ids, now)
      planAdditions(draft, entry, now)
    }
    if (!draft.isChanged) {
      for (const complexOrderId of plan.overdue) sayOverdue(deps, complexOrderId, parentId)
      await enqueueWaiting(deps, family)
      return plan.lookAgainAt
    }
    if (await deps.complexOrders.save(togetherOf(draft))) await afterwards(deps, draft)
  }
  throw new Error(`the conditional orders of ${parentId} stayed contended for ${ROUNDS} rounds`)
}

/** Cancel-all ends what was accepted until then, also what its list did not show yet. Null: nothing waits that it could end. */
const cancelledBefore = async (deps: TendDeps, { parent, children }: Family): Promise<Millis | null> => {
  if (children.every(({ status }) => status !== 'PENDING')) return null
  return (await deps.subaccounts.get(parent.userId, parent.subaccountId))?.cancelComplexBefore ?? null
}

const afterwards = async (deps: TendDeps, draft: FamilyDraft): Promise<void> => {
  for (const complexOrder of draft.givenUp) sayIncomplete(deps, complexOrder)
  for (const order of [...draft.newOrders.values(), ...draft.changedOrders.values()]) await enqueuePlaced(deps, order)
  for (const complexOrder of draft.changedComplexOrders.values()) {
    if (complexOrder.dueAt !== null) await enqueueAdvance(deps, complexOrder)
  }
}

/** What an exit on a custom asset waits for may have come with the news: what its parent bought has settled. */
const enqueueWaiting = async (deps: TendDeps, { orders }: Family): Promise<void> => {
  const waiting = [...orders.values()].filter(isBasketOrder).filter(({ status, lastError }) => {
    return !isFinal(status) && lastError !== null
  })
  for (const order of waiting) await enqueueBasket(deps, order)
}

/** A position is unprotected while an order that has to leave the book first does not: somebody should look. */
const sayOverdue = (deps: TendDeps, complexOrderId: string, orderId: string): void => {
  deps.log.warn('an exit that fired still waits for another order to leave the book', { complexOrderId, orderId })
  deps.log.metric('ExitOverdue', 1)
}

/** Protection never ends in silence. */
const sayIncomplete = (deps: TendDeps, { complexOrderId, subaccountId }: Conditional): void => {
  deps.log.warn('an exit was given up although something is left to exit', { complexOrderId, subaccountId })
  deps.log.metric('ExitIncomplete', 1)
}
