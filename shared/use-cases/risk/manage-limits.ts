/** Reads and sets what a subaccount may risk. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { type Money, money } from '#domain/kernel/numbers.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import { startOfDay } from '#domain/kernel/time.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { RiskLimits } from '#domain/risk/limits.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { ConfirmationStore } from '#ports/agents/confirmation-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { liveOrders } from '../accounts/quotas/live-orders.ts'
import { type ChangeLimitsDeps, changeLimits, type LimitsPlace } from './change-limits.ts'
import { type DailyLoss, type DailyLossDeps, dailyLoss, shownLoss } from './daily-loss.ts'

export interface ManageLimitsDeps extends DailyLossDeps {
  readonly subaccounts: SubaccountStore
  readonly orders: Pick<OrderStore, 'live'>
  readonly confirmations: Pick<ConfirmationStore, 'dayOf'>
}

/** The limits, and how far they are used. */
export interface LimitsInUse {
  readonly subaccountId: string
  readonly limits: RiskLimits
  readonly openOrders: number
  /** Daily loss. Null without a daily-loss limit, and after midnight UTC until the day has begun (half an hour at most). */
  readonly today: DailyLoss | null
  /** Cost that agents have confirmed since 00:00 UTC. Counted without a limit, too. */
  readonly mcpCostToday: Money
}

/** Fields that are undefined stay as they are; null lifts a limit. */
export type LimitsChange = {
  readonly [Field in Exclude<keyof RiskLimits, 'updatedAt'>]: RiskLimits[Field] | undefined
}

/** Returns the limits and their use; 404 without such a subaccount. */
export const getLimits = async (
  deps: ManageLimitsDeps,
  userId: string,
  subaccountId: string,
): Promise<LimitsInUse | Problem> => {
  const found = await deps.subaccounts.get(userId, subaccountId)
  if (found === null) return notFound('Subaccount')
  return inUse(deps, found, found.limits.maxDailyLoss === null ? null : await shownLoss(deps, subaccountId))
}

/** Sets limits, and returns their use then; 404 without such a subaccount. An unchanged limit is not written. */
export const setLimits = async (
  deps: ManageLimitsDeps & ChangeLimitsDeps,
  place: LimitsPlace,
  change: LimitsChange,
): Promise<LimitsInUse | Problem> => {
  const next = await changeLimits(deps, place, (limits) => changed(limits, change, deps.clock()))
  return next === null ? notFound('Subaccount') : inUse(deps, next, await begunDay(deps, next))
}

const changed = (limits: RiskLimits, change: LimitsChange, now: number): RiskLimits => {
  const next: RiskLimits = {
    maxOrderQty: keptUnlessGiven(change.maxOrderQty, limits.maxOrderQty),
    maxOrderCost: keptUnlessGiven(change.maxOrderCost, limits.maxOrderCost),
    maxOpenOrders: keptUnlessGiven(change.maxOpenOrders, limits.maxOpenOrders),
    maxDailyLoss: keptUnlessGiven(change.maxDailyLoss, limits.maxDailyLoss),
    mcpDailyCost: keptUnlessGiven(change.mcpDailyCost, limits.mcpDailyCost),
    halted: keptUnlessGiven(change.halted, limits.halted),
    updatedAt: limits.updatedAt,
  }
  return isSame(next, limits) ? limits : { ...next, updatedAt: now }
}

const keptUnlessGiven = <Value>(given: Value | undefined, kept: Value): Value => (given === undefined ? kept : given)

const isSame = (one: RiskLimits, other: RiskLimits): boolean =>
  one.maxOrderQty === other.maxOrderQty &&
  one.maxOrderCost === other.maxOrderCost &&
  one.maxOpenOrders === other.maxOpenOrders &&
  one.maxDailyLoss === other.maxDailyLoss &&
  one.mcpDailyCost === other.mcpDailyCost &&
  one.halted === other.halted

/** Setting a daily limit begins the day: earlier losses do not count. */
const begunDay = async (deps: ManageLimitsDeps, subaccount: Subaccount): Promise<DailyLoss | null> => {
  const { maxDailyLoss } = subaccount.limits
  return maxDailyLoss === null ? null : dailyLoss(deps, subaccount, maxDailyLoss)
}

const inUse = async (
  deps: ManageLimitsDeps,
  { subaccountId, limits }: Subaccount,
  today: DailyLoss | null,
): Promise<LimitsInUse> => {
  const [live, agents] = await Promise.all([
    liveOrders(deps.orders, subaccountId),
    deps.confirmations.dayOf(subaccountId, startOfDay(deps.clock())),
  ])
  const openOrders = live.filter(({ status }) => !isFinal(status)).length
  return { subaccountId, limits, openOrders, today, mcpCostToday: agents?.cost ?? money(0) }
}
