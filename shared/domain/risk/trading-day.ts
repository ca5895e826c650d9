/** What a subaccount with a daily limit has lost since 00:00 UTC, told from where it stood then. */

import { type Money, money } from '../kernel/numbers.ts'
import { DAY, type Millis } from '../kernel/time.ts'

export interface TradingDay {
  readonly userId: string
  readonly subaccountId: string
  /** 00:00 UTC. */
  readonly startsAt: Millis
  /** When that was looked at: a moment after 00:00, or when a limit was first set. */
  readonly begunAt: Millis
  /** Gained in all until then, realized and marked. */
  readonly startPnl: Money
  /** The most that a look at it ever found lost; what was once too much stays so for the day. */
  readonly worstLoss: Money
  /** When the next day begins, for the sweeper. */
  readonly dueAt: Millis
  readonly version: number
}

export const startOfDay = (at: Millis): Millis => at - (at % DAY)

/** `pnl` is what the subaccount has gained in all by now; `version` that of the row there is, 0 for none. */
export const beginDay = (
  of: Pick<TradingDay, 'userId' | 'subaccountId' | 'version'>,
  pnl: Money,
  now: Millis,
): TradingDay => {
  const startsAt = startOfDay(now)
  const { userId, subaccountId, version } = of
  const dueAt = startsAt + DAY
  return { userId, subaccountId, startsAt, begunAt: now, startPnl: pnl, worstLoss: money(0), dueAt, version }
}

export const isToday = (day: TradingDay, now: Millis): boolean => day.startsAt === startOfDay(now)

/** Below 0 it is a gain. */
export const lossSince = ({ startPnl }: Pick<TradingDay, 'startPnl'>, pnl: Money): Money => money(startPnl - pnl)

/** The same object when it has been worse before. */
export const noteLoss = (day: TradingDay, loss: Money): TradingDay =>
  loss > day.worstLoss ? { ...day, worstLoss: loss } : day
