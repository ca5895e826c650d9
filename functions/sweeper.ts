/** Parts that the functions of the sweeper share. */

import type { ConsumerDeps } from '#lambda/consumer.ts'
import type { Uses } from '#lambda/declaration.ts'
import type { SweepWorkDeps } from '#use-cases/sweep/sweep-work.ts'
import {
  accountKind,
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
  queues,
  subaccounts,
  swept,
  tradingDays,
  webhooks,
  work,
} from './runtime.ts'

export const sweeper = (): ConsumerDeps & SweepWorkDeps => ({
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
  swept: swept(),
  accounts: accountKind(),
  pause,
  clock,
  log,
})

/** Queues that overdue work is sent to. */
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
