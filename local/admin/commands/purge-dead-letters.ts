/** `purge-dead-letters`: deletes the messages of a queue that were put aside. */

import { PurgeQueueCommand } from '@aws-sdk/client-sqs'
import type { QueueName } from '#ports/work/queues.ts'
import { type Command, Refusal } from '../command.ts'
import { queueCounts } from '../environment/queue-counts.ts'

export const purgeDeadLetters: Command = {
  summary: 'deletes the messages of a queue that were put aside; their work is in the table',
  words: ['<queue>'],
  more: 'Find the cause first: docs/operations.md, "Dead-letter queues".',
  needsTable: false,
  run: async ({ place, words: [name], print }) => {
    const queues = Object.keys(place.queues.urls) as QueueName[]
    const queue = queues.find((one) => one === name)
    if (queue === undefined) throw new Refusal(`There is no queue ${name}. There are: ${queues.join(', ')}.`)
    const { dead, deadLetters } = await queueCounts(place, queue)
    if (dead > 0) await place.queues.client.send(new PurgeQueueCommand({ QueueUrl: deadLetters }))
    print(dead === 0 ? `No message of ${queue} is put aside.` : `Deleted: ${dead} of ${queue}.`)
    return 0
  },
}
