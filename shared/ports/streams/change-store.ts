/** Stores the log of a user's changes. */

import type { Millis } from '#domain/kernel/time.ts'
import type { ChangeLog } from '#domain/streams/change-log.ts'
import type { RecordedChange } from '#domain/streams/recorded-change.ts'
import type { EventBatch } from '../webhooks/webhook-store.ts'

export interface ChangeStore {
  /** Strongly consistent; null when nothing was ever recorded. */
  log(userId: string): Promise<ChangeLog | null>
  /** Provided the stored version is the one given, which then grows by one. */
  save(log: ChangeLog): Promise<boolean>
  /**
   * Appends the batches in that order and marks them as published, with the log as it is to be stored: all or nothing. `already`
   * are those of the batches that were recorded before; `log` in place of them: the log has changed since it was read.
   */
  append(log: ChangeLog, batches: readonly EventBatch[], at: Millis): Promise<Appended>
  /** The first entries after the position, by position (strongly consistent). */
  after(userId: string, position: number, limit: number): Promise<readonly RecordedChange[]>
}

export type Appended =
  | { readonly appended: true; readonly log: ChangeLog }
  | { readonly appended: false; readonly already: readonly EventBatch[] }

/** One transaction changes 100 rows at most: two for each batch, and one for the log. */
export const MOST_APPENDED = 40
