/** Watches prices from minute to minute, and sends the stops that a price reaches to the trigger queue. */

import { WATCH_FOR } from '#domain/markets/price-feed.ts'
import { schedule } from '#lambda/schedule.ts'
import { startWatch } from '#use-cases/price-watch/start-watch.ts'
import { PRICE_WATCH_USES, priceWatch } from '../price-watch.ts'

export const handler = schedule(
  {
    name: 'watch-prices',
    everyMinutes: 1,
    overlaps: true,
    // The function waits for exchanges most of the time.
    memoryMb: 240,
    // A minute, the time until the next run has taken over, and the time of a last poll.
    timeoutS: 90,
    uses: PRICE_WATCH_USES,
    ifBroken: 'Prices are not watched: stops do not fire. Look at the log of watch-prices at once.',
  },
  priceWatch,
  (deps) => startWatch(deps, deps.clock() + WATCH_FOR),
)
