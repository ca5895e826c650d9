/** Every five minutes the market catalogue is brought up to date. */

import { schedule } from '#lambda/schedule.ts'
import { syncMarkets } from '#use-cases/sync-markets.ts'
import { listedExchanges, log, markets } from '../runtime.ts'

export const handler = schedule(
  {
    name: 'sync-markets',
    everyMinutes: 5,
    timeoutS: 240,
    memoryMb: 1024,
    uses: { table: 'write', exchanges: true },
    ifBroken: 'New markets do not appear and closed ones stay open in the catalogue. Look at the log of sync-markets.',
  },
  () => ({ markets: markets(), exchanges: listedExchanges(), log }),
  (deps, time) => syncMarkets(deps, AbortSignal.timeout(time.remainingMs - 5_000)),
)
