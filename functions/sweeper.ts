/** What the functions that look for overdue work have in common. */

import type { ConsumerDeps } from '#lambda/consumer.ts'
import type { Uses } from '#lambda/declaration.ts'
import type { SweepWorkDeps } from '#use-cases/work/sweep-work.ts'
import {
  accountSyncs,
  clock,
  deadMansSwitches,
  log,
  positions,
  publishedComplexOrders,
  publishedOrders,
  queues,
  subaccounts,
  tradingDays,
  work,
} from './runtime.ts'

export const sweeper = (): ConsumerDeps & SweepWorkDeps => ({
  work: work(),
  orders: publishedOrders(),
  complexOrders: publishedComplexOrders(),
  deadMansSwitches: deadMansSwitches(),
  accountSyncs: accountSyncs(),
  subaccounts: subaccounts(),
  positions: positions(),
  tradingDays: tradingDays(),
  queues: queues(),
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
  'sweep-soon',
] as const satisfies Uses['sends']
