/** Readers of queues that rest in a story: nothing is delivered from a queue whose reader rests. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import type { ReaderControl } from '#ports/work/queue-readers.ts'
import type { QueueName } from '#ports/work/queues.ts'

export interface RestingReaders extends ReaderControl {
  /** The queues that are not read now. */
  readonly resting: ReadonlySet<QueueName>
  /** How long a reader that was asked to read takes, in ms. */
  wakesAfter: number
  /** What happens while readers are asked to rest. */
  meanwhile: () => Promise<void>
}

/** `deliverOne` hands over one waiting message of the queue, and answers whether there was one. */
export const restingReaders = (
  clock: () => number,
  deliverOne: (queue: QueueName) => Promise<boolean>,
): RestingReaders => {
  const resting = new Set<QueueName>()
  const queues = CONSUMERS.flatMap(({ handler: { spec } }) => (spec.neverRests === true ? [] : [spec.queue]))
  let asked: number | null = null
  const readers: RestingReaders = {
    queues,
    resting,
    wakesAfter: 20_000,
    meanwhile: async () => undefined,
    start: async () => {
      if (resting.size === 0) return true
      asked ??= clock()
      if (clock() - asked < readers.wakesAfter) return false
      asked = null
      resting.clear()
      return true
    },
    rest: async () => {
      await readers.meanwhile()
      asked = null
      for (const queue of queues) resting.add(queue)
    },
    carry: async (queue) => {
      await nextTurn()
      return (await deliverOne(queue)) ? 1 : 0
    },
  }
  return readers
}
