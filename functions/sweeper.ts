/** What the functions that look for overdue work have in common. */

import type { ConsumerDeps } from '#lambda/consumer.ts'
import type { Uses } from '#lambda/declaration.ts'
import type { SweepMinuteDeps } from '#use-cases/work/sweep-minute.ts'
import {
  accountSyncs,
  changes,
  clock,
  credentials,
  customAssets,
  deadMansSwitches,
  deletions,
  flattenings,
  log,
  markets,
  pause,
  positions,
  publishedComplexOrders,
  publishedOrders,
  queueReaders,
  queues,
  quietQueues,
  readersRest,
  subaccounts,
  swept,
  tradingDays,
  webhooks,
  work,
} from './runtime.ts'

export const sweeper = (): ConsumerDeps & SweepMinuteDeps => ({
  work: work(),
  orders: publishedOrders(),
  complexOrders: publishedComplexOrders(),
  deadMansSwitches: deadMansSwitches(),
  flattenings: flattenings(),
  deletions: deletions(),
  credentials: credentials(),
  customAssets: customAssets(),
  markets: markets(),
  accountSyncs: accountSyncs(),
  subaccounts: subaccounts(),
  webhooks: webhooks(),
  changes: changes(),
  positions: positions(),
  tradingDays: tradingDays(),
  queues: queues(),
  quietQueues: quietQueues(),
  swept: swept(),
  readers: queueReaders(),
  mayRest: readersRest(),
  pause,
  clock,
  log,
})

/** Queues it sends what is overdue to. */
export const SWEPT_TO = [
  'execute-order',
  'execute-basket',
  'cancel-order',
  'sync-account',
  'advance-contingents',
  'deliver-webhook',
  'attempt-delivery',
  'push-changes',
  'sweep-soon',
] as const satisfies Uses['sends']
