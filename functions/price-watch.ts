/** What the functions that watch prices have in common. */

import type { ConsumerDeps } from '#lambda/consumer.ts'
import type { Uses } from '#lambda/declaration.ts'
import type { WatchMinuteDeps } from '#use-cases/price-watch/watch-minute.ts'
import {
  clock,
  log,
  marketSources,
  pause,
  pollEveryMs,
  priceFeeds,
  publishedComplexOrders,
  publishedOrders,
  queues,
  seenQuotes,
} from './runtime.ts'

export const PRICE_WATCH_USES: Uses = {
  table: 'write',
  sends: [
    'fire-trigger',
    'watch-shard',
    'advance-contingents',
    'cancel-order',
    'execute-order',
    'execute-basket',
    'deliver-webhook',
  ],
  exchanges: 'public',
}

export const priceWatch = (): ConsumerDeps & WatchMinuteDeps => ({
  orders: publishedOrders(),
  complexOrders: publishedComplexOrders(),
  priceFeeds: priceFeeds(),
  queues: queues(),
  exchanges: marketSources(),
  memory: seenQuotes(),
  pollEveryMs: pollEveryMs(),
  pause,
  clock,
  log,
})
