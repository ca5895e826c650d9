/** What the functions that watch prices have in common. */

import type { ConsumerDeps } from '#lambda/consumer.ts'
import type { WatchMinuteDeps } from '#use-cases/watch-minute.ts'
import {
  clock,
  complexOrders,
  listedExchanges,
  log,
  pause,
  pollEveryMs,
  priceFeeds,
  queues,
  seenQuotes,
  toldOrders,
} from './runtime.ts'

export const priceWatch = (): ConsumerDeps & WatchMinuteDeps => ({
  orders: toldOrders(),
  complexOrders: complexOrders(),
  priceFeeds: priceFeeds(),
  queues: queues(),
  exchanges: listedExchanges(),
  memory: seenQuotes(),
  pollEveryMs: pollEveryMs(),
  pause,
  clock,
  log,
})
