/** A delivery to a webhook as our interface shows it. */

import { DELIVERY_STATUSES, type Delivery, type DeliveryAttempt } from '#domain/webhooks/delivery.ts'
import { sentEventId, WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import { nextCursor } from '../kernel/lists/list-cursor.ts'
import { instant, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

const attempt = recordOf<[DeliveryAttempt]>()({
  attempted_at: instant(({ at }) => at),
  duration_ms: [integer(), ({ durationMs }) => durationMs],
  response_status: [nullable(integer()), ({ status }) => status],
  error: [nullable(string()), ({ error }) => error],
  response_body: [string(), ({ response }) => response],
})

/**
 * The delivery with all its attempts. `event_id` is what the receiver finds in the header `webhook-id`; `next_attempt_at` is null when no
 * further attempt follows.
 */
export const { schema: deliveryRecord, write: toDeliveryRecord } = recordOf<[Delivery]>()({
  delivery_id: [uuid(), (delivery) => delivery.deliveryId],
  webhook_id: [uuid(), (delivery) => delivery.webhookId],
  event_id: [uuid(), sentEventId],
  type: [enumeration(WEBHOOK_EVENT_TYPES), (delivery) => delivery.type],
  object_id: [uuid(), (delivery) => delivery.objectId],
  sequence: [integer(), (delivery) => delivery.sequence],
  occurred_at: instant((delivery) => delivery.at),
  status: [enumeration(DELIVERY_STATUSES), (delivery) => delivery.status],
  attempts: [list(attempt.schema), (delivery) => delivery.attempts.map(attempt.write)],
  next_attempt_at: instantOrNull((delivery) => delivery.nextAt),
})

export const deliveryList = object({
  deliveries: list(deliveryRecord),
  count: integer(),
  as_of: datetime(),
  has_more: boolean(),
  ...nextCursor,
})
