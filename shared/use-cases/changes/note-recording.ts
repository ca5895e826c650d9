/** Stores that changes of a user are recorded, or for how long. */

import { type ChangeLog, MARKED_AGAIN_AFTER, newChangeLog } from '#domain/streams/change-log.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'

export interface MarkRecordingDeps {
  readonly changes: Pick<ChangeStore, 'log' | 'save'>
  readonly clock: Clock
}

/** The log as it then is, and whether recording begins with it: then the caller marks what the user has. */
export const markRecording = (
  deps: MarkRecordingDeps,
  userId: string,
  change: (log: ChangeLog) => ChangeLog,
): Promise<{ readonly log: ChangeLog; readonly begins: boolean }> =>
  retryOnConflict(`the changes of ${userId}`, async () => {
    const found = (await deps.changes.log(userId)) ?? newChangeLog(userId)
    const changed = change(found)
    if (changed === found) return { log: found, begins: false }
    // No client has followed: earlier versions could record although nothing was marked any more.
    const isFirst = found.followedUntil === null && changed.followedUntil !== null
    const begins = changed.recording && (isFirst || !found.recording)
    const next = begins ? { ...changed, markAgainAt: deps.clock() + MARKED_AGAIN_AFTER } : changed
    if (!(await deps.changes.save(next))) return AGAIN
    return { log: { ...next, version: next.version + 1 }, begins }
  })
