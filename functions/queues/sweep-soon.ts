/** Between the minutes: whatever is overdue is queued again. And the readers of the queues are woken, or rest. */

import { number, object, optional, picklist } from 'valibot'
import { consumer } from '#lambda/consumer.ts'
import { carryPolls, READER_REQUESTS, restReaders, wakeReaders } from '#use-cases/work/rest-readers.ts'
import { sweepUntil } from '#use-cases/work/sweep-minute.ts'
import { pause, readerControl } from '../runtime.ts'
import { SWEPT_TO, sweeper } from '../sweeper.ts'

export const handler = consumer(
  {
    name: 'sweep-soon',
    queue: 'sweep-soon',
    neverRests: true,
    neverLimited: true,
    message: object({ until: number(), readers: optional(picklist(READER_REQUESTS)) }),
    batchSize: 1,
    // It runs for fifty seconds, and waits for the functions whose messages it carries: the slowest has ninety.
    timeoutS: 150,
    memoryMb: 256,
    uses: { table: 'write', alsoWrites: ['remove', 'bulk'], sends: SWEPT_TO, readers: true },
    ifBroken:
      'Work that a crash or a lost message left behind is taken up once a minute only, too late for what must act at once, and queues that rest are not read. Look at the log of sweep-soon at once.',
  },
  () => ({ ...sweeper(), control: readerControl(), pause }),
  async (deps, { until, readers: asked }) => {
    const { readers, control } = deps
    if (asked === undefined) return sweepUntil(deps, until)
    if (readers === null || control === null) return
    await { wake: wakeReaders, rest: restReaders, carry: carryPolls }[asked]({ ...deps, readers, control })
  },
)
