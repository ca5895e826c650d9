/** Records the equity of an exchange account: its cash and the value of its positions, by hour of a UTC day. */

import type { AccountRef } from '../accounts/account-ref.ts'
import { type Money, money } from '../kernel/numbers.ts'
import { HOUR, MINUTE, type Millis, startOfDay } from '../kernel/time.ts'
import type { HeldPosition } from './held-position.ts'
import { sumIfKnown } from './sum-if-known.ts'

export interface EquityPoint {
  /** 0 to 23. */
  readonly hour: number
  /** Null if the exchange did not report it. */
  readonly cash: Money | null
  /** Null if a position had no price. */
  readonly positionsValue: Money | null
}

export interface EquityDay extends AccountRef {
  /** 00:00 UTC. */
  readonly startsAt: Millis
  /** Oldest first. */
  readonly points: readonly EquityPoint[]
  readonly version: number
}

/** The day of an account before its first point. */
export const emptyEquityDay = (account: AccountRef, at: Millis): EquityDay => ({
  subaccountId: account.subaccountId,
  exchange: account.exchange,
  startsAt: startOfDay(at),
  points: [],
  version: 0,
})

/**
 * True if this hour needs a point: an account that holds something has one each hour. Any other account has one each day, and one more after
 * its last position has ended.
 */
export const needsPoint = ({ startsAt, points }: EquityDay, holds: boolean, now: Millis): boolean => {
  const last = points.at(-1)
  if (last === undefined) return true
  if (last.hour >= hourOf(startsAt, now)) return false
  return holds || last.cash === null || last.positionsValue !== 0
}

/** Cash and positions are read one after the other, and a trade in between would count in one of them. */
const QUIET_UNTIL = 30 * MINUTE

/** True if a poll may record the equity: it brought no trade, or the hour is half over. */
export const isQuietEnough = (hasTrades: boolean, now: Millis): boolean => !hasTrades || now % HOUR >= QUIET_UNTIL

/** The day with a point for the hour of now. */
export const withPoint = (
  day: EquityDay,
  { cash, positionsValue }: Omit<EquityPoint, 'hour'>,
  now: Millis,
): EquityDay => ({ ...day, points: [...day.points, { hour: hourOf(day.startsAt, now), cash, positionsValue }] })

/** The value of all positions; null if one has no price. A decided position counts with its payout until it is paid. */
export const totalValue = (positions: readonly HeldPosition[]): Money | null =>
  sumIfKnown(positions.filter(({ settlement }) => settlement !== 'paid').map(positionValue))

/** A pair of YES and NO is worth a dollar. The payout contains the pairs. */
const positionValue = ({ payout, marketValue, pairs }: HeldPosition): Money | null => {
  if (payout !== null) return payout
  return marketValue === null ? null : money(marketValue + pairs)
}

const hourOf = (startsAt: Millis, at: Millis): number => Math.floor((at - startsAt) / HOUR)
