/** What the functions that watch prices have in common. */

import type { ConsumerDeps } from '#lambda/consumer.ts'
import type { Uses } from '#lambda/declaration.ts'
import type { WatchMinuteDeps } from '#use-cases/price-watch/watch-minute.ts'
import {
  after,
  clock,
  log,
  openAccount,
  openAccountStreams,
  openStreams,
  pause,
  pollEveryMs,
  priceFeeds,
  publishedComplexOrders,
  publishedOrders,
  queues,
  seenQuotes,
  watchedSources,
} from './runtime.ts'

export const PRICE_WATCH_USES: Uses = {
  table: 'write',
  alsoWrites: ['remove', 'bulk'],
  sends: [
    'fire-trigger',
    'watch-shard',
    'sync-account',
    'advance-contingents',
    'cancel-order',
    'execute-order',
    'execute-basket',
    'deliver-webhook',
  ],
  vault: ['open'],
  exchanges: 'streams',
}

export const priceWatch = (): ConsumerDeps & WatchMinuteDeps => ({
  orders: publishedOrders(),
  complexOrders: publishedComplexOrders(),
  priceFeeds: priceFeeds(),
  queues: queues(),
  exchanges: watchedSources(),
  streams: openStreams(),
  accountStreams: openAccountStreams(),
  openAccount: openAccount(),
  after,
  memory: seenQuotes(),
  pollEveryMs: pollEveryMs(),
  pause,
  clock,
  log,
})
