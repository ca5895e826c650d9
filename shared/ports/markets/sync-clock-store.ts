import type { Millis } from '#domain/kernel/time.ts'
import type { SyncClock } from '#domain/markets/sync-due.ts'

/** Stores the times that decide whether the catalogue is to be synced now. */
export interface SyncClockStore {
  read(): Promise<SyncClock>
  recordSync(at: Millis): Promise<void>
}
