/** A webhook: an address that is told what becomes of a user's orders, signed with its secret. */

import { DAY, type Millis } from '../kernel/time.ts'
import type { WebhookEventType } from './event.ts'

/** A secret as it is kept. Every message is signed with each one that is not over. */
export interface SealedSecret {
  readonly sealed: string
  /** Null for the newest one. */
  readonly until: Millis | null
}

export interface Webhook {
  readonly webhookId: string
  readonly userId: string
  readonly url: string
  /** Null: all. */
  readonly events: readonly WebhookEventType[] | null
  readonly description: string | null
  readonly insertedAt: Millis
  /** Newest first. */
  readonly secrets: readonly SealedSecret[]
  readonly isActive: boolean
  /** Why it was turned off without the user's doing. */
  readonly disabledReason: DisabledReason | null
  /** When the first of the failures came since the last success; null while all is well. */
  readonly failingSince: Millis | null
  readonly version: number
}

export type DisabledReason = 'gone' | 'failing'

/** How many webhooks a user may have: every event is sent to each. */
export const MOST_WEBHOOKS = 10

/** How long the secret before still signs, so that a receiver can change over without losing a message. */
export const SECRET_OVERLAP = DAY

/** Failing for this long, it is turned off. */
const FAILING_FOR = 5 * DAY

export const newWebhook = (
  request: Pick<Webhook, 'webhookId' | 'userId' | 'url' | 'events' | 'description'> & { readonly sealed: string },
  now: Millis,
): Webhook => {
  const { sealed, ...asked } = request
  return {
    ...asked,
    insertedAt: now,
    secrets: [{ sealed, until: null }],
    isActive: true,
    disabledReason: null,
    failingSince: null,
    version: 0,
  }
}

export const wantsEvent = (webhook: Webhook, type: WebhookEventType): boolean =>
  webhook.isActive && (webhook.events === null || webhook.events.includes(type))

/** The secrets that sign now. */
export const signingSecrets = (webhook: Webhook, now: Millis): readonly SealedSecret[] =>
  webhook.secrets.filter(({ until }) => until === null || until > now)

/** A new secret; the one before signs too until the overlap is over, older ones no more. */
export const rotate = (webhook: Webhook, sealed: string, now: Millis): Webhook => ({
  ...webhook,
  secrets: [
    { sealed, until: null },
    ...webhook.secrets.slice(0, 1).map((before) => ({ sealed: before.sealed, until: now + SECRET_OVERLAP })),
  ],
})

/** Turned on or off by its user; on again, it starts with a clean record. */
export const switchTo = (webhook: Webhook, isActive: boolean): Webhook =>
  webhook.isActive === isActive ? webhook : { ...webhook, isActive, disabledReason: null, failingSince: null }

/** The same object when nothing has to be stored. */
export const noteSuccess = (webhook: Webhook): Webhook =>
  webhook.failingSince === null ? webhook : { ...webhook, failingSince: null }

/** 410 says that nobody will ever listen there again; days of failures say the same. */
export const noteFailure = (webhook: Webhook, status: number | null, now: Millis): Webhook => {
  if (!webhook.isActive) return webhook
  const failingSince = webhook.failingSince ?? now
  if (status === 410) return { ...webhook, failingSince, isActive: false, disabledReason: 'gone' }
  if (now - failingSince >= FAILING_FOR) return { ...webhook, failingSince, isActive: false, disabledReason: 'failing' }
  return webhook.failingSince === null ? { ...webhook, failingSince } : webhook
}

/** A new secret in the form of Standard Webhooks: 256 random bits. */
export const newWebhookSecret = (random: (bytes: number) => Uint8Array): string =>
  `whsec_${Buffer.from(random(32)).toString('base64')}`
