/** Restarts the trading day of an account with a history: trades before it was connected are no loss of today. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { beginDay } from '#domain/risk/trading-day.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type DailyLossDeps, standingOf } from './daily-loss.ts'

/**
 * Called when the history of an account has been read. Without fills from before the day, nothing changes. A position that cannot be read
 * does not hold that up: no order is taken under a daily limit before it is repaired.
 */
export const restartDay = (deps: DailyLossDeps, subaccountId: string, exchange: ExchangeName): Promise<void> =>
  retryOnConflict(`the trading day of ${subaccountId}`, async () => {
    const day = await deps.tradingDays.get(subaccountId)
    if (day === null) return
    const { ledgers } = await deps.positions.ofSubaccount(subaccountId, READABLE)
    const hasPast = ledgers.some(
      (ledger) => ledger.exchange === exchange && (ledger.held.firstFillAt ?? day.begunAt) < day.begunAt,
    )
    if (!hasPast) return
    const begun = beginDay(day, await standingOf(deps, subaccountId, READABLE), deps.clock())
    return (await deps.tradingDays.save(begun)) ? undefined : AGAIN
  })

const READABLE = { skipUnreadable: true }
