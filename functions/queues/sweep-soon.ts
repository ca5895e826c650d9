/** Queues overdue work again, in between the runs of sweep-work. */

import { number, object } from 'valibot'
import { consumer } from '#lambda/consumer.ts'
import { sweepUntil } from '#use-cases/sweep/sweep-minute.ts'
import { SWEPT_TO, sweeper } from '../sweeper.ts'

export const handler = consumer(
  {
    name: 'sweep-soon',
    queue: 'sweep-soon',
    neverLimited: true,
    message: object({ until: number() }),
    batchSize: 1,
    timeoutS: 60,
    memoryMb: 256,
    uses: { table: 'write', alsoWrites: ['remove', 'bulk'], sends: SWEPT_TO },
    ifBroken:
      'Work that a crash or a lost message left behind is queued again only once a minute, too late for urgent work. Look at the log of sweep-soon at once.',
  },
  sweeper,
  (deps, { until }) => sweepUntil(deps, until),
)
