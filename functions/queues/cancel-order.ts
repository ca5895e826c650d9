/** When an order is to be asked off the exchange's book. */

import { object, string } from 'valibot'
import { consumer } from '#lambda/consumer.ts'
import { cancelAtExchange } from '#use-cases/orders/cancel/cancel-at-exchange.ts'
import { sendWindow } from '#use-cases/orders/send/send-window.ts'
import { accountSyncs, callGate, clock, exchanges, log, openAccount, publishedOrders, queues } from '../runtime.ts'

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
    sendGate: callGate(),
    clock,
    log,
  }),
  (deps, { orderId }, time) => cancelAtExchange(deps, orderId, sendWindow(time.timeoutMs, time.remainingMs)),
)
