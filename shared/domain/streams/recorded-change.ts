/** Changes in the log: each entry points to the events of one change of an object. */

import type { Millis } from '../kernel/time.ts'
import { CHANGES_KEPT, type ChangeLog } from './change-log.ts'

export interface RecordedChange {
  /** Position of its last event. */
  readonly position: number
  /** How many events it has; they have the positions up to `position`. */
  readonly events: number
  readonly objectId: string
  /** Version of the object after the change. */
  readonly version: number
  /** When it was recorded. */
  readonly at: Millis
}

/** The entries that are still kept. Older ones may be dropped at any time, in any order. */
export const keptChanges = (found: readonly RecordedChange[], now: Millis): readonly RecordedChange[] =>
  found.filter(({ at }) => at > now - CHANGES_KEPT)

/**
 * True if the log contains every change after the position. `kept` are the first entries after it. The changes are
 * unknown after a position that was never reached, or before recording began.
 */
export const isComplete = (log: ChangeLog, after: number, kept: readonly RecordedChange[]): boolean => {
  if (after < log.begun) return false
  const [first] = kept
  if (first === undefined) return after === log.position
  return first.position - first.events <= after
}
