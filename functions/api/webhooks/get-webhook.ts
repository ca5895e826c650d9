/** GET /v1/webhooks/{webhook_id} */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { toWebhookRecord, webhookRecord } from '#contract/webhooks/webhook-record.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { getWebhook } from '#use-cases/webhooks/manage-webhooks.ts'
import { frame, webhooks } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-webhook',
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}',
    tag: 'Webhooks',
    summary: 'Get one webhook',
    scope: 'read',
    request: { path: object({ webhook_id: uuid() }) },
    reply: { status: 200, schema: webhookRecord, write: toWebhookRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'read' },
    ifBroken: 'Users cannot read their webhooks. Look at the log of get-webhook.',
  },
  () => ({ ...frame(), webhooks: webhooks() }),
  (deps, { path, caller }) => getWebhook(deps, caller.userId, path.webhook_id),
)
