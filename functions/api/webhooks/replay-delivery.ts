/** POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { deliveryRecord, toDeliveryRecord } from '#contract/webhooks/delivery-record.ts'
import { quotaRefusal } from '#domain/accounts/quotas.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { findReplay, replayDelivery } from '#use-cases/webhooks/manage-deliveries.ts'
import { deliveries, frame, outbox, queues, quotas, webhooks } from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'replay-delivery',
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
    tag: 'Webhooks',
    summary: 'Send a delivery again',
    description:
      'The delivery is sent at once, with the same `webhook-id` and with all its retries. Later events do not wait for it.',
    scope: 'admin',
    request: { path: object({ webhook_id: uuid(), delivery_id: uuid() }) },
    reply: { status: 202, schema: deliveryRecord, write: toDeliveryRecord },
    refusals: [
      NOT_FOUND,
      { status: 409, code: 'webhook_disabled', when: 'the webhook is turned off' },
      quotaRefusal('deliveries_in_flight'),
    ],
    uses: { table: 'write', sends: ['deliver-webhook'] },
    ifBroken: 'Users cannot repeat deliveries to their webhooks. Look at the log of replay-delivery.',
  },
  () => ({
    ...frame(),
    webhooks: webhooks(),
    outbox: outbox(),
    deliveries: deliveries(),
    queues: queues(),
    quotas: quotas(),
  }),
  (deps, { path, caller, newId }) => replayDelivery(deps, caller.userId, path.webhook_id, path.delivery_id, newId),
  (deps, { path, caller, newId }) => findReplay(deps, caller.userId, path.webhook_id, path.delivery_id, newId),
)
