/** SQS on one machine: the queues of the declarations with their dead-letter queues, and what feeds them to their Lambdas. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { visibilityTimeoutS } from '#lambda/messages/visibility.ts'
import type { QueueName } from '#ports/work/queues.ts'
import { openRowStore, type StoredRow } from '#simulators/engine/ledger/row-store.ts'
import type { Lambda } from '../lambdas/start-lambda.ts'
import { feedQueue, type RunningFeed } from './feed-queue.ts'
import { startQueueEndpoint } from './queue-endpoint.ts'
import { StoredQueue } from './stored-queue.ts'

/** Required part of a consumer's declaration. */
export type QueueSpec = Pick<
  ConsumerSpec,
  'queue' | 'fifo' | 'comesAgainSoon' | 'batchSize' | 'atOnce' | 'timeoutS' | 'uses'
>

export interface LocalQueues {
  readonly endpoint: string
  readonly urls: Readonly<Record<QueueName, string>>
  /** Starts to hand messages to the Lambdas. */
  feed(consumers: ReadonlyArray<{ readonly spec: QueueSpec; readonly lambda: Lambda }>): void
  stop(): Promise<void>
}

/**
 * Batches of one queue handled at once, unless its consumer declares how many. Where it waits for exchanges or receivers of webhooks, one
 * slow one must not hold up the others: a FIFO batch is one exchange account's while its orders go out, at the pace of its rate limit. A
 * consumer that asks the table alone gets no faster by more, because there is one engine; all others would wait for it longer.
 */
const AT_ONCE = 8
const AT_ONCE_OF_TABLE = 2

/** A batch that takes longer than this does not hold up the stop: its messages come back at the next start. */
const STOP_PATIENCE_MS = 3_000

/** `outlivesPowerCuts` makes each change wait for the disk. */
export const startQueues = async (
  specs: readonly QueueSpec[],
  dataDir: string,
  log: (line: string) => void = console.log,
  outlivesPowerCuts = false,
): Promise<LocalQueues> => {
  mkdirSync(dataDir, { recursive: true })
  const file = openRowStore(join(dataDir, 'messages.db'), outlivesPowerCuts)
  let isClosed = false
  // A batch that outlasts the stop comes back at the next start.
  const store = { write: (rows: readonly StoredRow[]) => void (isClosed || file.write(rows)) }
  const stored = file.rows()
  const queues = new Map(specs.map((spec) => [nameOf(spec), new StoredQueue(spec, { store, stored, log })]))
  const endpoint = await startQueueEndpoint(
    (name) => queues.get(name) ?? [...queues.values()].find(({ deadLetters }) => deadLetters === name)?.aside,
  )
  const urls = Object.fromEntries(specs.map((spec) => [spec.queue, `${endpoint.url}/${nameOf(spec)}`]))
  const feeds: RunningFeed[] = []
  return {
    endpoint: endpoint.url,
    urls: urls as Record<QueueName, string>,
    feed: (consumers) => {
      for (const { spec, lambda } of consumers) {
        const queue = queues.get(nameOf(spec))
        if (queue === undefined) throw new Error(`no queue ${spec.queue}`)
        const waits = spec.uses.exchanges !== undefined || spec.uses.webhooks === true
        const atOnce = spec.atOnce ?? (waits ? AT_ONCE : AT_ONCE_OF_TABLE)
        const hiddenMs = 1_000 * visibilityTimeoutS(spec)
        const feed = { queue, name: spec.queue, lambda, batchSize: spec.batchSize, atOnce, hiddenMs, log }
        feeds.push(feedQueue(feed))
      }
    },
    stop: async () => {
      const ended = Promise.all(feeds.map((feed) => feed.stop()))
      await Promise.race([ended, wait(STOP_PATIENCE_MS, undefined, { ref: false })])
      await endpoint.stop()
      isClosed = true
      file.close()
    },
  }
}

const nameOf = ({ queue, fifo }: QueueSpec): string => `${queue}${fifo ? '.fifo' : ''}`
