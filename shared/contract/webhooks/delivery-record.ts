/** A delivery to a webhook as our interface shows it. */

import type { InferInput } from 'valibot'
import { toIso } from '#domain/kernel/time.ts'
import { DELIVERY_STATUSES, type Delivery } from '#domain/webhooks/delivery.ts'
import { eventIdOf, WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

const attemptRecord = object({
  attempted_at: datetime(),
  duration_ms: integer(),
  response_status: nullable(integer()),
  error: nullable(string()),
  response_body: string(),
})

/** `event_id` is what the receiver finds in the header `webhook-id`. */
export const deliveryRecord = object({
  delivery_id: uuid(),
  webhook_id: uuid(),
  event_id: uuid(),
  type: enumeration(WEBHOOK_EVENT_TYPES),
  object_id: uuid(),
  sequence: integer(),
  occurred_at: datetime(),
  status: enumeration(DELIVERY_STATUSES),
  attempts: list(attemptRecord),
  next_attempt_at: nullable(datetime()),
})

export const deliveryList = object({ deliveries: list(deliveryRecord), count: integer(), has_more: boolean() })

/** The delivery with all its attempts. `next_attempt_at` is null when no further attempt follows. */
export const toDeliveryRecord = (delivery: Delivery): InferInput<typeof deliveryRecord> => ({
  delivery_id: delivery.deliveryId,
  webhook_id: delivery.webhookId,
  event_id: eventIdOf(delivery),
  type: delivery.type,
  object_id: delivery.objectId,
  sequence: delivery.sequence,
  occurred_at: toIso(delivery.at),
  status: delivery.status,
  attempts: delivery.attempts.map((attempt) => ({
    attempted_at: toIso(attempt.at),
    duration_ms: attempt.durationMs,
    response_status: attempt.status,
    error: attempt.error,
    response_body: attempt.response,
  })),
  next_attempt_at: delivery.nextAt === null ? null : toIso(delivery.nextAt),
})
