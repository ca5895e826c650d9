/** POST /v1/webhooks */

import { createdWebhookRecord, createWebhookBody, toCreatedWebhookRecord } from '#contract/webhooks/webhook-record.ts'
import { quotaRefusal } from '#domain/accounts/quotas.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { createWebhook } from '#use-cases/webhooks/manage-webhooks.ts'
import {
  changes,
  complexOrders,
  frame,
  loopbackAllowed,
  orders,
  quotas,
  subaccounts,
  vault,
  webhooks,
} from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'create-webhook',
    method: 'POST',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'From now on the address receives every change of your orders, signed as Standard Webhooks describes. A webhook of kind `discord`, `slack` or `telegram` receives a readable line for each fill, end of an order, fired stop and settlement instead; `url` is its secret, and is shown without its path. `secret` is shown this once; a replayed request shows it as null.',
    scope: 'admin',
    request: { body: createWebhookBody },
    reply: { status: 201, schema: createdWebhookRecord },
    refusals: [quotaRefusal('webhooks')],
    hideInput: true,
    secretFields: ['secret'],
    timeoutS: 29,
    uses: { table: 'write', alsoWrites: ['remove', 'bulk'], vault: ['seal'], webhooks: true },
    ifBroken: 'Users cannot create webhooks. Look at the log of create-webhook and at the KMS key.',
  },
  () => ({
    ...frame(),
    webhooks: webhooks(),
    subaccounts: subaccounts(),
    orders: orders(),
    complexOrders: complexOrders(),
    changes: changes(),
    vault: vault(),
    loopbackAllowed: loopbackAllowed(),
    quotas: quotas(),
  }),
  async (deps, { body, caller, newId }) => {
    const { kind, url, events = null, description = null } = body
    const requested = { webhookId: newId, userId: caller.userId, kind, url, events, description }
    const created = await createWebhook(deps, requested)
    if (isProblem(created)) return created
    return toCreatedWebhookRecord(created.webhook, created.secret)
  },
  async (deps, { caller, newId }) => {
    const found = await deps.webhooks.get(caller.userId, newId)
    return found === null ? null : toCreatedWebhookRecord(found, null)
  },
)
