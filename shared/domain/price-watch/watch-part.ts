/**
 * How the watched markets are divided between the runs of the price watch, and between the keys of the table. Every id has a point on
 * a ring, for ever. A run takes one stretch of it, and so does a key: a run reads only the keys whose stretches touch its own.
 */

import { hashOf } from '../kernel/hash.ts'

/** One of the runs that watch at the same time. */
export interface WatchPart {
  readonly index: number
  readonly of: number
}

/** The part of a run that watches alone. */
export const WHOLE_WATCH: WatchPart = { index: 0, of: 1 }

/**
 * Over how many keys the marks of watched markets are split. One key takes 1,000 writes a second and is read by each run that shares it.
 * With 64, marks of 64,000 markets stand in keys that hardly more than one run reads, and an empty key costs half a read unit.
 */
export const WATCH_SPLITS = 64

const POINTS = 65_536

/** Whether the run looks at what has that id: a market, a user or a subaccount. Exactly one of the runs does. */
export const isInPart = ({ index, of }: WatchPart, id: number | string): boolean =>
  Math.floor((pointOf(id) * of) / POINTS) === index

/** The key among `WATCH_SPLITS` that has the mark of the market. */
export const splitOf = (svcId: number): number => Math.floor((pointOf(svcId) * WATCH_SPLITS) / POINTS)

/** The keys that can have marks of markets of that part, in ascending order. */
export const splitsOf = ({ index, of }: WatchPart): readonly number[] => {
  const first = Math.floor((Math.ceil((index * POINTS) / of) * WATCH_SPLITS) / POINTS)
  const last = Math.floor(((Math.ceil(((index + 1) * POINTS) / of) - 1) * WATCH_SPLITS) / POINTS)
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
}

const pointOf = (id: number | string): number => hashOf(String(id)) % POINTS
