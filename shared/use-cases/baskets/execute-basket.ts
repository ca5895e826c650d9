/**
 * Advances an order on a custom asset: creates its planned legs, sums them, and plans the next round when no leg can fill any more. A plan
 * is stored before its legs exist, so a run is safe to repeat.
 */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { allCancelledAt, whyCancelled } from '#domain/accounts/why-cancelled.ts'
import { type BasketOrder, legsOf, MOST_ROUNDS, type SkippedMember } from '#domain/baskets/basket-order.ts'
import { isNotificationDue, markNotified, stateForFollowers } from '#domain/baskets/followers.ts'
import { basketLeg, unwantedLeg } from '#domain/baskets/leg.ts'
import { NO_LIQUIDITY, planBasketRound } from '#domain/baskets/plan-round.ts'
import { mayBeRetried } from '#domain/baskets/shut-members.ts'
import {
  endBasket,
  foldLegs,
  isTooLate,
  type LegOrders,
  mayPlan,
  mayPlanBeside,
  openMembers,
  rescheduleBasket,
} from '#domain/baskets/transitions.ts'
import type { Money } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { labelOf } from '#domain/markets/market-label.ts'
import type { Order } from '#domain/orders/order.ts'
import { isExitOrder, protectsPosition } from '#domain/orders/origin.ts'
import { keepsTrying, widening } from '#domain/orders/refusals/passing-refusal.ts'
import { isFinal } from '#domain/orders/status.ts'
import { NO_LIMITS } from '#domain/risk/limits.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { cancelOrder } from '../orders/cancel/cancel-order.ts'
import { afterSave, changeOrder } from '../orders/change-order.ts'
import type { DailyLossDeps } from '../risk/daily-loss.ts'
import { type EnqueueDeps, enqueueBasket, enqueueExecute } from '../work/enqueue.ts'
import { awaitHoldings } from './await-holdings.ts'
import { basketRisk, plannedCost } from './basket-risk.ts'
import { type BasketReading, type ReadBasketMembersDeps, readBasketMembers } from './read-members.ts'

export interface ExecuteBasketDeps extends EnqueueDeps, ReadBasketMembersDeps, DailyLossDeps {
  readonly orders: OrderStore
  readonly positions: ReadBasketMembersDeps['positions']
  readonly subaccounts: SubaccountStore
  readonly ids: Ids
  /** Distance beyond the needed level that an order may trade, in 1e-6 dollars. */
  readonly slippage: number
}

/** Maximum number of steps in one run. More than a few mean that other processes change the order or its legs too. */
const LOOKS = 30

/** `patience` creates the signal that ends the reads of one plan. */
export const executeBasket = async (
  deps: ExecuteBasketDeps,
  orderId: string,
  patience: () => AbortSignal,
): Promise<void> => {
  await retryOnConflict(`basket order ${orderId}`, () => step(deps, orderId, patience), LOOKS)
}

/** `AGAIN`: a change was stored, or another process was faster. The next step continues from there. */
const step = async (
  deps: ExecuteBasketDeps,
  orderId: string,
  patience: () => AbortSignal,
): Promise<typeof AGAIN | 'done'> => {
  const read = await deps.orders.getBasket(orderId)
  if (read === null) {
    deps.log.error('a message names a basket order that is not stored', { orderId })
    return 'done'
  }
  const legs = new Map((await deps.orders.legs(read)).map((leg) => [leg.orderId, leg]))
  if (await makeLegs(deps, read, legs)) return AGAIN
  const folded = foldLegs(read, legs, deps.clock())
  if (folded !== read && !(await deps.orders.save(folded))) return AGAIN
  const basket = folded === read ? read : afterSave(folded)
  await markLegs(deps, legs)
  if (isFinal(basket.status) || basket.heldBack) return 'done'
  if (basket.cancelRequestedAt !== null) {
    await cancelLegs(deps, basket, legs)
    return 'done'
  }
  if (mayPlan(basket, legs, deps.clock()) || basket.rounds.length === 0) return planNext(deps, basket, legs, patience())
  await enqueueUnsent(deps, legs)
  return mayPlanBeside(basket, legs, deps.clock()) ? planNext(deps, basket, legs, patience()) : 'done'
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
    due.map((leg) => changeOrder(deps.orders, leg.orderId, (now) => markNotified(now, stateForFollowers(leg), null))),
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

const planNext = async (
  deps: ExecuteBasketDeps,
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
  deps: ExecuteBasketDeps,
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

const planRound = (deps: ExecuteBasketDeps, { basket, legs, reading }: PlanFacts, now: Millis): Round => {
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

const logPlanned = ({ log }: ExecuteBasketDeps, { orderId, subaccountId, rounds, status }: BasketOrder): void => {
  const legs = rounds.at(-1)?.legs.length ?? 0
  log.info('basket order planned', { orderId, subaccountId, round: rounds.length, legs, status })
}

/** Returns whether the order keeps trying, and only offers are missing. After a first sale, another order sells the rest. */
const waitsForOffers = (basket: BasketOrder, planned: BasketOrder): boolean =>
  keepsTrying(basket) && basket.rounds.length === 0 && planned.cancelReason === NO_LIQUIDITY

/** The last round of an exit waits until every member can take part, so that an exchange outage does not cost the protection. */
const isLastOfExit = (basket: BasketOrder): boolean => isExitOrder(basket) && basket.rounds.length === MOST_ROUNDS - 1

const reschedule = async (
  deps: ExecuteBasketDeps,
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
const whyUnwanted = (deps: ExecuteBasketDeps, basket: BasketOrder, subaccount: Subaccount | null): string | null => {
  if (isTooLate(basket, deps.clock())) return 'too_late'
  // An order that may protect a position continues.
  if (!isExitOrder(basket) && subaccount?.isActive !== true) return 'subaccount_inactive'
  return whyCancelled(subaccount, basket.createdAt, protectsPosition(basket))
}
