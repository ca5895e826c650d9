/** What the functions that look for overdue work have in common. */

import type { ConsumerDeps } from '#lambda/consumer.ts'
import type { Uses } from '#lambda/declaration.ts'
import type { SweepMinuteDeps } from '#use-cases/work/sweep-minute.ts'
import {
  accountSyncs,
  changes,
  clock,
  deadMansSwitches,
  flattenings,
  log,
  markets,
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
