/** DELETE /v1/webhooks/{webhook_id} */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { removeWebhook } from '#use-cases/webhooks/manage-webhooks.ts'
import { changes, complexOrders, frame, orders, subaccounts, webhooks } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'delete-webhook',
    method: 'DELETE',
    path: '/v1/webhooks/{webhook_id}',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'No more events are sent to it, including events that were still waiting.',
    scope: 'admin',
    request: { path: object({ webhook_id: uuid() }) },
    reply: { status: 204, schema: null },
    refusals: [NOT_FOUND],
    timeoutS: 29,
    uses: { table: 'write', alsoWrites: ['remove', 'bulk'] },
    ifBroken: 'Users cannot delete their webhooks. Look at the log of delete-webhook.',
  },
  () => ({
    ...frame(),
    webhooks: webhooks(),
    changes: changes(),
    subaccounts: subaccounts(),
    orders: orders(),
    complexOrders: complexOrders(),
  }),
  (deps, { path, caller }) => removeWebhook(deps, caller.userId, path.webhook_id),
)
