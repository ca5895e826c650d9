/** Cancels an order at its exchange. */

import { object, string } from 'valibot'
import { consumer } from '#lambda/consumer.ts'
import { retryOutage } from '#use-cases/kernel/retry-outage.ts'
import { cancelAtExchange } from '#use-cases/orders/cancel/cancel-at-exchange.ts'
import { TimeBudget } from '#use-cases/orders/send/time-budget.ts'
import {
  accountSyncs,
  callGate,
  clock,
  exchanges,
  log,
  openAccount,
  pause,
  publishedOrders,
  queues,
} from '../runtime.ts'

export const handler = consumer(
  {
    name: 'cancel-order',
    queue: 'cancel-order',
    message: object({ orderId: string() }),
    batchSize: 10,
    timeoutS: 15,
    memoryMb: 1024,
    uses: {
      table: 'write',
      alsoWrites: ['remove'],
      sends: ['execute-order', 'cancel-order', 'sync-account', 'advance-contingents', 'deliver-webhook'],
      vault: ['open'],
      exchanges: 'account',
    },
    ifBroken:
      'Cancelled and expired orders stay on the exchange. Look at the log of cancel-order and at its dead-letter queue.',
  },
  () => ({
    orders: publishedOrders(),
    accountSyncs: accountSyncs(),
    queues: queues(),
    openAccount: openAccount(),
    exchanges: exchanges(),
    circuitBreaker: callGate(),
    pause,
    clock,
    log,
  }),
  async (deps, { orderId }, time) => {
    const window = new TimeBudget(time.timeoutMs, time.remainingMs)
    // An exit may wait for the cancel, and its message comes again only after more than a minute.
    await retryOutage(deps, window.lastCall, { orderId }, () => cancelAtExchange(deps, orderId, window))
  },
)
