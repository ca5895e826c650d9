/** GET /v1/webhooks */

import { list } from '#contract/validation/fields/list.ts'
import { toWebhookRecord, webhookRecord } from '#contract/webhooks/webhook-record.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { frame, webhooks } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-webhooks',
    method: 'GET',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'List your webhooks',
    scope: 'read',
    request: {},
    reply: { status: 200, schema: list(webhookRecord) },
    uses: { table: 'read' },
    ifBroken: 'Users cannot list their webhooks. Look at the log of list-webhooks.',
  },
  () => ({ ...frame(), webhooks: webhooks() }),
  async (deps, { caller }) => {
    const found = await deps.webhooks.list(caller.userId)
    return found.map(toWebhookRecord)
  },
)
