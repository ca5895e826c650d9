/** Compares the present equity with the equity of local midnight. Money that was paid in or taken out counts too. */

export interface EquityPoint {
  readonly at: string
  readonly equity: number | null
}

export interface DayGain {
  readonly gain: number
  /** The hour of the equity that is compared, in Unix milliseconds. */
  readonly since: number
  /** True if that is midnight, give or take an hour. */
  readonly isWholeDay: boolean
}

const HOUR = 3_600_000

/** An account that holds nothing has one point a day. */
const OLDEST = 25 * HOUR

/** A day has no more points, and a year is not read again with each price. */
const RECENT = 60

/** Null without an equity of now, or without one to compare it with. `points` are the oldest first. */
export const dayGain = (points: readonly EquityPoint[], equity: number | null, now: number): DayGain | null => {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const known = points
    .slice(-RECENT)
    .flatMap((one) => (one.equity === null ? [] : [{ at: Date.parse(one.at), equity: one.equity }]))
  const before = known.findLast(({ at }) => at <= midnight && at > midnight - OLDEST)
  const first = before ?? known.find(({ at }) => at > midnight)
  if (first === undefined || equity === null) return null
  return {
    gain: (Math.round(equity * ONE) - Math.round(first.equity * ONE)) / ONE,
    since: first.at,
    isWholeDay: Math.abs(first.at - midnight) <= HOUR,
  }
}

const ONE = 1_000_000
