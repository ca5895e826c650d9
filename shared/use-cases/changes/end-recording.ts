/** Ends the recording of changes for a user without webhooks who has not followed them for long. */

import { MINUTE } from '#domain/kernel/time.ts'
import { type ChangeLog, isFollowed, record } from '#domain/streams/change-log.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import type { WebhookStore } from '#ports/webhooks/webhook-store.ts'
import { changeRecording } from './change-recording.ts'
import { type MarkSubscribersDeps, markSubscribers } from './mark-subscribers.ts'
import { markRecording } from './note-recording.ts'

export interface EndRecordingDeps extends MarkSubscribersDeps {
  readonly changes: Pick<ChangeStore, 'log' | 'save'>
  readonly webhooks: Pick<WebhookStore, 'list'>
}

/** A run that has not ended by then has died: the sweeper begins another one. */
const ENDED_WITHIN = MINUTE

/** Does nothing while a client follows. */
export const endRecording = async (deps: EndRecordingDeps, userId: string): Promise<void> => {
  if ((await deps.webhooks.list(userId)).length > 0) return continueForWebhooks(deps, userId)
  const log = await changeRecording(deps, userId, (found) => {
    if (!found.recording && found.followedUntil === null) return found
    if (found.recording && isFollowed(found, deps.clock())) return found
    return { ...found, recording: false, followedUntil: deps.clock() + ENDED_WITHIN, markAgainAt: null }
  })
  if (log?.recording === true) return
  await markSubscribers(deps, userId, false)
  // A client may have begun meanwhile, and found the marks that are now gone.
  const [webhooks, now] = await Promise.all([deps.webhooks.list(userId), deps.changes.log(userId)])
  if (webhooks.length > 0) await markRecording(deps, userId, record)
  if (webhooks.length > 0 || now?.recording === true) await markSubscribers(deps, userId, true)
  await changeRecording(deps, userId, (found) => (found.recording ? found : withoutEnd(found)))
}

/** Also where a run that had not seen them has ended the recording, and died. */
const continueForWebhooks = async (deps: EndRecordingDeps, userId: string): Promise<void> => {
  const { begins } = await markRecording(deps, userId, (found) =>
    found.version === 0 || (found.recording && isFollowed(found, deps.clock())) ? found : withoutEnd(record(found)),
  )
  if (begins) await markSubscribers(deps, userId, true)
}

/** The same object if no end is set. */
const withoutEnd = (log: ChangeLog): ChangeLog => (log.followedUntil === null ? log : { ...log, followedUntil: null })
