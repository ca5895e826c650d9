/** When something became of an object whose changes are recorded, or a delivery is to be tried again: it goes to the slots of its receivers. */

import { object, string, union } from 'valibot'
import { consumer } from '#lambda/consumer.ts'
import { addressEvents } from '#use-cases/webhooks/address-events.ts'
import { enqueueAttempt } from '#use-cases/work/enqueue.ts'
import { clock, deliveries, log, outbox, queues, recordChanges, webhooks } from '../runtime.ts'

export const handler = consumer(
  {
    name: 'deliver-webhook',
    queue: 'deliver-webhook',
    message: union([object({ webhookId: string(), objectId: string() }), object({ objectId: string() })]),
    batchSize: 10,
    timeoutS: 30,
    uses: { table: 'write', sends: ['attempt-delivery', 'deliver-webhook', 'push-changes'] },
    ifBroken:
      'Webhooks, streams and GET /v1/changes are not told what becomes of orders, or late. Look at the log of deliver-webhook.',
  },
  () => ({
    webhooks: webhooks(),
    outbox: outbox(),
    deliveries: deliveries(),
    recordChanges: recordChanges(),
    queues: queues(),
    clock,
    log,
  }),
  (deps, message) => ('webhookId' in message ? enqueueAttempt(deps, message) : addressEvents(deps, message.objectId)),
)
