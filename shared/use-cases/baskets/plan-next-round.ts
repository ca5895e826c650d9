/** Plans and stores the next round of an order on a custom asset, or reschedules the order until its members can trade. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { allCancelledAt, whyCancelled } from '#domain/accounts/why-cancelled.ts'
import { type BasketOrder, legsOf, MOST_ROUNDS, type SkippedMember } from '#domain/baskets/basket-order.ts'
import { mayBeRetried } from '#domain/baskets/excluded-members.ts'
import { NO_LIQUIDITY, planBasketRound } from '#domain/baskets/plan-round.ts'
import { endBasket, isTooLate, type LegOrders, openMembers, rescheduleBasket } from '#domain/baskets/transitions.ts'
import type { Money } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { isExitOrder, protectsPosition } from '#domain/orders/origin.ts'
import { keepsTrying, widening } from '#domain/orders/refusals/passing-refusal.ts'
import { isFinal } from '#domain/orders/status.ts'
import { NO_LIMITS } from '#domain/risk/limits.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { AGAIN } from '../kernel/retry-on-conflict.ts'
import type { DailyLossDeps } from '../risk/daily-loss.ts'
import { type EnqueueDeps, enqueueBasket } from '../work/enqueue.ts'
import { awaitHoldings } from './await-holdings.ts'
import { basketRisk, plannedCost } from './basket-risk.ts'
import { type BasketReading, type ReadBasketMembersDeps, readBasketMembers } from './read-members.ts'

export interface PlanNextRoundDeps extends EnqueueDeps, ReadBasketMembersDeps, DailyLossDeps {
  readonly orders: Pick<OrderStore, 'getBasket' | 'save'>
  readonly positions: ReadBasketMembersDeps['positions']
  readonly subaccounts: SubaccountStore
  readonly ids: Ids
  /** Distance beyond the needed level that an order may trade, in 1e-6 dollars. */
  readonly slippage: number
}

/** `AGAIN`: the order was stored, or another process was faster. `done`: the order is rescheduled. */
export const planNextRound = async (
  deps: PlanNextRoundDeps,
  basket: BasketOrder,
  legs: LegOrders,
  signal: AbortSignal,
): Promise<typeof AGAIN | 'done'> => {
  const subaccount = await deps.subaccounts.get(basket.userId, basket.subaccountId)
  const limits = subaccount?.limits ?? NO_LIMITS
  const unwanted = whyUnwanted(deps, basket, subaccount) ?? (await basketRisk(deps, limits, basket, null))?.code ?? null
  if (unwanted !== null) return endUnwanted(deps, basket, subaccount, unwanted)
  const read = await readBasketMembers(deps, basket, signal)
  const now = deps.clock()
  const reading = isExitOrder(basket) ? await awaitHoldings(deps, basket, read, openMembers(basket, legs, now)) : read
  const round = planRound(deps, { basket, legs, reading }, now)
  if ('waitsFor' in round) return reschedule(deps, basket, round.waitsFor, now)
  const breach = await basketRisk(deps, limits, basket, costAfter(basket, round.planned))
  if (breach !== null) {
    await deps.orders.save(endBasket(basket, breach.code, basket.skipped, now))
    return AGAIN
  }
  if (await deps.orders.save(round.planned)) logPlanned(deps, round.planned)
  return AGAIN
}

/** Ends an order that must not be planned any more. */
const endUnwanted = async (
  deps: PlanNextRoundDeps,
  basket: BasketOrder,
  subaccount: Subaccount | null,
  reason: string,
): Promise<typeof AGAIN> => {
  const now = deps.clock()
  const isCancelAll = reason === whyCancelled(subaccount, basket.createdAt, protectsPosition(basket))
  const ended = isCancelAll ? { ...basket, cancelRequestedAt: allCancelledAt(subaccount, now) } : basket
  await deps.orders.save(endBasket(ended, reason, basket.skipped, now))
  return AGAIN
}

interface PlanFacts {
  readonly basket: BasketOrder
  readonly legs: LegOrders
  readonly reading: BasketReading
}

/** The order with its next round, or the members that it has to wait for. */
type Round = { readonly planned: BasketOrder } | { readonly waitsFor: readonly SkippedMember[] }

const planRound = (deps: PlanNextRoundDeps, { basket, legs, reading }: PlanFacts, now: Millis): Round => {
  const { members, skipped, passing } = reading
  if (passing && (members.length === 0 || isLastOfExit(basket))) return { waitsFor: skipped }
  const slippage = deps.slippage * widening(basket)
  const newId = () => deps.ids.uuid()
  const planned = planBasketRound(basket, legs, { members, skipped, slippage, newId }, now)
  if (!isFinal(planned.status)) return { planned }
  if (passing && isExitOrder(basket)) return { waitsFor: skipped }
  const isTriedAgain = mayBeRetried([...legs.values()]) || waitsForOffers(basket, planned)
  return isTriedAgain ? { waitsFor: planned.skipped } : { planned }
}

/** The cost including the new round. The books may have become dearer since the order was accepted. */
const costAfter = (basket: BasketOrder, planned: BasketOrder): Money =>
  plannedCost(basket, legsOf({ rounds: planned.rounds.slice(basket.rounds.length) }))

const logPlanned = ({ log }: PlanNextRoundDeps, { orderId, subaccountId, rounds, status }: BasketOrder): void => {
  const legs = rounds.at(-1)?.legs.length ?? 0
  log.info('basket order planned', { orderId, subaccountId, round: rounds.length, legs, status })
}

/** Returns whether the order keeps trying, and only offers are missing. After a first sale, another order sells the rest. */
const waitsForOffers = (basket: BasketOrder, planned: BasketOrder): boolean =>
  keepsTrying(basket) && basket.rounds.length === 0 && planned.cancelReason === NO_LIQUIDITY

/** The last round of an exit waits until every member can take part, so that an exchange outage does not cost the protection. */
const isLastOfExit = (basket: BasketOrder): boolean => isExitOrder(basket) && basket.rounds.length === MOST_ROUNDS - 1

const reschedule = async (
  deps: PlanNextRoundDeps,
  basket: BasketOrder,
  skipped: readonly SkippedMember[],
  now: Millis,
): Promise<typeof AGAIN | 'done'> => {
  const waiting = rescheduleBasket(basket, skipped, now)
  if (!(await deps.orders.save(waiting))) return AGAIN
  await enqueueBasket(deps, waiting, Math.max(0, (waiting.dueAt ?? now) - now))
  return 'done'
}

/** Returns why no round is planned any more: a cancel-all since the acceptance, an inactive subaccount, or the end of its time. */
const whyUnwanted = (deps: PlanNextRoundDeps, basket: BasketOrder, subaccount: Subaccount | null): string | null => {
  if (isTooLate(basket, deps.clock())) return 'too_late'
  // An order that may protect a position continues.
  if (!isExitOrder(basket) && subaccount?.isActive !== true) return 'subaccount_inactive'
  return whyCancelled(subaccount, basket.createdAt, protectsPosition(basket))
}
