/** When an order is due to go to its exchange: one message, one order. */

import { object, string } from 'valibot'
import { consumer } from '#lambda/consumer.ts'
import { executeOrder } from '#use-cases/execute-order.ts'
import { sendWindow } from '#use-cases/send-window.ts'
import {
  clock,
  exchanges,
  ids,
  log,
  markets,
  openAccount,
  pause,
  positions,
  queues,
  slippage,
  subaccounts,
  toldOrders,
  tradingDays,
  venueAccounts,
} from '../runtime.ts'

export const handler = consumer(
  {
    name: 'execute-order',
    queue: 'execute-order',
    fifo: true,
    message: object({ orderId: string() }),
    batchSize: 10,
    timeoutS: 30,
    memoryMb: 1024,
    uses: {
      table: 'write',
      sends: ['cancel-order', 'sync-account', 'tend-conditionals', 'deliver-webhook'],
      vault: ['open'],
      exchanges: true,
    },
    ifBroken:
      'Orders are accepted and do not reach the exchange. Look at the log of execute-order and at its dead-letter queue.',
  },
  () => ({
    orders: toldOrders(),
    subaccounts: subaccounts(),
    tradingDays: tradingDays(),
    markets: markets(),
    positions: positions(),
    venueAccounts: venueAccounts(),
    queues: queues(),
    openAccount: openAccount(),
    exchanges: exchanges(),
    slippage: slippage(),
    pause,
    clock,
    ids,
    log,
  }),
  (deps, { orderId }, time) => executeOrder(deps, orderId, sendWindow(time.timeoutMs, time.remainingMs)),
)
