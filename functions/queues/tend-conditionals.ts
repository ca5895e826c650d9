/** When something has become of an order that others follow, or a complex order is due. */

import { object, string, union } from 'valibot'
import { consumer } from '#lambda/consumer.ts'
import { lookAtArmed } from '#use-cases/look-at-armed.ts'
import { tendComplexOrder, tendOrder } from '#use-cases/tend-conditionals.ts'
import {
  clock,
  ids,
  listedExchanges,
  log,
  markets,
  priceFeeds,
  queues,
  subaccounts,
  toldBaskets,
  toldComplexOrders,
  toldOrders,
} from '../runtime.ts'

export const handler = consumer(
  {
    name: 'tend-conditionals',
    queue: 'tend-conditionals',
    message: union([object({ orderId: string() }), object({ complexOrderId: string() })]),
    batchSize: 10,
    timeoutS: 30,
    uses: {
      table: 'write',
      sends: [
        'execute-order',
        'cancel-order',
        'execute-basket',
        'tend-conditionals',
        'fire-trigger',
        'watch-shard',
        'deliver-webhook',
      ],
      exchanges: true,
    },
    ifBroken:
      'Take profits and stop losses do not follow the fills of their orders, and TWAP orders stand still. Look at the log of tend-conditionals and at its dead-letter queue.',
  },
  () => ({
    orders: toldOrders(),
    baskets: toldBaskets(),
    complexOrders: toldComplexOrders(),
    subaccounts: subaccounts(),
    markets: markets(),
    priceFeeds: priceFeeds(),
    queues: queues(),
    exchanges: listedExchanges(),
    clock,
    ids,
    log,
  }),
  (deps, message) =>
    lookAtArmed(deps, (noting) =>
      'orderId' in message ? tendOrder(noting, message.orderId) : tendComplexOrder(noting, message.complexOrderId),
    ),
)
