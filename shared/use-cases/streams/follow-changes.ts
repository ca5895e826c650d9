/** Notes that somebody follows the changes of a user. From the first time on they are recorded. */

import { type ChangeLog, follow, newChangeLog } from '#domain/streams/change-log.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type MarkSubscribersDeps, markSubscribers } from '../webhooks/mark-subscribers.ts'

export interface FollowChangesDeps extends MarkSubscribersDeps {
  readonly changes: Pick<ChangeStore, 'log' | 'save'>
}

/** The log as it then is. `change` is stored with it. */
export const followChanges = async (
  deps: FollowChangesDeps,
  userId: string,
  change: (log: ChangeLog) => ChangeLog = (log) => log,
): Promise<ChangeLog> => {
  const { log, isNew } = await retryOnConflict(`the changes of ${userId}`, async () => {
    const found = (await deps.changes.log(userId)) ?? newChangeLog(userId)
    const next = change(follow(found, deps.clock()))
    if (next === found) return { log: found, isNew: false }
    if (!(await deps.changes.save(next))) return AGAIN
    return { log: { ...next, version: next.version + 1 }, isNew: !found.recording }
  })
  // After the log says so: whoever takes marks away looks at it once more when he has done so.
  if (isNew) await markSubscribers(deps, userId, true)
  return log
}
