/** SQS as its clients reach it: takes messages by HTTP, and tells how many there are. Who reads the queues is in this process. */

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type AwsAnswer, type AwsEndpoint, startAwsEndpoint } from '../aws/aws-endpoint.ts'

export interface SentMessage {
  readonly body: string
  readonly group: string
  /** What goes beside the body, by name. */
  readonly attributes: Readonly<Record<string, string>>
  readonly delayS: number
}

/** What the endpoint knows of a queue. */
export interface ReachableQueue {
  /** What its messages are put aside to when they failed too often; null for what holds these. */
  readonly deadLetters: string | null
  /** Stores the messages; answers their ids. */
  send(messages: readonly SentMessage[]): readonly string[]
  /** A message that is out becomes visible after that, whatever becomes of who has it. */
  changeVisibility(receipt: string, seconds: number): void
  /** Nobody gets the message again, though who has it goes on. */
  remove(receipts: readonly string[]): void
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

/** What SQS takes as a group: letters, digits and punctuation. A space is none of these. */
export const MESSAGE_GROUP = /^[!-~]{1,128}$/

const DeleteMessageBatch = v.object({
  QueueUrl,
  Entries: v.array(v.object({ Id: v.string(), ReceiptHandle: v.string() })),
})

/** All bodies of one request together, in bytes, as SQS takes it from every queue. */
const MOST_BYTES = 262_144

const answer = (queueOf: (name: string) => ReachableQueue | undefined, operation: string, text: string): AwsAnswer => {
  try {
    const json: unknown = JSON.parse(text)
    const queue = queueOf(v.parse(GetQueueAttributes, json).QueueUrl.split('/').at(-1) ?? '')
    if (queue === undefined) return refused('QueueDoesNotExist', 'The specified queue does not exist.')
    if (operation === 'SendMessageBatch') {
      const { Entries: all } = v.parse(SendMessageBatch, json)
      const bytes = all.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0)
      if (bytes > MOST_BYTES) return refused('BatchRequestTooLong', `${bytes} bytes are more than ${MOST_BYTES}`)
      const Entries = all.filter(({ MessageGroupId }) => MESSAGE_GROUP.test(MessageGroupId))
      const Failed = all.filter((entry) => !Entries.includes(entry)).map(({ Id }) => ({ ...BAD_GROUP, Id }))
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

const BAD_GROUP = {
  SenderFault: true,
  Code: 'InvalidParameterValue',
  Message: 'MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.',
}

const redriveTo = (queue: string): string =>
  JSON.stringify({ deadLetterTargetArn: `arn:aws:sqs:us-east-1:000000000000:${queue}` })

const refused = (type: string, message: string): AwsAnswer => ({
  status: 400,
  body: { __type: `com.amazonaws.sqs#${type}`, message },
})
