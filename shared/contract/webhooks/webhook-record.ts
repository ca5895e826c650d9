/** Webhooks as our interface takes and shows them; the secret is shown once. */

import type { InferInput } from 'valibot'
import { WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import { WEBHOOK_KINDS } from '#domain/webhooks/webhook-kind.ts'
import { instant, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { withDefault } from '../validation/fields/with-default.ts'

export const DISABLED_REASONS = ['gone', 'failing'] as const

const url = () => string({ min: 1, max: 2_000 })
const events = () => list(enumeration(WEBHOOK_EVENT_TYPES), { min: 1, max: WEBHOOK_EVENT_TYPES.length })
const description = () => nullable(optional(string({ max: 500 })))

/** Without `events` it gets all of them. */
export const createWebhookBody = object({
  kind: withDefault(enumeration(WEBHOOK_KINDS), 'standard'),
  url: url(),
  events: nullable(optional(events())),
  description: description(),
})

export const changeWebhookBody = object({
  kind: optional(enumeration(WEBHOOK_KINDS)),
  url: optional(url()),
  events: nullable(optional(events())),
  description: description(),
  is_active: optional(boolean()),
})

/** The webhook without its secrets. `old_secret_until` says until when the previous secret signs too; null when it does not. */
export const { schema: webhookRecord, write: toWebhookRecord } = recordOf<[Webhook]>()({
  webhook_id: [uuid(), (webhook) => webhook.webhookId],
  kind: [enumeration(WEBHOOK_KINDS), (webhook) => webhook.kind],
  url: [string(), (webhook) => webhook.url],
  events: [
    nullable(list(enumeration(WEBHOOK_EVENT_TYPES))),
    (webhook) => (webhook.events === null ? null : [...webhook.events]),
  ],
  description: [nullable(string()), (webhook) => webhook.description],
  is_active: [boolean(), (webhook) => webhook.isActive],
  disabled_reason: [nullable(enumeration(DISABLED_REASONS)), (webhook) => webhook.disabledReason],
  failing_since: instantOrNull((webhook) => webhook.failingSince),
  old_secret_until: instantOrNull(({ secrets }) => secrets.find(({ until }) => until !== null)?.until ?? null),
  inserted_at: instant((webhook) => webhook.insertedAt),
})

/** `secret` is null in a replay, and for a chat. */
export const createdWebhookRecord = object({ ...webhookRecord.entries, secret: nullable(string()) })

/** The webhook as it is shown with a new secret. */
export const toCreatedWebhookRecord = (
  webhook: Webhook,
  secret: string | null,
): InferInput<typeof createdWebhookRecord> => ({ ...toWebhookRecord(webhook), secret })
