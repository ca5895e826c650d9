/** SQS on one machine: the queues of the declarations with their dead-letter queues, and what feeds them to their Lambdas. */

import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { startFauxqs } from 'fauxqs'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { visibilityTimeoutS } from '#lambda/visibility.ts'
import type { QueueName } from '#ports/queues.ts'
import type { Lambda } from './lambdas.ts'

export interface LocalQueues {
  readonly endpoint: string
  readonly urls: Readonly<Record<QueueName, string>>
  /** Starts to hand messages to the Lambdas. */
  feed(consumers: ReadonlyArray<{ readonly spec: ConsumerSpec; readonly lambda: Lambda }>): void
  stop(): Promise<void>
}

export const LOCAL_AWS = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
} as const

/** Messages that failed this often go to the dead-letter queue, as in AWS. */
const MAX_RECEIVES = 5
/** Batches of one queue handled at once. */
const LANES = 4

export const startQueues = async (specs: readonly ConsumerSpec[], dataDir: string): Promise<LocalQueues> => {
  const server = await startFauxqs({ port: 0, logger: false, dataDir })
  const endpoint = `http://127.0.0.1:${server.port}`
  const urls = Object.fromEntries(
    specs.map((spec) => {
      const suffix = spec.fifo ? '.fifo' : ''
      const fifo: Record<string, string> = spec.fifo ? { FifoQueue: 'true' } : {}
      const dead = server.createQueue(`${spec.queue}-dead${suffix}`, { attributes: fifo })
      const redrive = JSON.stringify({ deadLetterTargetArn: dead.queueArn, maxReceiveCount: MAX_RECEIVES })
      const VisibilityTimeout = String(visibilityTimeoutS(spec))
      const name = `${spec.queue}${suffix}`
      server.createQueue(name, { attributes: { ...fifo, VisibilityTimeout, RedrivePolicy: redrive } })
      return [spec.queue, `${endpoint}/000000000000/${name}`]
    }),
  ) as Record<QueueName, string>
  const client = new SQSClient({
    endpoint,
    region: LOCAL_AWS.AWS_REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const stopping = new AbortController()
  const lanes: Promise<void>[] = []
  return {
    endpoint,
    urls,
    feed: (consumers) => {
      for (const { spec, lambda } of consumers) {
        for (let lane = 0; lane < LANES; lane += 1)
          lanes.push(feedLane(client, urls[spec.queue], spec, lambda, stopping.signal))
      }
    },
    stop: async () => {
      stopping.abort()
      await Promise.allSettled(lanes)
      client.destroy()
      await server.stop()
    },
  }
}

const feedLane = async (
  client: SQSClient,
  url: string,
  spec: ConsumerSpec,
  lambda: Lambda,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const command = new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: spec.batchSize,
        WaitTimeSeconds: 20,
        MessageSystemAttributeNames: ['All'],
      })
      const { Messages = [] } = await client.send(command, { abortSignal: signal })
      if (Messages.length > 0) await hand(client, url, lambda, Messages)
    } catch (error) {
      if (signal.aborted) return
      console.error(JSON.stringify({ level: 'error', message: 'queue feed', queue: spec.queue, error: String(error) }))
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}

/** Deletes what was done; what failed comes back after its visibility time-out. */
const hand = async (client: SQSClient, url: string, lambda: Lambda, messages: readonly Message[]): Promise<void> => {
  const event = { Records: messages.map((message) => recordOf(message)) }
  const reply = (await lambda.invoke(event)) as {
    readonly batchItemFailures?: ReadonlyArray<{ readonly itemIdentifier: string }>
  }
  const failed = new Set((reply.batchItemFailures ?? []).map((failure) => failure.itemIdentifier))
  const done = messages.filter((message) => !failed.has(message.MessageId ?? ''))
  if (done.length === 0) return
  const Entries = done.map((message, index) => ({ Id: String(index), ReceiptHandle: message.ReceiptHandle }))
  await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }))
}

const recordOf = (message: Message) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes ?? {},
  messageAttributes: {},
  eventSource: 'aws:sqs',
})
