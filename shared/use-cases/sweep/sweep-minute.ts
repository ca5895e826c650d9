/** Looks for overdue work every ten seconds: each minute once itself, and for the rest of the minute by asking for short looks to come. */

import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { type SweepWorkDeps, sweepWork } from './sweep-work.ts'

/** An order that must act within half a minute is met in time although its message is lost. */
const LATER = [10 * SECOND, 20 * SECOND, 30 * SECOND, 40 * SECOND, 50 * SECOND]

/** Each minute. Messages that are delayed cost less than a function that waits. */
export const sweepMinute = async (deps: SweepWorkDeps): Promise<void> => {
  const until = deps.clock() + MINUTE
  // At one moment: they go in one request.
  await Promise.all(LATER.map((delayMs) => requestSweep(deps, until, delayMs)))
  await sweepWork(deps)
}

/** Runs one of the requested sweeps. If it comes too late, the sweeps of the next minute do its work. */
export const sweepUntil = async (deps: SweepWorkDeps, until: Millis): Promise<void> => {
  if (deps.clock() < until) await sweepWork(deps)
}

const requestSweep = async (deps: SweepWorkDeps, until: Millis, delayMs: number): Promise<void> => {
  try {
    await deps.queues.send('sweep-soon', { until }, { group: 'sweep', delayMs })
  } catch (error) {
    deps.log.error('sweep not requested', { error: String(error) })
    deps.log.metric('LooksNotAskedFor', 1)
  }
}
