/** Adds the equity of several exchange accounts up to one curve. */

import type { AccountRef } from '../accounts/account-ref.ts'
import type { Money } from '../kernel/numbers.ts'
import { DAY, HOUR, type Millis } from '../kernel/time.ts'
import type { EquityDay, EquityPoint } from './equity-day.ts'
import { sumIfKnown } from './sum-if-known.ts'

export const HISTORY_INTERVALS = ['1h', '1d'] as const

export type HistoryInterval = (typeof HISTORY_INTERVALS)[number]

const LENGTHS: Readonly<Record<HistoryInterval, Millis>> = { '1h': HOUR, '1d': DAY }

const SPANS: Readonly<Record<HistoryInterval, Millis>> = { '1h': 90 * DAY, '1d': 3_650 * DAY }

/** Start of the first interval that the history shows. */
export const historyStart = (interval: HistoryInterval, now: Millis): Millis =>
  startOf(now, LENGTHS[interval]) - SPANS[interval]

export interface EquityTotal {
  /** Start of the hour or the day. */
  readonly at: Millis
  /** Each is null if it was unknown for one account. */
  readonly cash: Money | null
  readonly positionsValue: Money | null
}

/** Cash and value of positions together; null if one of them was unknown. */
export const equityOf = ({ cash, positionsValue }: Omit<EquityTotal, 'at'>): Money | null =>
  sumIfKnown([cash, positionsValue])

/** How long an account counts with its last point. One without positions has a point each day, and one that is silent for longer is no longer connected. */
export const COUNTS_FOR = DAY + 12 * HOUR

type Point = EquityPoint & { readonly at: Millis }

/**
 * One point for each interval since `from` in which an account has one; oldest first. An account without a point in the interval counts with
 * its last one.
 */
export const equityHistory = (
  days: readonly EquityDay[],
  interval: HistoryInterval,
  from: Millis,
): readonly EquityTotal[] => {
  const length = LENGTHS[interval]
  const accounts = Map.groupBy(days, nameOf)
    .values()
    .map((own) => endOfEach(own.flatMap(pointsOf), length))
    .toArray()
  const starts = new Set(accounts.flatMap((ends) => ends.map(({ at }) => startOf(at, length))))
  const places = accounts.map((ends) => ({ ends, next: 0 }))
  return [...starts]
    .sort((one, other) => one - other)
    .map((start) => totalAt(places, start, length))
    .filter(({ at }) => at >= from)
}

const nameOf = ({ subaccountId, exchange }: AccountRef): string => `${subaccountId} ${exchange}`

const startOf = (at: Millis, length: Millis): Millis => at - (at % length)

const pointsOf = ({ startsAt, points }: EquityDay): readonly Point[] =>
  points.map((point) => ({ ...point, at: startsAt + point.hour * HOUR }))

/** The last point of each interval, rather one in which all was known; oldest first. */
const endOfEach = (points: readonly Point[], length: Millis): readonly Point[] => {
  const sorted = points.toSorted((one, other) => one.at - other.at)
  return Map.groupBy(sorted, ({ at }) => startOf(at, length))
    .values()
    .map((own) => own.findLast(isKnown) ?? own.at(-1))
    .filter((last) => last !== undefined)
    .toArray()
}

const isKnown = ({ cash, positionsValue }: Point): boolean => cash !== null && positionsValue !== null

interface Place {
  readonly ends: readonly Point[]
  next: number
}

/** Moves each account to its last point up to the end of the interval. */
const totalAt = (places: readonly Place[], start: Millis, length: Millis): EquityTotal => {
  const counted = places.flatMap((place) => {
    while (place.ends[place.next] !== undefined && (place.ends[place.next]?.at ?? 0) < start + length) place.next += 1
    const last = place.ends[place.next - 1]
    return last === undefined || start - last.at > COUNTS_FOR ? [] : [last]
  })
  return {
    at: start,
    cash: sumIfKnown(counted.map(({ cash }) => cash)),
    positionsValue: sumIfKnown(counted.map(({ positionsValue }) => positionsValue)),
  }
}
