/** PATCH /v1/webhooks/{webhook_id} */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { changeWebhookBody, toWebhookRecord, webhookRecord } from '#contract/webhooks/webhook-record.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { changeWebhook } from '#use-cases/webhooks/manage-webhooks.ts'
import { frame, loopbackAllowed, vault, webhooks } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'change-webhook',
    method: 'PATCH',
    path: '/v1/webhooks/{webhook_id}',
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description:
      'Absent fields stay as they are. Null for `events` means all events. `is_active` true turns a webhook on again after its failures turned it off. A chat can become another chat with the `kind` and the `url` of that. A webhook of kind `standard` stays one.',
    scope: 'admin',
    hideInput: true,
    request: { path: object({ webhook_id: uuid() }), body: changeWebhookBody },
    reply: { status: 200, schema: webhookRecord, write: toWebhookRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'write', vault: ['seal'], webhooks: true },
    ifBroken: 'Users cannot change their webhooks. Look at the log of change-webhook.',
  },
  () => ({ ...frame(), webhooks: webhooks(), vault: vault(), loopbackAllowed: loopbackAllowed() }),
  (deps, { path, body, caller }) => {
    const { kind, url, events, description, is_active: isActive } = body
    return changeWebhook(deps, caller.userId, path.webhook_id, { kind, url, events, description, isActive })
  },
)
