/** Notes that a client follows the changes of a user. They are recorded from the first time on. */

import { type ChangeLog, follow } from '#domain/streams/change-log.ts'
import { type MarkSubscribersDeps, markSubscribers } from './mark-subscribers.ts'
import { type MarkRecordingDeps, markRecording } from './note-recording.ts'

export interface FollowChangesDeps extends MarkSubscribersDeps, MarkRecordingDeps {}

/** The log as it then is. `change` is stored with it. */
export const followChanges = async (
  deps: FollowChangesDeps,
  userId: string,
  change: (log: ChangeLog) => ChangeLog = (log) => log,
): Promise<ChangeLog> => {
  const { log, begins } = await markRecording(deps, userId, (found) => change(follow(found, deps.clock())))
  // After the log says so: a run that takes marks away looks at it once more when it has done so.
  if (begins) await markSubscribers(deps, userId, true)
  return log
}
