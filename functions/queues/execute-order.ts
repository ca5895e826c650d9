/** Sends a due order to its exchange: one message, one order. */

import { object, string } from 'valibot'
import { consumer } from '#lambda/consumer.ts'
import { executeOrder } from '#use-cases/orders/send/execute-order.ts'
import { TimeBudget } from '#use-cases/orders/send/time-budget.ts'
import {
  accountSyncs,
  callGate,
  clock,
  exchanges,
  haltOfNewRisk,
  ids,
  log,
  markets,
  messageControl,
  openAccount,
  pause,
  positions,
  publishedOrders,
  queues,
  reducers,
  slippage,
  subaccounts,
  tradingDays,
} from '../runtime.ts'

export const handler = consumer(
  {
    name: 'execute-order',
    queue: 'execute-order',
    fifo: true,
    message: object({ orderId: string() }),
    batchSize: 10,
    alarmAfterS: 40,
    // Short: a run that dies blocks its orders for the lease, which is longer, and its group for the visibility time-out.
    timeoutS: 15,
    memoryMb: 1024,
    uses: {
      table: 'write',
      alsoWrites: ['remove', 'bulk'],
      sends: ['cancel-order', 'sync-account', 'advance-contingents', 'deliver-webhook', 'sweep-soon'],
      requeues: true,
      vault: ['open'],
      exchanges: 'account',
    },
    ifBroken: 'Orders are accepted and do not reach the exchange. Look at the log of execute-order.',
  },
  () => ({
    orders: publishedOrders(),
    subaccounts: subaccounts(),
    tradingDays: tradingDays(),
    haltOfDeployment: haltOfNewRisk(),
    markets: markets(),
    positions: positions(),
    accountSyncs: accountSyncs(),
    queues: queues(),
    control: messageControl(),
    openAccount: openAccount(),
    exchanges: exchanges(),
    circuitBreaker: callGate(),
    recentReducers: reducers(),
    slippage: slippage(),
    pause,
    clock,
    ids,
    log,
  }),
  (deps, { orderId }, time) =>
    executeOrder(deps, orderId, new TimeBudget(time.timeoutMs, time.remainingMs, time.place)),
)
