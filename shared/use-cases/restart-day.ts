/** Begins the trading day anew: what an account brings along from before our time is no loss of today. */

import { beginDay } from '#domain/trading-day.ts'
import { type DailyLossDeps, pnlInAll } from './daily-loss.ts'

export const restartDay = async (deps: DailyLossDeps, subaccountId: string): Promise<void> => {
  for (;;) {
    const day = await deps.tradingDays.get(subaccountId)
    if (day === null) return
    if (await deps.tradingDays.save(beginDay(day, await pnlInAll(deps, subaccountId), deps.clock()))) return
  }
}
