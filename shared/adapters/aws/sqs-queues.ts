/** The queues as SQS: fair standard queues, and FIFO ones where the URL says so. */

import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SendMessageBatchResult,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { Ids } from '#ports/kernel/ids.ts'
import { LONGEST_DELAY, type QueueName, type Queues, REQUEST_ATTRIBUTE } from '#ports/work/queues.ts'
import { requestLimits } from './request-limits.ts'

/** SQS takes no more messages in one request. */
const MOST_TOGETHER = 10

/** Bodies of one request in bytes, with room for what goes beside them: SQS takes 262,144 from every queue. */
const MOST_BYTES = 250_000

/** `requestIdFor` names the request that a message to the queue follows from; null: it takes none along. */
export interface MessageIds extends Pick<Ids, 'uuid'> {
  readonly requestIdFor?: (queue: QueueName) => string | null
}

/** What is sent to one queue at the same moment goes in one request; each message still fails for itself. */
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
      // A FIFO queue takes no delay of its own per message; its deduplication must not swallow a message sent on purpose.
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

/** What goes in one request each. A message that is too long for any goes alone, so that it fails alone. */
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
