/** Advances complex orders: after a change of an order that others depend on, or when one is due. */

import { array, boolean, nullable, number, object, optional, record, string, union, unknown } from 'valibot'
import { consumer } from '#lambda/consumer.ts'
import { advanceComplexOrder, advanceOrder, endInClosedMarket } from '#use-cases/contingent/advance-contingents.ts'
import { endPage, endStops } from '#use-cases/contingent/end/end-market.ts'
import { checkArmed } from '#use-cases/price-watch/sources/check-armed.ts'
import {
  clock,
  fills,
  ids,
  log,
  marketSources,
  markets,
  positions,
  priceFeeds,
  publishedComplexOrders,
  publishedOrders,
  queues,
  quotesOfArmed,
  subaccounts,
} from '../runtime.ts'

export const handler = consumer(
  {
    name: 'advance-contingents',
    queue: 'advance-contingents',
    message: union([
      object({ orderId: string(), closed: optional(boolean(), false) }),
      object({ complexOrderId: string() }),
      object({ closedSvcId: number(), after: nullable(record(string(), unknown())) }),
      // Versions before 1.0.0 sent these messages; some may be in the queue while a deployment is updated.
      object({ endedIds: array(string()) }),
    ]),
    batchSize: 10,
    timeoutS: 30,
    uses: {
      table: 'write',
      alsoWrites: ['remove', 'bulk'],
      sends: [
        'execute-order',
        'cancel-order',
        'execute-basket',
        'advance-contingents',
        'fire-trigger',
        'watch-shard',
        'deliver-webhook',
      ],
      exchanges: 'public',
    },
    ifBroken:
      'Take profits and stop losses do not follow the fills of their orders, and TWAP orders do not continue. Look at the log of advance-contingents and at its dead-letter queue.',
  },
  () => ({
    orders: publishedOrders(),
    complexOrders: publishedComplexOrders(),
    subaccounts: subaccounts(),
    markets: markets(),
    positions: positions(),
    fills: fills(),
    priceFeeds: priceFeeds(),
    queues: queues(),
    exchanges: marketSources(),
    quotesTogether: quotesOfArmed(),
    clock,
    ids,
    log,
  }),
  async (deps, message) => {
    if ('closedSvcId' in message) return endPage(deps, message)
    if ('endedIds' in message) return endStops(deps, message.endedIds)
    await checkArmed(deps, (noting) =>
      'orderId' in message
        ? (message.closed ? endInClosedMarket : advanceOrder)(noting, message.orderId)
        : advanceComplexOrder(noting, message.complexOrderId),
    )
  },
)
