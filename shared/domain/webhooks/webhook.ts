/** A webhook: a URL that receives the events of a user's orders, signed with its secret. */

import { DAY, MINUTE, type Millis, SECOND } from '../kernel/time.ts'
import type { DeliveryAttempt } from './delivery.ts'
import type { WebhookEvent, WebhookEventType } from './event.ts'
import { eventLine } from './event-line.ts'
import { isChat, type WebhookKind } from './webhook-kind.ts'

/** A stored secret. Every message is signed with each one that has not ended. */
export interface SealedSecret {
  readonly sealed: string
  /** Null for the newest one. */
  readonly until: Millis | null
}

export interface Webhook {
  readonly webhookId: string
  readonly userId: string
  readonly kind: WebhookKind
  /** The address, masked for a chat. */
  readonly url: string
  /** Null: all. */
  readonly events: readonly WebhookEventType[] | null
  readonly description: string | null
  readonly insertedAt: Millis
  /** The request that gave it its newest secret; null for the first one. */
  readonly rotationId: string | null
  /** Newest first. A chat has one: its address, which is where its messages go. */
  readonly secrets: readonly SealedSecret[]
  readonly isActive: boolean
  /** Why the service turned it off; null when it did not. */
  readonly disabledReason: DisabledReason | null
  /** The first failure since the last success; null while deliveries succeed. */
  readonly failingSince: Millis | null
  /** Its receiver kept a message waiting, or took none for a while: before this instant it gets no further one. */
  readonly restsUntil: Millis | null
  readonly version: number
}

export type DisabledReason = 'gone' | 'failing'

/** How long the previous secret still signs, so that a receiver can switch without losing a message. */
export const SECRET_OVERLAP = DAY

/** A webhook that fails for this long is turned off. */
const FAILING_FOR = 5 * DAY

/** A receiver that fails after this time has kept others waiting. */
const KEPT_WAITING = SECOND

/**
 * A receiver that accepts nothing for so long, new messages included, rests too, however quickly it fails: each try
 * costs as much as a message that arrives. If only retries of one message fail, it may accept others.
 */
const TAKES_NOTHING = MINUTE

/** Bounds of its rest, which is a tenth of the time it has been failing. */
const SHORTEST_REST = 5 * SECOND
const LONGEST_REST = MINUTE

/** A new, active webhook. */
export const newWebhook = (
  request: Pick<Webhook, 'webhookId' | 'userId' | 'url' | 'events' | 'description'> & {
    readonly kind?: WebhookKind
    readonly sealed: string
  },
  now: Millis,
): Webhook => {
  const { sealed, kind = 'standard', ...asked } = request
  return {
    ...asked,
    kind,
    insertedAt: now,
    rotationId: null,
    secrets: [{ sealed, until: null }],
    isActive: true,
    disabledReason: null,
    failingSince: null,
    restsUntil: null,
    version: 0,
  }
}

/** True if it is active and subscribes to events of that type. A chat gets no event without a line, and `order.created` only if it is named. */
export const wantsEvent = (webhook: Webhook, event: WebhookEvent): boolean => {
  if (!webhook.isActive || !(webhook.events?.includes(event.type) ?? true)) return false
  if (!isChat(webhook.kind)) return true
  return (webhook.events !== null || event.type !== 'order.created') && eventLine(event) !== null
}

/** The secrets that sign now. */
export const signingSecrets = (webhook: Webhook, now: Millis): readonly SealedSecret[] =>
  webhook.secrets.filter(({ until }) => until === null || until > now)

/** Adds a new secret. The previous one signs too until the overlap ends; older ones do not. */
export const rotate = (
  webhook: Webhook,
  { sealed, rotationId }: { readonly sealed: string; readonly rotationId: string },
  now: Millis,
): Webhook => ({
  ...webhook,
  rotationId,
  secrets: [
    { sealed, until: null },
    ...webhook.secrets.slice(0, 1).map((before) => ({ sealed: before.sealed, until: now + SECRET_OVERLAP })),
  ],
})

/** Turned on or off by its user. Turned on, it starts without failures. */
export const switchTo = (webhook: Webhook, isActive: boolean): Webhook =>
  webhook.isActive === isActive
    ? webhook
    : { ...webhook, isActive, disabledReason: null, failingSince: null, restsUntil: null }

/** At another address nothing has failed yet. */
export const moveTo = (webhook: Webhook, url: string): Webhook =>
  webhook.url === url ? webhook : { ...webhook, url, failingSince: null, restsUntil: null }

/** The chat at another address. */
export const moveChat = (
  webhook: Webhook,
  { kind, url, sealed }: Pick<Webhook, 'kind' | 'url'> & { readonly sealed: string },
): Webhook => ({ ...webhook, kind, url, secrets: [{ sealed, until: null }], failingSince: null, restsUntil: null })

/** Returns whether messages to both have the same receiver. */
export const isSameReceiver = (one: Webhook, other: Webhook): boolean =>
  one.url === other.url && (!isChat(one.kind) || one.secrets[0]?.sealed === other.secrets[0]?.sealed)

/** A delivery succeeded; the same object when nothing has to be stored. */
export const recordSuccess = (webhook: Webhook): Webhook =>
  webhook.failingSince === null ? webhook : { ...webhook, failingSince: null, restsUntil: null }

/**
 * An attempt has failed. 410, or days of failures, turn the webhook off. A slow failure gives its receiver a rest, and so does a new message
 * (`isNew`) that fails after a minute of failures.
 */
export const recordFailure = (
  webhook: Webhook,
  { status, durationMs, isNew }: Pick<DeliveryAttempt, 'status' | 'durationMs'> & { readonly isNew: boolean },
  now: Millis,
): Webhook => {
  if (!webhook.isActive) return webhook
  const failingSince = webhook.failingSince ?? now
  if (status === 410) return { ...webhook, failingSince, isActive: false, disabledReason: 'gone' }
  const failingFor = now - failingSince
  if (failingFor >= FAILING_FOR) return { ...webhook, failingSince, isActive: false, disabledReason: 'failing' }
  if (durationMs >= KEPT_WAITING || (isNew && failingFor >= TAKES_NOTHING))
    return { ...webhook, failingSince, restsUntil: now + restAfter(failingFor) }
  return webhook.failingSince === null ? { ...webhook, failingSince } : webhook
}

const restAfter = (failingForMs: number): Millis =>
  Math.min(LONGEST_REST, Math.max(SHORTEST_REST, Math.ceil(failingForMs / 10)))

/** A new secret in the form of Standard Webhooks: 256 random bits. */
export const newWebhookSecret = (random: (bytes: number) => Uint8Array): string =>
  `whsec_${Buffer.from(random(32)).toString('base64')}`
