/** Parts that the functions of the price watch share. */

import { toMarketText } from '#contract/streams/market-message.ts'
import { toFarewell } from '#contract/streams/server-message.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { ConsumerDeps } from '#lambda/consumer.ts'
import type { Uses } from '#lambda/declaration.ts'
import type { WatchRunDeps } from '#use-cases/price-watch/watch-run.ts'
import {
  after,
  apiKeys,
  clock,
  log,
  markets,
  openAccount,
  pause,
  pollEveryMs,
  priceFeeds,
  publishedComplexOrders,
  publishedOrders,
  queues,
  recording,
  seenQuotes,
  streamSender,
  streams,
  subaccounts,
  watchedExchanges,
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
  records: true,
  streams: 'push',
}

const exchangeOf = (name: ExchangeName) => watchedExchanges()(name)

export const priceWatch = (): ConsumerDeps & WatchRunDeps => ({
  orders: publishedOrders(),
  complexOrders: publishedComplexOrders(),
  priceFeeds: priceFeeds(),
  queues: queues(),
  exchanges: (name) => exchangeOf(name)?.marketData ?? null,
  streams: (name) => exchangeOf(name)?.prices ?? null,
  accountStreams: (name) => exchangeOf(name)?.accounts ?? null,
  openAccount: openAccount(),
  subaccounts: subaccounts(),
  markets: markets(),
  apiKeys: apiKeys(),
  streamRows: streams(),
  streamSender: streamSender(),
  marketText: toMarketText,
  farewell: toFarewell,
  after,
  memory: seenQuotes(),
  recording: recording(),
  pollEveryMs: pollEveryMs(),
  pause,
  clock,
  log,
})
