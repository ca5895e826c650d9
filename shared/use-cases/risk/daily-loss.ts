/** The loss of a subaccount in the current UTC day, realized and marked, from stored fills and prices. */

import { type Money, money } from '#domain/kernel/numbers.ts'
import {
  beginDay,
  endAtMidnight,
  isToday,
  lossSince,
  recordLoss,
  type Standing,
  type TradingDay,
} from '#domain/risk/trading-day.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { ReadOptions } from '#ports/kernel/unreadable-row.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import type { TradingDayStore } from '#ports/risk/trading-day-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { readPositions } from '../portfolio/read-positions.ts'

export interface DailyLossDeps {
  readonly positions: Pick<PositionStore, 'ofSubaccount'>
  readonly tradingDays: TradingDayStore
  readonly clock: Clock
}

export interface DailyLoss {
  readonly day: TradingDay
  /** Below 0 it is a gain. */
  readonly now: Money
  /** The largest loss that was found this day. */
  readonly worst: Money
}

/** Begins the day if it has not begun, and remembers a loss above `limit`: that counts for the whole day. */
export const dailyLoss = (
  deps: DailyLossDeps,
  of: Pick<TradingDay, 'userId' | 'subaccountId'>,
  limit: Money,
): Promise<DailyLoss> =>
  retryOnConflict(`the trading day of ${of.subaccountId}`, async () => {
    const stored = await deps.tradingDays.get(of.subaccountId)
    const standing = await standingOf(deps, of.subaccountId)
    const begun = endAtMidnight(dayOf(deps, of, stored, standing), standing)
    const now = lossSince(begun, standing.pnl)
    const day = now > limit ? recordLoss(begun, now) : begun
    const isStored = day === stored || (await deps.tradingDays.save(day))
    return isStored ? { day, now, worst: money(Math.max(now, day.worstLoss)) } : AGAIN
  })

const dayOf = (
  { clock }: DailyLossDeps,
  of: Pick<TradingDay, 'userId' | 'subaccountId'>,
  stored: TradingDay | null,
  standing: Standing,
): TradingDay => {
  const now = clock()
  return stored !== null && isToday(stored, now)
    ? stored
    : beginDay({ ...of, version: stored?.version ?? 0 }, standing, now)
}

/** The same without writing; null before the day has begun here. */
export const shownLoss = async (deps: DailyLossDeps, subaccountId: string): Promise<DailyLoss | null> => {
  const day = await deps.tradingDays.get(subaccountId)
  if (day === null || !isToday(day, deps.clock())) return null
  const now = lossSince(day, (await standingOf(deps, subaccountId)).pnl)
  return { day, now, worst: money(Math.max(now, day.worstLoss)) }
}

/** The total gain since the first trade. A position without a price counts at its cost. */
export const standingOf = async (
  deps: Pick<DailyLossDeps, 'positions'>,
  subaccountId: string,
  options?: ReadOptions,
): Promise<Standing> => {
  const positions = await readPositions(deps, subaccountId, options)
  return {
    pnl: money(positions.reduce((sum, { realizedPnl, unrealizedPnl }) => sum + realizedPnl + (unrealizedPnl ?? 0), 0)),
    holds: positions.some(({ position }) => position !== 0),
  }
}
