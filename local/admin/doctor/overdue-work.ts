/** Checks whether work waits longer than the sweeper allows. */

import { dueWork } from '#adapters/store/work/due-work.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import { type Examination, ill, well } from './finding.ts'

/** The sweeper starts overdue work within a minute. */
export const LATE_AFTER = 2 * MINUTE
const MOST = 200

export const overdueWork: Examination = {
  what: 'work',
  ifBlind: 'Check that the service runs, and that you may read the table and its indexes.',
  look: async ({ table, now }) => {
    const late = await dueWork(table, now - LATE_AFTER, MOST)
    const oldest = Math.min(...late.map(({ dueAt }) => dueAt))
    if (late.length === 0) return [well('nothing is overdue')]
    const count = late.length === MOST ? `${MOST} pieces or more` : `${late.length}`
    return [
      ill(
        `Overdue for more than two minutes: ${count}, the oldest for ${Math.round((now - oldest) / MINUTE)} minutes.`,
        'npm run admin -- stuck says what and why.',
      ),
    ]
  },
}
