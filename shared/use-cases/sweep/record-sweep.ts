/** Records sweeps, and reports work that no consumer does. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import type { Log } from '#ports/kernel/log.ts'
import { WORK_LOG } from '../work/log-messages.ts'

export interface RecordSweepDeps {
  /** Recent sweeps of this process. */
  readonly swept: Map<string, Swept>
  readonly log: Log
}

/** A sweep of one object. */
export interface Swept {
  /** The version that the sweep left; its due date if other changes of the object do not count. */
  readonly leftAt: number
  /** How often in a row no consumer had touched it since. */
  readonly times: number
  /** True if it was logged that no consumer does the work. */
  readonly isReported: boolean
}

/** Sweeps that are remembered, the newest. */
const REMEMBERED = 10_000

/**
 * Time before work is queued once more. The time doubles with its retries, and while no consumer does the work.
 */
export const PATIENCE = 20 * SECOND

/** Overdue work as it was found. */
interface Overdue extends Pick<Swept, 'leftAt'> {
  /** Id of the order or complex order. */
  readonly id: string
  /** Key under which its sweeps are remembered. */
  readonly key: string
}

/** A consumer that does the work stores another version. */
export const versionOf = (id: string, { version }: { readonly version: number }): Overdue => ({
  id,
  key: id,
  leftAt: version,
})

/** Returns how often in a row no consumer did the swept work: a consumer changes the object. */
export const untouchedFor = ({ swept }: Pick<RecordSweepDeps, 'swept'>, { key, leftAt }: Overdue): number => {
  const last = swept.get(key)
  return last?.leftAt === leftAt ? last.times + 1 : 0
}

/**
 * Records a sweep that has stored the object at `leftAt`. If the second sweep finds the object unchanged, no consumer received its message:
 * an error is logged, which raises an alarm. Objects that only `waits` are left out.
 */
export const recordSweep = async (
  { swept, log }: RecordSweepDeps,
  work: Overdue,
  leftAt: number,
  waits: () => Promise<boolean> = async () => false,
): Promise<void> => {
  const { id, key } = work
  const times = untouchedFor({ swept }, work)
  const wasReported = times > 0 && swept.get(key)?.isReported === true
  const isReported = wasReported || (times > 0 && !(await waits()))
  keepNewest(swept, key, { leftAt, times, isReported }, REMEMBERED)
  if (isReported && !wasReported) log.error(WORK_LOG.leftBehind, { id })
}

/** Returns a time that doubles with each time, up to a minute. */
export const doubled = (ms: number, times: number): number => Math.min(MINUTE, ms * 2 ** times)
