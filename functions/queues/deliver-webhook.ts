/** When something became of an object that webhooks listen to, or a delivery is to be tried again. */

import { object, string, union } from 'valibot'
import { toWebhookPayload } from '#contract/webhooks/payload.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { consumer } from '#lambda/consumer.ts'
import { deliverEvents, deliverTo } from '#use-cases/webhooks/deliver-webhooks.ts'
import { clock, deliveries, log, openWebhookSecrets, outbox, queues, webhookSender, webhooks } from '../runtime.ts'

/** What an attempt may take, and storing what became of it. */
const FOR_ONE_ATTEMPT = 15 * SECOND

export const handler = consumer(
  {
    name: 'deliver-webhook',
    queue: 'deliver-webhook',
    message: union([object({ webhookId: string(), objectId: string() }), object({ objectId: string() })]),
    batchSize: 10,
    timeoutS: 60,
    uses: { table: 'write', sends: ['deliver-webhook'], vault: ['open'], webhooks: true },
    ifBroken:
      'Webhooks are not told what becomes of orders, or late. Look at the log of deliver-webhook; receivers that fail are no reason.',
  },
  () => ({
    webhooks: webhooks(),
    outbox: outbox(),
    deliveries: deliveries(),
    sender: webhookSender(),
    openSecrets: openWebhookSecrets(),
    queues: queues(),
    clock,
    log,
  }),
  (deps, message, time) => {
    const deliver = { ...deps, payloadOf: toWebhookPayload }
    const until = deps.clock() + time.remainingMs - FOR_ONE_ATTEMPT
    return 'webhookId' in message
      ? deliverTo(deliver, message.webhookId, message.objectId, until)
      : deliverEvents(deliver, message.objectId, until)
  },
)
