/** Updates the market catalogue every five minutes, and hourly while the service is unused. */

import { nearTheEnd } from '#lambda/near-the-end.ts'
import { schedule } from '#lambda/schedule.ts'
import { syncWhenDue } from '#use-cases/markets/sync-when-due.ts'
import { catalogues, clock, log, marketRows, marketSources, pause, syncClock } from '../runtime.ts'

export const handler = schedule(
  {
    name: 'sync-markets',
    everyMinutes: 5,
    timeoutS: 285,
    memoryMb: 1024,
    scratchMb: 1024,
    uses: { table: 'write', alsoWrites: ['bulk'], catalogue: 'write', exchanges: 'public' },
    ifBroken: 'New markets do not appear and closed ones stay open in the catalogue. Look at the log of sync-markets.',
  },
  () => ({
    marketRows: marketRows(),
    catalogues: catalogues(),
    syncClock: syncClock(),
    exchanges: marketSources(),
    clock,
    pause,
    log,
  }),
  (deps, time) =>
    syncWhenDue(deps, {
      first: AbortSignal.timeout(TO_THE_FIRST_INDEX_MS),
      listing: nearTheEnd(time, TO_MAKE_THE_INDEX_MS),
      all: nearTheEnd(time, 5_000),
    }),
)

/** Long enough for some ten thousand markets, and no longer than a newcomer waits. */
const TO_THE_FIRST_INDEX_MS = 20_000

/** Twice the time to read and index 200,000 markets on this function's share of a core. */
const TO_MAKE_THE_INDEX_MS = 120_000
