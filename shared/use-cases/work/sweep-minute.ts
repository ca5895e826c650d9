/**
 * Looks for overdue work: each minute while the readers of the queues rest, otherwise every ten seconds, once itself and for the rest of the
 * minute by asking for short looks to come.
 */

import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import {
  areLate,
  areToCheck,
  areToWake,
  extend,
  mayRest,
  type QueueReaders,
  readersAtFirst,
} from '#domain/work/queue-readers.ts'
import type { QueueReaderStore } from '#ports/work/queue-readers.ts'
import { askReaders, dueSoon, needReaders } from './rest-readers.ts'
import { type SweepWorkDeps, sweepWork } from './sweep-work.ts'

export interface SweepMinuteDeps extends SweepWorkDeps {
  /** Null where no reader can rest. */
  readonly readers: QueueReaderStore | null
  /** Whether they rest when nothing is to be done. Those that rested before they no longer should are woken. */
  readonly mayRest: boolean
}

/** An order that must act within half a minute is met in time although its message is lost. */
const LATER = [10 * SECOND, 20 * SECOND, 30 * SECOND, 40 * SECOND, 50 * SECOND]

/** Each minute. */
export const sweepMinute = async (deps: SweepMinuteDeps): Promise<void> => {
  if (deps.readers === null) return sweepAllMinute(deps)
  if (!deps.mayRest) {
    if ((await deps.readers.get())?.reading === false) await askReaders(deps, 'wake')
    return sweepAllMinute(deps)
  }
  const readers = await readersNow(deps.readers, deps.clock())
  const rested = readers.reading ? mayRest(readers, deps.clock()) : !areToWake(readers, deps.clock())
  if (rested) return sweepOnce(deps, readers)
  if (areLate(readers, deps.clock()))
    deps.log.error('readers of the queues do not wake: orders wait. Enable the event source mappings of the queues')
  if (!readers.reading || areToCheck(readers, deps.clock())) await askReaders(deps, 'wake')
  await sweepAllMinute(deps)
}

/** Of a deployment that never had any, awake ones. */
const readersNow = async (store: QueueReaderStore, now: Millis): Promise<QueueReaders> => {
  const found = await store.get()
  if (found !== null) return found
  const first = extend(readersAtFirst(now), now)
  await store.save(first)
  return first
}

/** No message was sent for long. What is due soon ends that. */
const sweepOnce = async (deps: SweepMinuteDeps, { reading }: QueueReaders): Promise<void> => {
  const due = await dueSoon(deps, deps.clock())
  if (needReaders(due)) {
    await deps.queues.keepAwake?.()
    return sweepAllMinute(deps)
  }
  if (reading) await askReaders(deps, 'rest')
  if (due.length === 0) return
  await sweepWork({ ...deps, queues: deps.quietQueues })
  if (!reading && due.some(({ kind }) => kind === 'account')) await askReaders(deps, 'carry')
}

/** Messages that are delayed cost less than a function that waits. */
const sweepAllMinute = async (deps: SweepWorkDeps): Promise<void> => {
  const until = deps.clock() + MINUTE
  // At one moment: they go in one request.
  await Promise.all(LATER.map((delayMs) => askForLook(deps, until, delayMs)))
  await sweepWork(deps)
}

/** One of the looks that were asked for; when it comes too late, those of the next minute are there. */
export const sweepUntil = async (deps: SweepWorkDeps, until: Millis): Promise<void> => {
  if (deps.clock() < until) await sweepWork(deps)
}

const askForLook = async (deps: SweepWorkDeps, until: Millis, delayMs: number): Promise<void> => {
  try {
    await deps.quietQueues.send('sweep-soon', { until }, { group: 'sweep', delayMs })
  } catch (error) {
    deps.log.error('a look for overdue work could not be asked for', { error: String(error) })
    deps.log.metric('LooksNotAskedFor', 1)
  }
}
