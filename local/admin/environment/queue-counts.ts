/** How many messages are in a queue and in its dead-letter queue. */

import { GetQueueAttributesCommand, type QueueAttributeName } from '@aws-sdk/client-sqs'
import type { QueueName } from '#ports/work/queues.ts'
import type { Place } from './place.ts'

export interface QueueCounts {
  readonly queue: QueueName
  /** Ready to be taken, taken and not done yet, and not ready yet. */
  readonly waiting: number
  readonly taken: number
  readonly delayed: number
  readonly dead: number
  /** URL of the dead-letter queue. */
  readonly deadLetters: string
}

export const queueCounts = async ({ queues }: Pick<Place, 'queues'>, queue: QueueName): Promise<QueueCounts> => {
  const url = queues.urls[queue]
  const ask = async (QueueUrl: string, AttributeNames: QueueAttributeName[]) =>
    (await queues.client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes ?? {}
  const own = await ask(url, ['All'])
  const deadLetters = deadLetterUrl(url, own['RedrivePolicy'] ?? '')
  const dead = await ask(deadLetters, ['ApproximateNumberOfMessages'])
  const count = (name: QueueAttributeName): number => Number(own[name] ?? 0)
  return {
    queue,
    waiting: count('ApproximateNumberOfMessages'),
    taken: count('ApproximateNumberOfMessagesNotVisible'),
    delayed: count('ApproximateNumberOfMessagesDelayed'),
    dead: Number(dead['ApproximateNumberOfMessages'] ?? 0),
    deadLetters,
  }
}

/** The dead-letter queue has the name in the policy, and is in the same account. */
const deadLetterUrl = (url: string, redrivePolicy: string): string => {
  const name = /"deadLetterTargetArn"\s*:\s*"[^"]*:([^":]+)"/.exec(redrivePolicy)?.[1]
  if (name === undefined) throw new Error(`${url} has no dead-letter queue`)
  return `${url.slice(0, url.lastIndexOf('/'))}/${name}`
}
