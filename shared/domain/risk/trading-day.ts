/** The trading day of a subaccount with a daily limit: its gain at 00:00 UTC, and the largest loss since. */

import { hashOf } from '../kernel/hash.ts'
import { type Money, money } from '../kernel/numbers.ts'
import { DAY, MINUTE, type Millis, startOfDay } from '../kernel/time.ts'

export interface TradingDay {
  readonly userId: string
  readonly subaccountId: string
  /** 00:00 UTC. */
  readonly startsAt: Millis
  /** When `startPnl` was taken: a moment after 00:00, or when a limit was first set. */
  readonly begunAt: Millis
  /** The total gain until then, realized and marked. */
  readonly startPnl: Money
  /** The largest loss that was ever found. A loss once above the limit counts for the whole day. */
  readonly worstLoss: Money
  /** When the sweeper begins the next day. */
  readonly dueAt: Millis
  readonly version: number
}

/** The gain of a subaccount up to a moment, and whether it has a position whose price can move. */
export interface Standing {
  readonly pnl: Money
  readonly holds: boolean
}

/**
 * Days of subaccounts without a position begin within this time after midnight, each at a time of its own. Their gains
 * do not move, and all at once would be much work.
 */
const SPREAD = 30 * MINUTE

/**
 * Begins a new day. `pnl` is the total gain of the subaccount by now; `version` is the version of the stored row, 0 for
 * none.
 */
export const beginDay = (
  of: Pick<TradingDay, 'userId' | 'subaccountId' | 'version'>,
  { pnl, holds }: Standing,
  now: Millis,
): TradingDay => {
  const startsAt = startOfDay(now)
  const { userId, subaccountId, version } = of
  const dueAt = startsAt + DAY + (holds ? 0 : hashOf(subaccountId) % SPREAD)
  return { userId, subaccountId, startsAt, begunAt: now, startPnl: pnl, worstLoss: money(0), dueAt, version }
}

/** The same day, to be over at midnight if something is held now. */
export const endAtMidnight = (day: TradingDay, { holds }: Standing): TradingDay =>
  holds && day.dueAt > day.startsAt + DAY ? { ...day, dueAt: day.startsAt + DAY } : day

/** True if the day is the UTC day of `now`. */
export const isToday = (day: TradingDay, now: Millis): boolean => day.startsAt === startOfDay(now)

/** The loss since the day began; below 0 it is a gain. */
export const lossSince = ({ startPnl }: Pick<TradingDay, 'startPnl'>, pnl: Money): Money => money(startPnl - pnl)

/** Remembers a loss; the same object when a larger one is known. */
export const recordLoss = (day: TradingDay, loss: Money): TradingDay =>
  loss > day.worstLoss ? { ...day, worstLoss: loss } : day
