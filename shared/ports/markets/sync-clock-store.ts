import type { Millis } from '#domain/kernel/time.ts'
import type { SyncClock } from '#domain/markets/sync-due.ts'

/** Stores the times that decide whether the catalogue is to be synced now. */
export interface SyncClockStore {
  /** Returns the stored times. */
  read(): Promise<SyncClock>
  /** Stores that a sync ended at `at`. */
  recordSync(at: Millis): Promise<void>
}
