/** Queues of SQS: fair standard queues, and FIFO queues by their URL. */

import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SendMessageBatchResult,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { Ids } from '#ports/kernel/ids.ts'
import { LONGEST_DELAY, type QueueName, type Queues, REQUEST_ATTRIBUTE } from '#ports/work/queues.ts'
import { requestLimits } from './request-limits.ts'

/** Most messages of one request, by the limit of SQS. */
const MOST_TOGETHER = 10

/** Bodies of one request in bytes, with room for their attributes: SQS accepts 262,144 for every queue. */
const MOST_BYTES = 250_000

/** `requestIdFor` names the request that a message to the queue follows from, or null for none. */
export interface MessageIds extends Pick<Ids, 'uuid'> {
  readonly requestIdFor?: (queue: QueueName) => string | null
}

/** Messages for one queue at the same moment share a request; each message still fails alone. */
export const sqsQueues = (
  urlOf: (queue: QueueName) => string,
  ids: MessageIds,
  client: SQSClient = new SQSClient({ requestHandler: requestLimits() }),
): Queues => {
  const waiting = new Map<string, Sending[]>()

  const flush = (url: string): void => {
    const all = waiting.get(url) ?? []
    waiting.delete(url)
    for (const some of requestsOf(all)) void sendTogether(client, url, some)
  }

  return {
    send: async (queue, message, options) => {
      const url = urlOf(queue)
      const delayS = Math.ceil(Math.min(LONGEST_DELAY, options.delayMs ?? 0) / 1_000)
      // A FIFO queue accepts no delay of a single message, and must not drop a repeated message as a duplicate.
      const kind = url.endsWith('.fifo') ? { MessageDeduplicationId: ids.uuid() } : { DelaySeconds: delayS }
      const requestId = ids.requestIdFor?.(queue) ?? null
      const sending = Promise.withResolvers<void>()
      const entry = {
        MessageBody: JSON.stringify(message),
        MessageGroupId: options.group,
        ...kind,
        ...(requestId === null ? {} : { MessageAttributes: attributesOf(requestId) }),
      }
      const together = waiting.get(url)
      if (together !== undefined) together.push({ entry, ...sending })
      else {
        waiting.set(url, [{ entry, ...sending }])
        setImmediate(flush, url)
      }
      return sending.promise
    },
  }
}

const attributesOf = (requestId: string) => ({
  [REQUEST_ATTRIBUTE]: { DataType: 'String', StringValue: requestId },
})

interface Sending {
  readonly entry: Omit<SendMessageBatchRequestEntry, 'Id'>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Groups messages by request. A message that is too long for any request is sent alone, so that it fails alone. */
const requestsOf = (all: readonly Sending[]): ReadonlyArray<readonly Sending[]> => {
  const requests: Sending[][] = []
  let bytes = 0
  for (const sending of all) {
    const more = Buffer.byteLength(sending.entry.MessageBody ?? '')
    const last = requests.at(-1)
    if (last === undefined || last.length === MOST_TOGETHER || bytes + more > MOST_BYTES) {
      requests.push([sending])
      bytes = more
    } else {
      last.push(sending)
      bytes += more
    }
  }
  return requests
}

const sendTogether = async (client: SQSClient, url: string, sendings: readonly Sending[]): Promise<void> => {
  const Entries = sendings.map(({ entry }, place) => ({ ...entry, Id: String(place) }))
  try {
    const reply: SendMessageBatchResult = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))
    const failed = new Map((reply.Failed ?? []).map((failure) => [failure.Id, failure]))
    for (const [place, { resolve, reject }] of sendings.entries()) {
      const failure = failed.get(String(place))
      if (failure === undefined) resolve()
      else reject(new Error(`the queue did not take a message: ${failure.Code} ${failure.Message ?? ''}`.trim()))
    }
  } catch (error) {
    for (const { reject } of sendings) reject(error)
  }
}
