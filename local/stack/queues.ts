/**
 * SQS on one machine: the queues of the declarations with their dead-letter queues, and what feeds them to their Lambdas. The
 * same server is S3, with the bucket of the market catalogue.
 */

import { setTimeout as wait } from 'node:timers/promises'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { visibilityTimeoutS } from '#lambda/visibility.ts'
import type { QueueName } from '#ports/queues.ts'
import type { Lambda } from './lambdas.ts'
import { onLoopback } from './on-loopback.ts'

/** What is needed of a consumer's declaration. */
export type QueueSpec = Pick<ConsumerSpec, 'queue' | 'fifo' | 'batchSize' | 'atOnce' | 'timeoutS' | 'uses'>

export interface LocalQueues {
  readonly endpoint: string
  readonly urls: Readonly<Record<QueueName, string>>
  /** Starts to hand messages to the Lambdas. */
  feed(consumers: ReadonlyArray<{ readonly spec: QueueSpec; readonly lambda: Lambda }>): void
  stop(): Promise<void>
}

export const LOCAL_AWS = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
} as const

export const LOCAL_BUCKET = 'catalogue'

/** Messages that failed this often go to the dead-letter queue, as in AWS. */
const MAX_RECEIVES = 5
/**
 * Batches of one queue handled at once. Where a consumer waits for exchanges or receivers of webhooks, one slow one must not hold up
 * the others: a lane is one exchange account's while its orders go out, at the pace of its rate limit. A consumer that asks the
 * table alone gets no faster by more lanes, because there is one engine; all others would wait for it longer. Where a consumer
 * declares how many runs it may have, each lane has its share of them under way, and asks for more messages meanwhile.
 */
const LANES = 8
const LANES_OF_TABLE = 2

/** A batch that takes longer than this does not hold up the stop: its messages come back at the next start. */
const STOP_PATIENCE_MS = 3_000

export const startQueues = async (
  specs: readonly QueueSpec[],
  dataDir: string,
  log: (line: string) => void = console.log,
): Promise<LocalQueues> => {
  const server = await onLoopback(() =>
    startFauxqs({ port: 0, logger: false, dataDir, init: { buckets: [LOCAL_BUCKET] } }),
  )
  const endpoint = `http://127.0.0.1:${server.port}`
  const client = new SQSClient({
    endpoint,
    region: LOCAL_AWS.AWS_REGION,
    credentials: { accessKeyId: LOCAL_AWS.AWS_ACCESS_KEY_ID, secretAccessKey: LOCAL_AWS.AWS_SECRET_ACCESS_KEY },
    // Every lane keeps a connection while it waits for messages.
    requestHandler: { httpAgent: { maxSockets: Number.POSITIVE_INFINITY } },
  })
  const urls: Partial<Record<QueueName, string>> = {}
  for (const spec of specs) urls[spec.queue] = await openQueue(server, client, endpoint, spec)
  const stopping = new AbortController()
  const lanes: Promise<void>[] = []
  return {
    endpoint,
    urls: urls as Record<QueueName, string>,
    feed: (consumers) => {
      for (const { spec, lambda } of consumers) {
        const url = urls[spec.queue]
        if (url === undefined) throw new Error(`no queue ${spec.queue}`)
        const waits = spec.uses.exchanges !== undefined || spec.uses.webhooks === true
        const count = waits ? LANES : LANES_OF_TABLE
        const atOnce = Math.ceil((spec.atOnce ?? count) / count)
        for (let lane = 0; lane < count; lane += 1)
          lanes.push(feedLane({ client, url, spec, lambda, atOnce, signal: stopping.signal, log }))
      }
    },
    stop: async () => {
      stopping.abort()
      await Promise.race([Promise.allSettled(lanes), wait(STOP_PATIENCE_MS, undefined, { ref: false })])
      client.destroy()
      await server.stop()
    },
  }
}

/** Makes the queue with its dead-letter queue, or takes up the stored one with its messages. Answers its address. */
const openQueue = async (
  server: FauxqsServer,
  client: SQSClient,
  endpoint: string,
  spec: QueueSpec,
): Promise<string> => {
  const suffix = spec.fifo ? '.fifo' : ''
  const fifo: Record<string, string> = spec.fifo ? { FifoQueue: 'true' } : {}
  const [name, deadName] = [`${spec.queue}${suffix}`, `${spec.queue}-dead${suffix}`]
  const QueueUrl = `${endpoint}/000000000000/${name}`
  // Creating a queue that fauxqs has stored would empty it.
  const deadArn =
    server.inspectQueue(deadName)?.arn ?? server.createQueue(deadName, { attributes: { ...fifo } }).queueArn
  const attributes = {
    VisibilityTimeout: String(visibilityTimeoutS(spec)),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadArn, maxReceiveCount: MAX_RECEIVES }),
  }
  const stored = server.inspectQueue(name)
  if (stored === undefined) server.createQueue(name, { attributes: { ...fifo, ...attributes } })
  else await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: attributes }))
  // Whoever had taken these ended with the last run: nobody waits for them to come back, nor a FIFO group behind them.
  // One second, because fauxqs 2.4.1 fails to store 0.
  for (const { receiptHandle: ReceiptHandle } of stored?.messages.inflight ?? [])
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 1 }))
  return QueueUrl
}

interface Lane {
  readonly client: SQSClient
  readonly url: string
  readonly spec: QueueSpec
  readonly lambda: Lambda
  /** Batches it has handed over and that are not done. */
  readonly atOnce: number
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

const feedLane = async ({ client, url, spec, lambda, atOnce, signal, log }: Lane): Promise<void> => {
  const tellOf = async (error: unknown): Promise<void> => {
    if (signal.aborted) return
    log(JSON.stringify({ level: 'error', message: 'queue feed', queue: spec.queue, error: String(error) }))
    await wait(1_000)
  }
  const underWay = new Set<Promise<void>>()
  while (!signal.aborted) {
    try {
      const command = new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: spec.batchSize,
        WaitTimeSeconds: 20,
        MessageSystemAttributeNames: ['All'],
      })
      const { Messages = [] } = await client.send(command, { abortSignal: signal })
      if (Messages.length === 0) continue
      const batch = hand(client, url, lambda, Messages)
        .catch(tellOf)
        .finally(() => underWay.delete(batch))
      underWay.add(batch)
      if (underWay.size >= atOnce) await Promise.race(underWay)
    } catch (error) {
      await tellOf(error)
    }
  }
  await Promise.all(underWay)
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
