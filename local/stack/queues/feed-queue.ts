/** Hands the messages of a queue to its Lambda, as many batches at once as it may have. */

import type { Lambda } from '../lambdas/lambdas.ts'
import type { QueuedMessage } from './message-queue.ts'
import type { StoredQueue } from './stored-queue.ts'

export interface QueueFeed {
  readonly queue: StoredQueue
  readonly name: string
  readonly lambda: Lambda
  readonly batchSize: number
  /** Batches that are not done. */
  readonly atOnce: number
  /** Further ones, of groups that have less than a batch out: they wait for no batch of others. */
  readonly reserve: number
  /** How long a message that was not done stays hidden. */
  readonly hiddenMs: number
  readonly log: (line: string) => void
}

export interface RunningFeed {
  /** Hands out no more; resolves when every batch has ended. */
  stop(): Promise<void>
}

export const feedQueue = ({
  queue,
  name,
  lambda,
  batchSize,
  atOnce,
  reserve,
  hiddenMs,
  log,
}: QueueFeed): RunningFeed => {
  const underWay = new Set<Promise<void>>()
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  const handOut = (): void => {
    clearTimeout(timer)
    if (isOver) return
    while (underWay.size < atOnce + reserve) {
      const batch = queue.take(batchSize, underWay.size < atOnce ? Number.POSITIVE_INFINITY : batchSize)
      if (batch.length === 0) break
      const handled: Promise<void> = handle(batch).finally(() => {
        underWay.delete(handled)
        handOut()
      })
      underWay.add(handled)
    }
    const next = queue.nextAt()
    if (next !== null && underWay.size < atOnce + reserve) timer = setTimeout(handOut, Math.max(0, next - Date.now()))
  }

  /** Takes away what was done; what failed comes back after its visibility time-out, or when its consumer has said. */
  const handle = async (batch: readonly QueuedMessage[]): Promise<void> => {
    const visibleAt = Date.now() + hiddenMs
    const failed = await failedOf(batch)
    queue.done(batch.filter(({ id }) => !failed.has(id)))
    for (const message of batch)
      if (failed.has(message.id)) queue.comeBack(message, queue.givenBack(message.id) ?? visibleAt)
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

  queue.onAdded(handOut)
  handOut()
  return {
    stop: async () => {
      isOver = true
      clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}

const recordOf = ({ id, group, body, attributes, sentAt, received, firstAt }: QueuedMessage) => ({
  messageId: id,
  receiptHandle: id,
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
