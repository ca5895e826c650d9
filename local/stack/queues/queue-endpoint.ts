/**
 * SQS for its clients: takes messages by HTTP, and reports their number. The readers of the queues are in this process.
 */

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type AwsAnswer, type AwsEndpoint, startAwsEndpoint } from '../aws/aws-endpoint.ts'

export interface SentMessage {
  readonly body: string
  readonly group: string
  /** Values beside the body, by name. */
  readonly attributes: Readonly<Record<string, string>>
  readonly delayS: number
}

/** The endpoint's view of a queue. */
export interface ReachableQueue {
  /** Queue for messages that failed too often; null for a dead-letter queue. */
  readonly deadLetters: string | null
  /** Stores the messages; answers their ids. */
  send(messages: readonly SentMessage[]): readonly string[]
  /** A message that is out becomes visible after that time, whatever its holder does. */
  changeVisibility(receipt: string, seconds: number): void
  /** The message is never handed out again, though its holder continues. */
  remove(receipts: readonly string[]): void
  /** Deletes all messages. Only a dead-letter queue has it. */
  purge?(): void
  counts(): { readonly waiting: number; readonly out: number; readonly delayed: number }
}

/** `queueOf` finds a queue by the last part of its URL. */
export const startQueueEndpoint = (queueOf: (name: string) => ReachableQueue | undefined): Promise<AwsEndpoint> =>
  startAwsEndpoint((operation, text) => answer(queueOf, operation, text), '1.0')

const QueueUrl = v.string()
const GetQueueAttributes = v.object({ QueueUrl })
const SendMessageBatch = v.object({
  QueueUrl,
  Entries: v.array(
    v.object({
      Id: v.string(),
      MessageBody: v.string(),
      MessageGroupId: v.string(),
      MessageDeduplicationId: v.optional(v.string()),
      MessageAttributes: v.optional(v.record(v.string(), v.object({ StringValue: v.string() })), {}),
      DelaySeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(900)), 0),
    }),
  ),
})

const ChangeMessageVisibilityBatch = v.object({
  QueueUrl,
  Entries: v.array(
    v.object({
      Id: v.string(),
      ReceiptHandle: v.string(),
      VisibilityTimeout: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(43_200)),
    }),
  ),
})

/** Group as SQS accepts it: letters, digits and punctuation. A space is none of these. */
export const MESSAGE_GROUP = /^[!-~]{1,128}$/

const DeleteMessageBatch = v.object({
  QueueUrl,
  Entries: v.array(v.object({ Id: v.string(), ReceiptHandle: v.string() })),
})

const Batch = v.object({ Entries: v.optional(v.array(v.object({ Id: v.string() })), []) })

const MOST_TOGETHER = 10

/** The refusal of SQS for a request without messages, with too many, or with two under one id; null if SQS takes it. */
const refusedBatch = (json: unknown): AwsAnswer | null => {
  const ids = v.parse(Batch, json).Entries.map(({ Id }) => Id)
  if (ids.length === 0) return refused('EmptyBatchRequest', 'There should be at least one entry: there are no entries.')
  if (ids.length > MOST_TOGETHER)
    return refused('TooManyEntriesInBatchRequest', `Maximum number of entries per request are ${MOST_TOGETHER}.`)
  return new Set(ids).size === ids.length ? null : refused('BatchEntryIdsNotDistinct', 'An id is repeated.')
}

/** All bodies of one request together, in bytes, as SQS takes it from every queue. */
const MOST_BYTES = 262_144

const answer = (queueOf: (name: string) => ReachableQueue | undefined, operation: string, text: string): AwsAnswer => {
  try {
    const json: unknown = JSON.parse(text)
    const { QueueUrl: queueUrl } = v.parse(GetQueueAttributes, json)
    const queue = queueOf(queueUrl.split('/').at(-1) ?? '')
    if (queue === undefined) return refused('QueueDoesNotExist', 'The specified queue does not exist.')
    const refusal = operation.endsWith('Batch') ? refusedBatch(json) : null
    if (refusal !== null) return refusal
    if (operation === 'SendMessageBatch') {
      const { Entries: all } = v.parse(SendMessageBatch, json)
      const bytes = all.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0)
      if (bytes > MOST_BYTES) return refused('BatchRequestTooLong', `${bytes} bytes are more than ${MOST_BYTES}`)
      const isFifo = queueUrl.endsWith('.fifo')
      const Failed = all.flatMap((entry) => failureOf(entry, isFifo) ?? [])
      const Entries = all.filter(({ Id }) => !Failed.some((failure) => failure.Id === Id))
      const ids = queue.send(
        Entries.map(({ MessageBody, MessageGroupId, MessageAttributes, DelaySeconds }) => ({
          body: MessageBody,
          group: MessageGroupId,
          attributes: Object.fromEntries(
            Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue]),
          ),
          delayS: DelaySeconds,
        })),
      )
      const Successful = Entries.map(({ Id, MessageBody }, place) => ({
        Id,
        MessageId: ids[place],
        MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
      }))
      return { status: 200, body: { Successful, Failed } }
    }
    if (operation === 'ChangeMessageVisibilityBatch') {
      const { Entries } = v.parse(ChangeMessageVisibilityBatch, json)
      for (const { ReceiptHandle, VisibilityTimeout } of Entries)
        queue.changeVisibility(ReceiptHandle, VisibilityTimeout)
      return { status: 200, body: { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] } }
    }
    if (operation === 'DeleteMessageBatch') {
      const { Entries } = v.parse(DeleteMessageBatch, json)
      queue.remove(Entries.map(({ ReceiptHandle }) => ReceiptHandle))
      return { status: 200, body: { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] } }
    }
    if (operation === 'PurgeQueue' && queue.purge !== undefined) {
      queue.purge()
      return { status: 200, body: {} }
    }
    if (operation === 'GetQueueAttributes') {
      const { waiting, out, delayed } = queue.counts()
      const Attributes = {
        ApproximateNumberOfMessages: String(waiting),
        ApproximateNumberOfMessagesNotVisible: String(out),
        ApproximateNumberOfMessagesDelayed: String(delayed),
        ...(queue.deadLetters === null ? {} : { RedrivePolicy: redriveTo(queue.deadLetters) }),
      }
      return { status: 200, body: { Attributes } }
    }
    return refused('UnsupportedOperation', `no operation ${operation}`)
  } catch (error) {
    return refused('InvalidParameterValue', `the request cannot be read: ${String(error)}`)
  }
}

type Entry = v.InferOutput<typeof SendMessageBatch>['Entries'][number]

/** Why SQS does not take this message, while it takes the others; null where it takes it. A FIFO queue has no delay of a message alone. */
const failureOf = ({ Id, MessageGroupId, MessageDeduplicationId, DelaySeconds }: Entry, isFifo: boolean) => {
  const wrong = [
    MESSAGE_GROUP.test(MessageGroupId) ? '' : BAD_GROUP,
    isFifo && DelaySeconds > 0 ? 'DelaySeconds is not valid for this queue type.' : '',
    isFifo === (MessageDeduplicationId !== undefined)
      ? ''
      : `MessageDeduplicationId ${isFifo ? 'is missing' : 'is not valid for this queue type'}.`,
  ].find((words) => words !== '')
  return wrong === undefined ? null : { Id, SenderFault: true, Code: 'InvalidParameterValue', Message: wrong }
}

const BAD_GROUP = 'MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.'

const redriveTo = (queue: string): string =>
  JSON.stringify({ deadLetterTargetArn: `arn:aws:sqs:us-east-1:000000000000:${queue}` })

const refused = (type: string, message: string): AwsAnswer => ({
  status: 400,
  body: { __type: `com.amazonaws.sqs#${type}`, message },
})
