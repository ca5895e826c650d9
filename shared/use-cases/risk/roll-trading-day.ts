/** Rolls the trading day at 00:00 UTC. A subaccount without a daily limit needs no trading day any more. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { beginDay, type TradingDay } from '#domain/risk/trading-day.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import { type DailyLossDeps, standingOf } from './daily-loss.ts'

export interface RollTradingDayDeps extends DailyLossDeps {
  readonly subaccounts: Pick<SubaccountStore, 'get'>
}

/** Known facts: the day as it was stored a moment ago, and its owner. */
export interface KnownDay {
  readonly day?: TradingDay | undefined
  readonly subaccount?: Subaccount | undefined
}

/** Does nothing before the day is over. */
export const rollTradingDay = async (
  deps: RollTradingDayDeps,
  subaccountId: string,
  known: KnownDay,
): Promise<void> => {
  const day = known.day ?? (await deps.tradingDays.get(subaccountId))
  if (day === null || day.dueAt > deps.clock()) return
  // A limit that was not there a moment ago may be there now.
  const isLimited = known.subaccount !== undefined && known.subaccount.limits.maxDailyLoss !== null
  const subaccount = isLimited ? known.subaccount : await deps.subaccounts.get(day.userId, subaccountId)
  // When another process was faster, the day has begun as well.
  if (subaccount == null || subaccount.limits.maxDailyLoss === null) await deps.tradingDays.remove(day)
  else await deps.tradingDays.save(beginDay(day, await standingOf(deps, subaccountId), deps.clock()))
}
