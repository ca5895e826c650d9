/** Sends due deliveries to a receiver: one message, one object and receiver, in one of the receiver's slots. */

import { object, string } from 'valibot'
import { toWebhookPayload } from '#contract/webhooks/payload.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { consumer } from '#lambda/consumer.ts'
import { attemptDeliveries } from '#use-cases/webhooks/attempt-deliveries.ts'
import { clock, deliveries, log, openWebhookSecrets, outbox, queues, webhookSender, webhooks } from '../runtime.ts'

/** Longest time of one attempt and of storing its result. */
const FOR_ONE_ATTEMPT = 15 * SECOND

export const handler = consumer(
  {
    name: 'attempt-delivery',
    queue: 'attempt-delivery',
    // A group is a slot of a receiver: a receiver that does not answer blocks its own slots only.
    fifo: true,
    message: object({ webhookId: string(), objectId: string() }),
    // A batch may hold messages of several groups, and a slow one would delay them all.
    batchSize: 1,
    // More than twice the slots of all receivers of a user.
    atOnce: 100,
    timeoutS: 60,
    uses: { table: 'write', sends: ['deliver-webhook'], vault: ['open'], webhooks: true },
    ifBroken:
      'Webhooks receive no events, or receive them late. Look at the log of attempt-delivery; failing receivers are not the cause.',
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
  (deps, { webhookId, objectId }, time) => {
    const until = deps.clock() + time.remainingMs - FOR_ONE_ATTEMPT
    return attemptDeliveries({ ...deps, payloadOf: toWebhookPayload }, webhookId, objectId, until)
  },
)
