/** Executes an order on a custom asset, when it is accepted or one of its legs has changed: one message, one order. */

import { object, string } from 'valibot'
import { SECOND } from '#domain/kernel/time.ts'
import { consumer } from '#lambda/consumer.ts'
import { executeBasket } from '#use-cases/baskets/execute-basket.ts'
import {
  clock,
  credentials,
  haltOfNewRisk,
  ids,
  log,
  marketSources,
  markets,
  positions,
  publishedOrders,
  queues,
  slippage,
  subaccounts,
  tradingDays,
} from '../runtime.ts'

/** Longest time of reading the books of all members; later books would show another moment. */
const BOOKS_WITHIN = 8 * SECOND

export const handler = consumer(
  {
    name: 'execute-basket',
    queue: 'execute-basket',
    message: object({ orderId: string() }),
    batchSize: 10,
    timeoutS: 30,
    memoryMb: 1024,
    uses: {
      table: 'write',
      sends: ['execute-basket', 'execute-order', 'cancel-order', 'advance-contingents', 'deliver-webhook'],
      exchanges: 'public',
    },
    ifBroken:
      'Orders on custom assets are accepted and not split, or not ended. Look at the log of execute-basket and at its dead-letter queue.',
  },
  () => ({
    orders: publishedOrders(),
    subaccounts: subaccounts(),
    credentials: credentials(),
    markets: markets(),
    positions: positions(),
    tradingDays: tradingDays(),
    haltOfDeployment: haltOfNewRisk(),
    queues: queues(),
    exchanges: marketSources(),
    slippage: slippage(),
    clock,
    ids,
    log,
  }),
  (deps, { orderId }) => executeBasket(deps, orderId, () => AbortSignal.timeout(BOOKS_WITHIN)),
)
