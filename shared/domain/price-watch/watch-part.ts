/** Divides the watched markets between the runs of the price watch. Every id has a fixed point on a ring, and a run takes one stretch of the ring. */

import { hashOf } from '../kernel/hash.ts'

/** One of the runs that watch at the same time. */
export interface WatchPart {
  readonly index: number
  readonly of: number
}

/** The part of a run that watches alone. */
export const WHOLE_WATCH: WatchPart = { index: 0, of: 1 }

const POINTS = 65_536

/** Returns whether the run watches the id of a market, a user or a subaccount. Exactly one of the runs does. */
export const isInPart = ({ index, of }: WatchPart, id: number | string): boolean =>
  Math.floor((pointOf(id) * of) / POINTS) === index

const pointOf = (id: number | string): number => hashOf(String(id)) % POINTS
