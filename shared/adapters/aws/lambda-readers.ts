/**
 * The readers as event source mappings of Lambda, which can be disabled and enabled. The three calls this takes are signed
 * without the client of Lambda.
 */

import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import * as v from 'valibot'
import { SECOND } from '#domain/kernel/time.ts'
import type { ReaderControl } from '#ports/work/queue-readers.ts'
import type { QueueName } from '#ports/work/queues.ts'
import { awsHost } from './aws-host.ts'
import { requestLimits } from './request-limits.ts'
import { signedCalls } from './signed-calls.ts'

export interface Reader {
  readonly queue: QueueName
  /** Id of its event source mapping. */
  readonly mapping: string
  /** Name of the function it calls. */
  readonly function: string
  readonly queueUrl: string
  readonly batchSize: number
}

export interface LambdaPlace {
  readonly region: string
  /** Where Lambda is in a test; null in AWS. */
  readonly endpoint: string | null
}

export const lambdaReaders = (
  readers: readonly Reader[],
  place: LambdaPlace,
  sqs: SQSClient = new SQSClient({ requestHandler: requestLimits() }),
): ReaderControl => {
  const call = lambdaCalls(place)

  const stateOf = async ({ mapping }: Reader): Promise<string> =>
    v.parse(Mapping, JSON.parse((await call('GET', `${MAPPINGS}/${mapping}`)).text)).State
  const turn = async ({ mapping }: Reader, enabled: boolean): Promise<void> => {
    await call('PUT', `${MAPPINGS}/${mapping}`, JSON.stringify({ Enabled: enabled }))
  }

  return {
    queues: readers.map(({ queue }) => queue),

    start: async () => {
      const reads = await Promise.all(
        readers.map(async (reader) => {
          const state = await stateOf(reader)
          // Lambda refuses to change one that is on its way to another state.
          if (state === 'Disabled') await turn(reader, true)
          return state === 'Enabled'
        }),
      )
      return !reads.includes(false)
    },

    rest: async () => {
      await Promise.all(readers.map((reader) => turn(reader, false)))
    },

    carry: async (queue, waitS) => {
      const reader = readers.find((one) => one.queue === queue)
      if (reader === undefined) throw new Error(`the reader of ${queue} never rests`)
      const { queueUrl: QueueUrl, batchSize: MaxNumberOfMessages } = reader
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages,
          WaitTimeSeconds: waitS,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
      )
      if (Messages.length > 0) await hand(call, sqs, reader, Messages)
      return Messages.length
    },
  }
}

const MAPPINGS = '/2015-03-31/event-source-mappings'
const Mapping = v.object({ State: v.string() })
const Handled = v.object({ batchItemFailures: v.optional(v.array(v.object({ itemIdentifier: v.string() })), []) })

/** Lambda had no room for the function, or it failed as a whole: its messages are tried again soon. */
const AGAIN_AFTER_S = 5

/** Has them handled, and deletes what is done; what failed comes back after its visibility time-out, as with a reader. */
const hand = async (call: LambdaCall, sqs: SQSClient, reader: Reader, messages: readonly Message[]): Promise<void> => {
  const { queueUrl: QueueUrl } = reader
  const path = `/2015-03-31/functions/${encodeURIComponent(reader.function)}/invocations`
  try {
    const { text, failed } = await call('POST', path, JSON.stringify({ Records: messages.map(recordOf) }))
    if (failed) throw new Error(`${reader.function} failed: ${text.slice(0, 200)}`)
    const { batchItemFailures } = v.parse(Handled, JSON.parse(text))
    const again = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    const done = messages.filter(({ MessageId = '' }) => !again.has(MessageId))
    const Entries = done.map(({ ReceiptHandle }, place) => ({ Id: String(place), ReceiptHandle }))
    if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
  } catch (error) {
    for (const { ReceiptHandle } of messages)
      await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: AGAIN_AFTER_S }))
    throw error
  }
}

const recordOf = ({ MessageId, ReceiptHandle, Body, Attributes = {}, MessageAttributes = {} }: Message) => ({
  messageId: MessageId,
  receiptHandle: ReceiptHandle,
  body: Body,
  attributes: Attributes,
  // In the spelling of an event of Lambda.
  messageAttributes: Object.fromEntries(
    Object.entries(MessageAttributes).map(([name, { DataType, StringValue }]) => [
      name,
      { dataType: DataType, stringValue: StringValue, stringListValues: [], binaryListValues: [] },
    ]),
  ),
  eventSource: 'aws:sqs',
})

/** The time limit of the slowest consumer, and some seconds: a call that is given up earlier would have its messages handled again beside it. */
export const LONGEST_RUN = 95 * SECOND

/** Throws where Lambda refuses; `failed` says that the called function threw. */
type LambdaCall = (
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  body?: string,
) => Promise<{ readonly text: string; readonly failed: boolean }>

const lambdaCalls = ({ region, endpoint }: LambdaPlace): LambdaCall => {
  const call = signedCalls(new URL(endpoint ?? `https://${awsHost('lambda', region)}`), { service: 'lambda', region })
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }
    const limits = method === 'POST' ? { requestTimeout: LONGEST_RUN } : {}
    const { status, headers, bytes } = await call({ method, path, ...sent }, limits)
    const text = bytes.toString()
    if (status >= 300) throw new Error(`Lambda answers ${status}: ${text.slice(0, 200)}`)
    return { text, failed: headers['x-amz-function-error'] !== undefined }
  }
}
