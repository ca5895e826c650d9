/** Ends work early enough that a run can still store its results. */

import type { TimeLeft } from './consumer.ts'

/** Aborts `beforeMs` before the run ends; at once if less time is left, as in a run that began late. */
export const nearTheEnd = ({ remainingMs }: Pick<TimeLeft, 'remainingMs'>, beforeMs: number): AbortSignal =>
  AbortSignal.timeout(Math.max(0, remainingMs - beforeMs))
