/** POST /v1/webhooks/{webhook_id}/test */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { deliveryRecord, toDeliveryRecord } from '#contract/webhooks/delivery-record.ts'
import { quotaRefusal } from '#domain/accounts/quotas.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { findTest, sendTest } from '#use-cases/webhooks/manage-deliveries.ts'
import { deliveries, frame, outbox, queues, quotas, webhooks } from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'send-test-webhook',
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/test',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description: 'Sends a `webhook.test` to this webhook, whatever its `events` are. The deliveries show the result.',
    scope: 'admin',
    request: { path: object({ webhook_id: uuid() }) },
    reply: { status: 202, schema: deliveryRecord, write: toDeliveryRecord },
    refusals: [
      NOT_FOUND,
      { status: 409, code: 'webhook_disabled', when: 'the webhook is turned off' },
      quotaRefusal('test_events_per_hour'),
      quotaRefusal('deliveries_in_flight'),
    ],
    uses: { table: 'write', sends: ['deliver-webhook'] },
    ifBroken: 'Users cannot test their webhooks. Look at the log of send-test-webhook.',
  },
  () => ({
    ...frame(),
    webhooks: webhooks(),
    outbox: outbox(),
    deliveries: deliveries(),
    queues: queues(),
    quotas: quotas(),
  }),
  (deps, { path, caller, newId }) => sendTest(deps, caller.userId, path.webhook_id, newId),
  (deps, { path, caller, newId }) => findTest(deps, caller.userId, path.webhook_id, newId),
)
