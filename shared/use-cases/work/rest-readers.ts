/** Lets the readers of the queues rest, wakes them, and does their work until they read. */

import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { areToWake, mayRest } from '#domain/work/queue-readers.ts'
import { logged } from '#ports/kernel/log.ts'
import type { QueueReaderStore, ReaderControl } from '#ports/work/queue-readers.ts'
import type { QueueName, Queues } from '#ports/work/queues.ts'
import type { DueWork, WorkStore } from '#ports/work/work-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type SweepWorkDeps, sweepWork } from './sweep-work.ts'

export interface RestReadersDeps extends SweepWorkDeps {
  readonly readers: QueueReaderStore
  readonly control: ReaderControl
  readonly pause: (ms: number) => Promise<void>
}

/** What falls due within this time keeps the readers awake, or wakes them: the next sweep is a minute away. */
const AHEAD = 90 * SECOND

/** More of each partition is not needed to know whether anything is due. */
const LOOKED_AT = 20

/** What is due soon, or was before. */
export const dueSoon = ({ work }: { readonly work: WorkStore }, now: Millis): Promise<readonly DueWork[]> =>
  work.take(now + AHEAD, LOOKED_AT)

/** So many polls are carried in a minute with ease. */
const CARRIED_AT_MOST = 20

/** Whether the work needs readers. The run that finds them due carries polls of a few sleeping accounts, and a day turns without a message. */
export const needReaders = (due: readonly DueWork[]): boolean =>
  due.some(({ kind }) => kind !== 'account' && kind !== 'trading_day' && kind !== 'unknown') ||
  due.filter(({ kind }) => kind === 'account').length > CARRIED_AT_MOST

/** One run does their work for so long, then it asks for another one. */
const ONE_RUN = 40 * SECOND
const SWEPT_EVERY = 10 * SECOND
const ASKED_EVERY = 2 * SECOND

/**
 * Wakes the readers. Until they read, which takes Lambda up to a minute, this does their work, and looks for overdue work every ten
 * seconds. Does nothing where all read.
 */
export const wakeReaders = async (deps: RestReadersDeps): Promise<void> => {
  if (await start(deps)) return noteReading(deps)
  const carrying = { goesOn: true }
  const lanes = deps.control.queues.map((queue) => carryWhile(deps, queue, carrying))
  try {
    if (await sweepUntilAwake(deps)) await noteReading(deps)
    else await askReaders(deps, 'wake')
  } finally {
    carrying.goesOn = false
    await Promise.all(lanes)
  }
}

const sweepUntilAwake = async (deps: RestReadersDeps): Promise<boolean> => {
  const until = deps.clock() + ONE_RUN
  let sweepAt = deps.clock()
  while (deps.clock() < until) {
    if (deps.clock() >= sweepAt) {
      sweepAt = deps.clock() + SWEPT_EVERY
      await sweepWork(deps)
    }
    await deps.pause(ASKED_EVERY)
    if (await start(deps)) return true
  }
  return false
}

/** What a reader would do. */
const carryWhile = async (
  deps: RestReadersDeps,
  queue: QueueName,
  carrying: { readonly goesOn: boolean },
): Promise<void> => {
  while (carrying.goesOn) await carry(deps, queue)
}

/** A wake-up that fails is tried again; meanwhile messages are carried. */
const start = async (deps: RestReadersDeps): Promise<boolean> => {
  try {
    return await deps.control.start()
  } catch (error) {
    deps.log.warn('readers of the queues could not be woken yet', { error: String(error) })
    return false
  }
}

const WAIT_S = 1

/** Answers how many messages there were; none where it fails. */
const carry = async (deps: RestReadersDeps, queue: QueueName): Promise<number> => {
  try {
    return await deps.control.carry(queue, WAIT_S)
  } catch (error) {
    deps.log.warn('messages could not be carried; they come again', { queue, error: String(error) })
    await deps.pause(WAIT_S * SECOND)
    return 0
  }
}

const noteReading = ({ readers, clock }: RestReadersDeps): Promise<void> =>
  retryOnConflict('the readers of the queues', async () => {
    const found = await readers.get()
    if (found === null || found.reading) return undefined
    return (await readers.save({ ...found, reading: true, since: clock() })) ? undefined : AGAIN
  })

/** Lets the readers rest if no message was sent for long and nothing is due. A wake-up in between wins. */
export const restReaders = async (deps: RestReadersDeps): Promise<void> => {
  const now = deps.clock()
  const found = await deps.readers.get()
  if (found === null || !mayRest(found, now)) return
  if (needReaders(await dueSoon(deps, now))) return
  // Before the first one rests: a sender from now on wakes them all.
  if (!(await deps.readers.save({ ...found, reading: false }))) return
  await deps.control
    .rest()
    .then(
      () => deps.log.info('readers of the queues rest: nothing is to be done'),
      logged(deps.log, 'warn', 'not all readers of the queues rest, and those that read cost money'),
    )
  const after = await deps.readers.get()
  if (after !== null && areToWake(after, deps.clock())) await wakeReaders(deps)
}

/** Carries the polls of sleeping accounts, while the readers rest. */
export const carryPolls = async (deps: RestReadersDeps): Promise<void> => {
  const until = deps.clock() + ONE_RUN
  while (deps.clock() < until) if ((await carry(deps, 'sync-account')) === 0) return
}

/** What a message about the readers asks for. */
export const READER_REQUESTS = ['wake', 'rest', 'carry'] as const
export type ReaderRequest = (typeof READER_REQUESTS)[number]

/** Asks the function that has the grant for it. */
export const askReaders = async (
  deps: Pick<SweepWorkDeps, 'clock' | 'log'> & { readonly quietQueues: Queues },
  readers: ReaderRequest,
): Promise<void> => {
  await deps.quietQueues
    .send('sweep-soon', { until: deps.clock() + MINUTE, readers }, { group: 'sweep' })
    .catch(logged(deps.log, 'warn', 'nobody could be asked about the readers; the next minute asks', { readers }))
}
