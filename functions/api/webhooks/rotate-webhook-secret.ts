/** POST /v1/webhooks/{webhook_id}/rotate-secret */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { createdWebhookRecord, toCreatedWebhookRecord } from '#contract/webhooks/webhook-record.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { findRotation, rotateWebhookSecret } from '#use-cases/webhooks/manage-webhooks.ts'
import { frame, loopbackAllowed, vault, webhooks } from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'rotate-webhook-secret',
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/rotate-secret',
    tag: 'Webhooks',
    summary: 'Give a webhook a new secret',
    description:
      'For 24 hours every message is also signed with the old secret, so the receiver can switch without losing a message. `secret` is shown this once: where the answer is lost, a repeat with the same `Idempotency-Key` gives no other one, and has it null.',
    scope: 'admin',
    request: { path: object({ webhook_id: uuid() }) },
    reply: { status: 200, schema: createdWebhookRecord },
    refusals: [
      NOT_FOUND,
      { status: 409, code: 'no_secret', when: 'the webhook is a chat, whose messages are not signed' },
    ],
    secretFields: ['secret'],
    uses: { table: 'write', vault: ['seal'], webhooks: true },
    ifBroken: 'Users cannot change the secrets of their webhooks. Look at the log of rotate-webhook-secret.',
  },
  () => ({ ...frame(), webhooks: webhooks(), vault: vault(), loopbackAllowed: loopbackAllowed() }),
  async (deps, { path, caller, newId }) => {
    const rotated = await rotateWebhookSecret(deps, caller.userId, path.webhook_id, newId)
    if (isProblem(rotated)) return rotated
    return toCreatedWebhookRecord(rotated.webhook, rotated.secret)
  },
  async (deps, { path, caller, newId }) => {
    const found = await findRotation(deps, caller.userId, path.webhook_id, newId)
    return found === null ? null : toCreatedWebhookRecord(found, null)
  },
)
