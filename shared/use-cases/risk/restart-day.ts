/** Begins the trading day anew where an account has brought something along: what it did before our time is no loss of today. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { beginDay } from '#domain/risk/trading-day.ts'
import { type DailyLossDeps, pnlInAll } from './daily-loss.ts'

/** For when the past of an account has been read; of one without a past nothing is forgotten. */
export const restartDay = async (deps: DailyLossDeps, subaccountId: string, exchange: ExchangeName): Promise<void> => {
  for (;;) {
    const day = await deps.tradingDays.get(subaccountId)
    if (day === null) return
    const { ledgers } = await deps.positions.ofSubaccount(subaccountId)
    const hasPast = ledgers.some(
      (ledger) => ledger.exchange === exchange && (ledger.held.firstFillAt ?? day.begunAt) < day.begunAt,
    )
    if (!hasPast) return
    if (await deps.tradingDays.save(beginDay(day, await pnlInAll(deps, subaccountId), deps.clock()))) return
  }
}
