/** Fires an armed stop whose price was reached. */

import { number, object, optional, picklist, pipe, string, transform } from 'valibot'
import { price } from '#domain/kernel/numbers.ts'
import { TRIGGER_PRICE_SOURCES } from '#domain/markets/trigger-price.ts'
import { consumer } from '#lambda/consumer.ts'
import { nearTheEnd } from '#lambda/near-the-end.ts'
import { fireTrigger } from '#use-cases/contingent/fire/fire-trigger.ts'
import { retryOutage } from '#use-cases/kernel/retry-outage.ts'
import {
  clock,
  fills,
  haltOfNewRisk,
  ids,
  log,
  markets,
  pause,
  positions,
  publishedComplexOrders,
  publishedOrders,
  queues,
  subaccounts,
  tradingDays,
} from '../runtime.ts'

export const handler = consumer(
  {
    name: 'fire-trigger',
    queue: 'fire-trigger',
    message: object({
      complexOrderId: string(),
      price: pipe(number(), transform(price)),
      source: picklist(TRIGGER_PRICE_SOURCES),
      stopPrice: optional(pipe(number(), transform(price))),
    }),
    comesAgainSoon: true,
    batchSize: 10,
    // Short: if a run dies while it fires a stop, the stop waits for the visibility time-out, unless its price is seen again.
    timeoutS: 15,
    uses: {
      table: 'write',
      alsoWrites: ['remove', 'bulk'],
      sends: ['execute-order', 'execute-basket', 'cancel-order', 'advance-contingents', 'deliver-webhook'],
    },
    ifBroken: 'Stops do not fire although their price was reached. Look at the log of fire-trigger at once.',
  },
  () => ({
    orders: publishedOrders(),
    complexOrders: publishedComplexOrders(),
    subaccounts: subaccounts(),
    tradingDays: tradingDays(),
    haltOfDeployment: haltOfNewRisk(),
    markets: markets(),
    positions: positions(),
    fills: fills(),
    queues: queues(),
    // Only advance-contingents asks an exchange for the state of a market.
    exchanges: () => null,
    pause,
    clock,
    ids,
    log,
  }),
  async (deps, { complexOrderId, ...observed }, time) => {
    // The price may have moved away when the message comes again.
    await retryOutage(deps, nearTheEnd(time, 5_000), { complexOrderId }, (isAgain) =>
      fireTrigger(deps, complexOrderId, observed, isAgain),
    )
  },
)
