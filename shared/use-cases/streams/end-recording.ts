/** Ends the recording of changes for a user who has no webhook, and has not followed them for long. */

import { isFollowed, record } from '#domain/streams/change-log.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import type { WebhookStore } from '#ports/webhooks/webhook-store.ts'
import { changeStored } from '../kernel/retry-on-conflict.ts'
import { type MarkSubscribersDeps, markSubscribers } from '../webhooks/mark-subscribers.ts'
import { noteRecording } from './note-recording.ts'

export interface EndRecordingDeps extends MarkSubscribersDeps {
  readonly changes: Pick<ChangeStore, 'log' | 'save'>
  readonly webhooks: Pick<WebhookStore, 'list'>
}

/** Does nothing where somebody follows. */
export const endRecording = async (deps: EndRecordingDeps, userId: string): Promise<void> => {
  const hasWebhooks = (await deps.webhooks.list(userId)).length > 0
  const log = await changeStored(
    `the changes of ${userId}`,
    { read: () => deps.changes.log(userId), save: (next) => deps.changes.save(next) },
    (found) => {
      if (isFollowed(found, deps.clock())) return found
      if (hasWebhooks) return found.followedUntil === null ? found : { ...found, followedUntil: null }
      return found.recording || found.followedUntil !== null
        ? { ...found, recording: false, followedUntil: null, markAgainAt: null }
        : found
    },
  )
  if (hasWebhooks || log?.recording === true) return
  await markSubscribers(deps, userId, false)
  // Somebody may have begun meanwhile, and found the marks that are now gone.
  const [webhooks, now] = await Promise.all([deps.webhooks.list(userId), deps.changes.log(userId)])
  if (webhooks.length > 0) await noteRecording(deps, userId, record)
  if (webhooks.length > 0 || now?.recording === true) await markSubscribers(deps, userId, true)
}
