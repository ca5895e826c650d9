/** Ends work in time for what a run still has to store. */

import type { TimeLeft } from './consumer.ts'

/** Aborts `beforeMs` before the time of the run is over; at once where less is left, as of a run that began late. */
export const nearTheEnd = ({ remainingMs }: Pick<TimeLeft, 'remainingMs'>, beforeMs: number): AbortSignal =>
  AbortSignal.timeout(Math.max(0, remainingMs - beforeMs))
