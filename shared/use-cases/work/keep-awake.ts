/** Keeps the readers of the queues awake for senders, and wakes them where they rest. */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { extend, isAwakeFor, readersAtFirst } from '#domain/work/queue-readers.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { QueueReaderStore } from '#ports/work/queue-readers.ts'
import type { Queues } from '#ports/work/queues.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'

/** Never throws: a sender that cannot wake the readers sends all the same, and the sweep of the minute wakes them. */
export type KeepAwake = () => Promise<void>

export interface KeepAwakeDeps {
  readonly readers: QueueReaderStore
  /** Sends without waking. */
  readonly queues: Queues
  readonly clock: Clock
  readonly log: Log
}

/** Reads and writes one row at most every few minutes, however much this process sends. */
export const awakeKeeper = (deps: KeepAwakeDeps): KeepAwake => {
  let awakeUntil = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | null = null
  return async () => {
    if (isAwakeFor(awakeUntil, deps.clock())) return
    underWay ??= keep(deps)
      .then((until) => {
        awakeUntil = until
      })
      .catch(logged(deps.log, 'warn', 'readers could not be kept awake'))
      .finally(() => {
        underWay = null
      })
    await underWay
  }
}

/** Answers until when they are awake. */
const keep = (deps: KeepAwakeDeps): Promise<Millis> =>
  retryOnConflict('the readers of the queues', async () => {
    const now = deps.clock()
    const found = (await deps.readers.get()) ?? readersAtFirst(now)
    if (isAwakeFor(found.awakeUntil, now)) return found.awakeUntil
    // Before the row says so: a wake-up too many does no harm.
    if (!found.reading)
      await deps.queues.send('sweep-soon', { until: now + MINUTE, readers: 'wake' }, { group: 'sweep' })
    const awake = extend(found, now)
    return (await deps.readers.save(awake)) ? awake.awakeUntil : AGAIN
  })

/** The queues for those who send something to do: each message finds its reader awake. */
export const wakingQueues = (queues: Queues, keepAwake: KeepAwake): Queues => ({
  send: async (...message) => {
    await keepAwake()
    await queues.send(...message)
  },
  keepAwake,
})
