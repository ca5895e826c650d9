/** Webhooks as our interface takes and shows them; the secret is shown once. */

import type { InferInput } from 'valibot'
import { toIso } from '#domain/kernel/time.ts'
import { WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

const url = () => string({ min: 1, max: 2_000 })
const events = () => list(enumeration(WEBHOOK_EVENT_TYPES), { min: 1, max: WEBHOOK_EVENT_TYPES.length })
const description = () => nullable(optional(string({ max: 500 })))

/** Without `events` it gets all of them. */
export const createWebhookBody = object({
  url: url(),
  events: nullable(optional(events())),
  description: description(),
})

export const changeWebhookBody = object({
  url: optional(url()),
  events: nullable(optional(events())),
  description: description(),
  is_active: optional(boolean()),
})

const fields = {
  webhook_id: uuid(),
  url: string(),
  events: nullable(list(enumeration(WEBHOOK_EVENT_TYPES))),
  description: nullable(string()),
  is_active: boolean(),
  disabled_reason: nullable(enumeration(['gone', 'failing'])),
  failing_since: nullable(datetime()),
  old_secret_until: nullable(datetime()),
  inserted_at: datetime(),
}

export const webhookRecord = object(fields)

/** `secret` is null in a replay. */
export const createdWebhookRecord = object({ ...fields, secret: nullable(string()) })

/** The webhook without its secrets. `old_secret_until` says until when the previous secret signs too; null when it does not. */
export const toWebhookRecord = (webhook: Webhook): InferInput<typeof webhookRecord> => ({
  webhook_id: webhook.webhookId,
  url: webhook.url,
  events: webhook.events === null ? null : [...webhook.events],
  description: webhook.description,
  is_active: webhook.isActive,
  disabled_reason: webhook.disabledReason,
  failing_since: instant(webhook.failingSince),
  old_secret_until: instant(webhook.secrets.find(({ until }) => until !== null)?.until ?? null),
  inserted_at: toIso(webhook.insertedAt),
})

const instant = (at: number | null): string | null => (at === null ? null : toIso(at))
