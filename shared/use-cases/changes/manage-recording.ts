/**
 * Does the due work for the recording of a user's changes: marks objects that its beginning missed, and ends a
 * recording without clients.
 */

import { MARKED_AGAIN_AFTER } from '#domain/streams/change-log.ts'
import { changeRecording } from './change-recording.ts'
import { type EndRecordingDeps, endRecording } from './end-recording.ts'
import { markMissed } from './mark-subscribers.ts'

/** Does nothing where nothing is due. */
export const keepRecording = async (deps: EndRecordingDeps, userId: string): Promise<void> => {
  const log = await deps.changes.log(userId)
  const at = log?.markAgainAt ?? null
  if (at !== null && at <= deps.clock()) {
    await markMissed(deps, userId, at - MARKED_AGAIN_AFTER)
    await changeRecording(deps, userId, (found) => (found.markAgainAt === at ? { ...found, markAgainAt: null } : found))
  }
  await endRecording(deps, userId)
}
