/** Cancels the stops that are armed on a market whose trading has ended. */

import { ONE, price } from '#domain/kernel/numbers.ts'
import type { ComplexOrderStore, PriceSpan, WatchedMarket } from '#ports/orders/complex-order-store.ts'
import { atOnce } from '../kernel/at-once.ts'
import { type CancelComplexOrderDeps, cancelComplexOrder } from './cancel-complex-order.ts'

/** The span of all prices. */
export const ANY_PRICE: PriceSpan = { low: price(0), high: price(ONE) }

/** How many are cancelled in one poll; the next polls cancel the rest. */
const MOST_PER_POLL = 100
const CANCELS_AT_ONCE = 8

export interface EndMarketDeps extends CancelComplexOrderDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'save' | 'crossed'>
}

/** How many were still armed there. */
export const endMarket = async (deps: EndMarketDeps, { svcId }: WatchedMarket): Promise<number> => {
  const stops = await deps.complexOrders.crossed(svcId, ANY_PRICE, MOST_PER_POLL)
  await atOnce(CANCELS_AT_ONCE, stops, ({ complexOrderId }) => endStop(deps, complexOrderId))
  return stops.length
}

/** Cancels a stop that can never fire, unless it has ended. */
export const endStop = async (deps: CancelComplexOrderDeps, complexOrderId: string): Promise<void> => {
  const stop = await deps.complexOrders.get(complexOrderId)
  // The list that named it may lag.
  if (stop?.status === 'ACTIVE' || stop?.status === 'PENDING')
    await cancelComplexOrder(deps, stop.userId, complexOrderId, 'market_closed')
}
