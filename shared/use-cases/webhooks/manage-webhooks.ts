/** Creates, lists, changes and removes the webhooks of a user, and gives them new secrets. */

import { overQuota, type QuotaLimits } from '#domain/accounts/quotas.ts'
import { notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import { record } from '#domain/streams/change-log.ts'
import { webhookUrlFault } from '#domain/webhooks/url.ts'
import {
  moveChat,
  moveTo,
  newWebhook,
  newWebhookSecret,
  rotate,
  switchTo,
  type Webhook,
} from '#domain/webhooks/webhook.ts'
import { chatAddressFault, isChat, maskedAddress, type WebhookKind } from '#domain/webhooks/webhook-kind.ts'
import type { Vault } from '#ports/accounts/vault.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { WebhookStore } from '#ports/webhooks/webhook-store.ts'
import { changeRecording } from '../changes/change-recording.ts'
import { type EndRecordingDeps, endRecording } from '../changes/end-recording.ts'
import { type MarkSubscribersDeps, markSubscribers } from '../changes/mark-subscribers.ts'
import { type MarkRecordingDeps, markRecording } from '../changes/note-recording.ts'
import { AGAIN, changeStored, retryOnConflict } from '../kernel/retry-on-conflict.ts'

export interface ReadWebhooksDeps {
  readonly webhooks: WebhookStore
}

export interface KeepWebhooksDeps extends ReadWebhooksDeps {
  /** True if they may point to this machine. */
  readonly loopbackAllowed: boolean
}

export type ChangeWebhookDeps = KeepWebhooksDeps & Pick<SealWebhooksDeps, 'vault'>

export interface CreateWebhookDeps extends SealWebhooksDeps, MarkSubscribersDeps, MarkRecordingDeps {
  readonly quotas: Pick<QuotaLimits, 'webhooks'>
}

export interface RemoveWebhookDeps extends EndRecordingDeps {
  readonly webhooks: WebhookStore
}

export interface SealWebhooksDeps extends KeepWebhooksDeps {
  readonly vault: Pick<Vault, 'seal'>
  readonly clock: Clock
  readonly ids: Pick<Ids, 'random'>
}

/** `secret` is shown this once. A chat has none to show. */
export interface WithSecret {
  readonly webhook: Webhook
  readonly secret: string | null
}

/** Creates it; 422 for a bad URL, 409 beyond the limit. The address of a chat is sealed in the place of a secret. */
export const createWebhook = async (
  deps: CreateWebhookDeps,
  requested: Pick<Webhook, 'webhookId' | 'userId' | 'kind' | 'url' | 'events' | 'description'>,
): Promise<WithSecret | Problem> => {
  const { webhookId, userId, kind, url } = requested
  const fault = addressFault(deps, kind, url)
  if (fault !== null) return badUrl(fault)
  const before = await deps.webhooks.list(userId)
  // Before it is stored: an unneeded mark does no harm, but a missing one would lose an event.
  if (before.length === 0) await beginRecording(deps, userId)
  if (before.length >= deps.quotas.webhooks) return overQuota('webhooks', deps.quotas.webhooks)
  const chat = isChat(kind)
  const secret = chat ? null : newWebhookSecret(deps.ids.random)
  const sealed = await deps.vault.seal(secret ?? url, { user: userId, webhook: webhookId })
  const webhook = newWebhook({ ...requested, url: chat ? maskedAddress(url) : url, sealed }, deps.clock())
  if (!(await deps.webhooks.create(webhook))) return CHANGED
  // A request that ended the recording meanwhile, with the last other webhook, has not seen this one. Later ones do.
  if ((await deps.changes.log(userId))?.recording !== true) await beginRecording(deps, userId)
  return { webhook, secret }
}

const beginRecording = async (deps: CreateWebhookDeps, userId: string): Promise<void> => {
  await markRecording(deps, userId, record)
  await markSubscribers(deps, userId, true)
}

/** The webhook, or 404. */
export const getWebhook = async (
  deps: ReadWebhooksDeps,
  userId: string,
  webhookId: string,
): Promise<Webhook | Problem> => (await deps.webhooks.get(userId, webhookId)) ?? notFound('Webhook')

/** Fields that are undefined stay as they are. */
export interface WebhookChange {
  readonly kind?: WebhookKind | undefined
  readonly url?: string | undefined
  readonly events?: Webhook['events'] | undefined
  readonly description?: string | null | undefined
  readonly isActive?: boolean | undefined
}

/** Changes it; 422 for a bad URL or kind, 404 when there is none. */
export const changeWebhook = async (
  deps: ChangeWebhookDeps,
  userId: string,
  webhookId: string,
  change: WebhookChange,
): Promise<Webhook | Problem> => {
  const before = await getWebhook(deps, userId, webhookId)
  if ('problem' in before) return before
  const kind = change.kind ?? before.kind
  const refused = refusedMove(deps, before, kind, change.url)
  if (refused !== null) return refused
  const { url } = change
  const sealed =
    url === undefined || !isChat(kind) ? null : await deps.vault.seal(url, { user: userId, webhook: webhookId })
  return updateWebhook(deps, userId, webhookId, (found) =>
    switchTo(
      {
        ...moved(found, kind, url, sealed),
        events: change.events === undefined ? found.events : change.events,
        description: change.description === undefined ? found.description : change.description,
      },
      change.isActive ?? found.isActive,
    ),
  )
}

/** Refuses an address that does not fit its kind, and a kind without its address. */
const refusedMove = (
  deps: KeepWebhooksDeps,
  before: Webhook,
  kind: WebhookKind,
  url: string | undefined,
): Problem | null => {
  if (isChat(kind) !== isChat(before.kind)) return problem(422, 'value_error', OTHER_SECRET, { loc: ['body', 'kind'] })
  if (kind !== before.kind && url === undefined) return badUrl('another kind needs its url')
  const fault = url === undefined ? null : addressFault(deps, kind, url)
  return fault === null ? null : badUrl(fault)
}

const moved = (found: Webhook, kind: WebhookKind, url: string | undefined, sealed: string | null): Webhook => {
  if (url === undefined) return found
  return sealed === null ? moveTo(found, url) : moveChat(found, { kind, url: maskedAddress(url), sealed })
}

const addressFault = (deps: KeepWebhooksDeps, kind: WebhookKind, url: string): string | null =>
  webhookUrlFault(url, deps.loopbackAllowed) ?? (isChat(kind) ? chatAddressFault(kind, url) : null)

/** Gives it a new secret, which is answered this once; 404 when there is none, 409 for a chat. `findRotation` finds it by `rotationId`. */
export const rotateWebhookSecret = async (
  deps: SealWebhooksDeps,
  userId: string,
  webhookId: string,
  rotationId: string,
): Promise<WithSecret | Problem> => {
  const before = await getWebhook(deps, userId, webhookId)
  if ('problem' in before) return before
  if (isChat(before.kind)) return NO_SECRET
  const secret = newWebhookSecret(deps.ids.random)
  const sealed = await deps.vault.seal(secret, { user: userId, webhook: webhookId })
  const webhook = await updateWebhook(deps, userId, webhookId, (found) =>
    rotate(found, { sealed, rotationId }, deps.clock()),
  )
  return 'problem' in webhook ? webhook : { webhook, secret }
}

/** The webhook, if that rotation is its last one; null otherwise. */
export const findRotation = async (
  deps: ReadWebhooksDeps,
  userId: string,
  webhookId: string,
  rotationId: string,
): Promise<Webhook | null> => {
  const found = await deps.webhooks.get(userId, webhookId)
  return found?.rotationId === rotationId ? found : null
}

/** Deletes it; 404 when there is none. */
export const removeWebhook = async (
  deps: RemoveWebhookDeps,
  userId: string,
  webhookId: string,
): Promise<null | Problem> => {
  const refused = await retryOnConflict(`webhook ${webhookId}`, async () => {
    const found = await deps.webhooks.get(userId, webhookId)
    if (found === null) return notFound('Webhook')
    if ((await deps.webhooks.list(userId)).length === 1) await recordEnd(deps, userId)
    return (await deps.webhooks.remove(found)) ? null : AGAIN
  })
  if (refused !== null) return refused
  await endRecording(deps, userId)
  return null
}

/**
 * Stores that recording is to end, before the last webhook is removed. If the run dies right after that, the sweeper
 * ends recording.
 */
const recordEnd = (deps: RemoveWebhookDeps, userId: string): Promise<unknown> =>
  changeRecording(deps, userId, (found) =>
    found.recording && found.followedUntil === null ? { ...found, followedUntil: deps.clock() } : found,
  )

/** The webhook as changed, or 404. `change` answers the same object when nothing is to be stored. */
export const updateWebhook = async (
  deps: ReadWebhooksDeps,
  userId: string,
  webhookId: string,
  change: (webhook: Webhook) => Webhook,
): Promise<Webhook | Problem> =>
  (await changeStored(
    `webhook ${webhookId}`,
    { read: () => deps.webhooks.get(userId, webhookId), save: (next) => deps.webhooks.save(next) },
    change,
  )) ?? notFound('Webhook')

const badUrl = (fault: string): Problem => problem(422, 'value_error', fault, { loc: ['body', 'url'] })

const OTHER_SECRET =
  'a webhook that signs its messages cannot become a chat, nor a chat such a webhook. Register another webhook'

const NO_SECRET = problem(
  409,
  'no_secret',
  'Messages to a chat are not signed: its address is the secret. Change url with PATCH /v1/webhooks/{webhook_id}.',
)

const CHANGED = problem(409, 'conflict', 'The webhook was changed at the same moment. Try again.')
