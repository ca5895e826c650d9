/** The queues as SQS: fair standard queues, and FIFO ones where the URL says so. */

import { array, object, optional, parse, string } from 'valibot'
import type { Ids } from '#ports/ids.ts'
import type { QueueName, Queues } from '#ports/queues.ts'
import type { CallAws, JsonApi } from './json-service.ts'
import { persist } from './persist.ts'

/** What `openJsonService` opens for it. */
export const SQS: JsonApi = { service: 'sqs', target: 'AmazonSQS', version: '1.0' }

/** SQS takes no longer delay. */
const MAX_DELAY_S = 900

/** A repeat may send a message twice, which every consumer bears; the sweeper finds what was never sent. */
const MOST_TRIES = 3

/** SQS takes no more messages in one request. */
const MOST_TOGETHER = 10

/** What is sent to one queue at the same moment goes in one request; each message still fails for itself. */
export const sqsQueues = (call: CallAws, urlOf: (queue: QueueName) => string, ids: Pick<Ids, 'uuid'>): Queues => {
  const waiting = new Map<string, Sending[]>()

  const flush = (url: string): void => {
    const all = waiting.get(url) ?? []
    waiting.delete(url)
    for (let start = 0; start < all.length; start += MOST_TOGETHER)
      void sendTogether(call, url, all.slice(start, start + MOST_TOGETHER))
  }

  return {
    send: async (queue, message, options) => {
      const url = urlOf(queue)
      const delayS = Math.min(MAX_DELAY_S, Math.ceil((options.delayMs ?? 0) / 1_000))
      // A FIFO queue takes no delay of its own per message; its deduplication must not swallow a message sent on purpose.
      const kind = url.endsWith('.fifo') ? { MessageDeduplicationId: ids.uuid() } : { DelaySeconds: delayS }
      const sending = Promise.withResolvers<void>()
      const entry = { MessageBody: JSON.stringify(message), MessageGroupId: options.group, ...kind }
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

const batchReply = object({
  Failed: optional(array(object({ Id: string(), Code: string(), Message: optional(string(), '') })), []),
})

interface Sending {
  readonly entry: object
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const sendTogether = async (call: CallAws, url: string, sendings: readonly Sending[]): Promise<void> => {
  const Entries = sendings.map(({ entry }, place) => ({ ...entry, Id: String(place) }))
  try {
    const reply = await persist(() => call('SendMessageBatch', { QueueUrl: url, Entries }), MOST_TRIES)
    const failed = new Map(parse(batchReply, reply).Failed.map((failure) => [failure.Id, failure]))
    for (const [place, { resolve, reject }] of sendings.entries()) {
      const failure = failed.get(String(place))
      if (failure === undefined) resolve()
      else reject(new Error(`the queue did not take a message: ${failure.Code} ${failure.Message}`.trim()))
    }
  } catch (error) {
    for (const { reject } of sendings) reject(error)
  }
}
