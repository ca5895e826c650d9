/** When the market catalogue is synced: often while somebody uses the service, hourly while nobody does. */

import { HOUR, MINUTE, type Millis } from '../kernel/time.ts'

/** How exactly it is known when the service was last used: each note costs a write. */
export const ANY_USE_EVERY = 15 * MINUTE

const QUIET_AFTER = HOUR
const QUIET_EVERY = HOUR
/** A run begins some seconds earlier or later than the one before. */
const SLACK = MINUTE

export interface SyncClock {
  /** When anybody last used the service, to a quarter of an hour; null if nobody ever did. */
  readonly usedAt: Millis | null
  /** When the last sync began; null before the first one. */
  readonly syncedAt: Millis | null
}

/** True if a run that the schedule starts now is to sync. */
export const isSyncDue = ({ usedAt, syncedAt }: SyncClock, now: Millis): boolean =>
  syncedAt === null ||
  now - (usedAt ?? Number.NEGATIVE_INFINITY) < QUIET_AFTER + ANY_USE_EVERY ||
  now - syncedAt >= QUIET_EVERY - SLACK
