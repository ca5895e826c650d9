/** Trading in a market is over: what is armed there can never fire, and ends with that reason. */

import { ONE, price } from '#domain/kernel/numbers.ts'
import type { PriceSpan, WatchedMarket } from '#ports/complex-order-store.ts'
import { atOnce } from '../kernel/at-once.ts'
import { type CancelComplexOrderDeps, cancelComplexOrder } from './cancel-complex-order.ts'

/** Every price there is: nothing that is armed lies outside. */
export const ANY_PRICE: PriceSpan = { low: price(0), high: price(ONE) }

/** How many end in one poll; the rest does in the next ones. */
const MOST_PER_POLL = 100
const CANCELS_AT_ONCE = 8

/** Answers how many were still armed there. */
export const endMarket = async (deps: CancelComplexOrderDeps, { svcId }: WatchedMarket): Promise<number> => {
  const stops = await deps.complexOrders.crossed(svcId, ANY_PRICE, MOST_PER_POLL)
  await atOnce(CANCELS_AT_ONCE, stops, ({ complexOrderId }) => endStop(deps, complexOrderId))
  return stops.length
}

/** One that can never fire, because nothing trades any more where it is armed. */
export const endStop = async (deps: CancelComplexOrderDeps, complexOrderId: string): Promise<void> => {
  const stop = await deps.complexOrders.get(complexOrderId)
  // The list it was read from may lag.
  if (stop?.status === 'ACTIVE') await cancelComplexOrder(deps, stop.userId, complexOrderId, 'market_closed')
}
