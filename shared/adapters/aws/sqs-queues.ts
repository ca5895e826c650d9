/** The queues as SQS: fair standard queues, and FIFO ones where the URL says so. */

import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { Ids } from '#ports/ids.ts'
import type { QueueName, Queues } from '#ports/queues.ts'

/** SQS takes no longer delay. */
const MAX_DELAY_S = 900

export const sqsQueues = (client: SQSClient, urlOf: (queue: QueueName) => string, ids: Pick<Ids, 'uuid'>): Queues => ({
  send: async (queue, message, options) => {
    const url = urlOf(queue)
    const delayS = Math.min(MAX_DELAY_S, Math.ceil((options.delayMs ?? 0) / 1_000))
    // A FIFO queue takes no delay of its own per message; its deduplication must not swallow a message sent on purpose.
    const kind = url.endsWith('.fifo') ? { MessageDeduplicationId: ids.uuid() } : { DelaySeconds: delayS }
    await client.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify(message),
        MessageGroupId: options.group,
        ...kind,
      }),
    )
  },
})
