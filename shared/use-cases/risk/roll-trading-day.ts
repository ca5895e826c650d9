/** At 00:00 UTC: a subaccount with a daily limit starts a new day from where it stands; one without needs no days any more. */

import { beginDay } from '#domain/risk/trading-day.ts'
import type { SubaccountStore } from '#ports/store.ts'
import { type DailyLossDeps, pnlInAll } from './daily-loss.ts'

export interface RollTradingDayDeps extends DailyLossDeps {
  readonly subaccounts: Pick<SubaccountStore, 'get'>
}

export const rollTradingDay = async (deps: RollTradingDayDeps, subaccountId: string): Promise<void> => {
  const day = await deps.tradingDays.get(subaccountId)
  if (day === null || day.dueAt > deps.clock()) return
  const subaccount = await deps.subaccounts.get(day.userId, subaccountId)
  // Whoever was faster has begun the day: false is as good.
  if (subaccount === null || subaccount.limits.maxDailyLoss === null) await deps.tradingDays.remove(day)
  else await deps.tradingDays.save(beginDay(day, await pnlInAll(deps, subaccountId), deps.clock()))
}
