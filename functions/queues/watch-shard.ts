/** Watches the prices of a share of the markets for a minute, if one run cannot poll all markets. */

import { number, object } from 'valibot'
import { consumer } from '#lambda/consumer.ts'
import { watchPart } from '#use-cases/price-watch/start-watch.ts'
import { PRICE_WATCH_USES, priceWatch } from '../price-watch.ts'

export const handler = consumer(
  {
    name: 'watch-shard',
    queue: 'watch-shard',
    message: object({ index: number(), of: number(), until: number() }),
    batchSize: 1,
    neverLimited: true,
    memoryMb: 240,
    timeoutS: 90,
    uses: PRICE_WATCH_USES,
    ifBroken: 'The prices of some markets are not watched: stops do not fire. Look at the log of watch-shard at once.',
  },
  priceWatch,
  (deps, { until, ...shard }) => watchPart(deps, shard, until),
)
