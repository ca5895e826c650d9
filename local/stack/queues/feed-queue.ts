/** Hands the messages of a queue to its Lambda, as many batches at once as it may have. */

import type { Lambda } from '../lambdas/start-lambda.ts'
import type { QueuedMessage } from './message-queue.ts'
import { receiptOf, type StoredQueue } from './stored-queue.ts'

export interface QueueFeed {
  readonly queue: StoredQueue
  readonly name: string
  readonly lambda: Lambda
  readonly batchSize: number
  /**
   * Most batches that are not done and have a message that is still out. A batch whose messages have left the queue
   * does not count.
   */
  readonly atOnce: number
  /** How long a message that was not done stays hidden. */
  readonly hiddenMs: number
  readonly log: (line: string) => void
}

export interface RunningFeed {
  /** Hands out no more; resolves when every batch has ended. */
  stop(): Promise<void>
}

export const feedQueue = ({ queue, name, lambda, batchSize, atOnce, hiddenMs, log }: QueueFeed): RunningFeed => {
  const underWay = new Map<readonly QueuedMessage[], Promise<void>>()
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  const inHand = (): number =>
    [...underWay.keys()].filter((batch) => batch.some((message) => queue.isOut(message))).length

  const handOut = (): void => {
    clearTimeout(timer)
    if (isOver) return
    let busy = inHand()
    for (; busy < atOnce; busy += 1) {
      const batch = queue.take(batchSize)
      if (batch.length === 0) break
      const handled = handle(batch).finally(() => {
        underWay.delete(batch)
        handOut()
      })
      underWay.set(batch, handled)
    }
    const next = queue.nextAt()
    if (next !== null && busy < atOnce) timer = setTimeout(handOut, Math.max(0, next - Date.now()))
  }

  /**
   * Removes handled messages; failed ones return after their visibility time-out, unless their consumer has set another
   * time.
   */
  const handle = async (batch: readonly QueuedMessage[]): Promise<void> => {
    const visibleAt = Date.now() + hiddenMs
    const failed = await failedOf(batch)
    queue.remove(batch.filter(({ id }) => !failed.has(id)).map(receiptOf))
    for (const message of batch) if (failed.has(message.id)) queue.comeBack(message, visibleAt)
  }

  const failedOf = async (batch: readonly QueuedMessage[]): Promise<ReadonlySet<string | undefined>> => {
    try {
      const reply = (await lambda.invoke({ Records: batch.map(recordOf) })) as {
        readonly batchItemFailures?: ReadonlyArray<{ readonly itemIdentifier: string }>
      }
      return new Set((reply.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier))
    } catch (error) {
      if (!isOver) log(JSON.stringify({ level: 'error', message: 'queue feed', queue: name, error: String(error) }))
      return new Set(batch.map(({ id }) => id))
    }
  }

  queue.onChanged(handOut)
  handOut()
  return {
    stop: async () => {
      isOver = true
      clearTimeout(timer)
      await Promise.all(underWay.values())
    },
  }
}

const recordOf = ({ id, group, body, attributes, sentAt, received, firstAt }: QueuedMessage) => ({
  messageId: id,
  receiptHandle: receiptOf({ id, received }),
  body,
  attributes: {
    ApproximateReceiveCount: String(received),
    SentTimestamp: String(sentAt),
    ApproximateFirstReceiveTimestamp: String(firstAt ?? Date.now()),
    MessageGroupId: group,
  },
  messageAttributes: Object.fromEntries(
    Object.entries(attributes).map(([name, stringValue]) => [name, { dataType: 'String', stringValue }]),
  ),
  eventSource: 'aws:sqs',
})
