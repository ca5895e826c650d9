/** Queues overdue work again each minute, and requests further sweeps until the next run. */

import { schedule } from '#lambda/schedule.ts'
import { sweepMinute } from '#use-cases/sweep/sweep-minute.ts'
import { SWEPT_TO, sweeper } from '../sweeper.ts'

export const handler = schedule(
  {
    name: 'sweep-work',
    everyMinutes: 1,
    timeoutS: 60,
    memoryMb: 256,
    uses: { table: 'write', alsoWrites: ['remove', 'bulk'], sends: SWEPT_TO },
    ifBroken: 'Work that a crash or a lost message left behind is not queued again. Look at the log of sweep-work.',
  },
  sweeper,
  sweepMinute,
)
