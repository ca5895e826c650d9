/**
 * Passes a changed object, or a due delivery, to the slots of its receivers. Also ends connections to the stream that sent no key: such work may be
 * late, so it is in a queue that moves no orders.
 */

import { object, string, union } from 'valibot'
import { toFarewell } from '#contract/streams/server-message.ts'
import { consumer } from '#lambda/consumer.ts'
import { endUnknown } from '#use-cases/streams/end-stream.ts'
import { dispatchEvents } from '#use-cases/webhooks/dispatch-events.ts'
import { enqueueAttempt } from '#use-cases/work/enqueue.ts'
import { clock, deliveries, log, outbox, queues, recordChanges, streamSender, streams, webhooks } from '../runtime.ts'

export const handler = consumer(
  {
    name: 'deliver-webhook',
    queue: 'deliver-webhook',
    message: union([
      object({ webhookId: string(), objectId: string() }),
      object({ objectId: string() }),
      object({ streamId: string() }),
    ]),
    batchSize: 10,
    timeoutS: 30,
    uses: { table: 'write', sends: ['attempt-delivery', 'deliver-webhook', 'push-changes'], streams: 'push' },
    ifBroken:
      'Webhooks, streams and GET /v1/changes show no changes of orders, or show them late. Look at the log of deliver-webhook.',
  },
  () => ({
    webhooks: webhooks(),
    outbox: outbox(),
    deliveries: deliveries(),
    recordChanges: recordChanges(),
    streams: streams(),
    sender: streamSender(),
    farewell: toFarewell,
    queues: queues(),
    clock,
    log,
  }),
  (deps, message) => {
    if ('streamId' in message) return endUnknown(deps, message.streamId)
    return 'webhookId' in message ? enqueueAttempt(deps, message) : dispatchEvents(deps, message.objectId)
  },
)
