/**
 * Cancels the stops that are armed on a market whose trading has ended: a few here, and very many by the queue, side by side. A stop stays
 * armed until it is cancelled, so that what is lost on the way is found by the next poll.
 */

import { MARKET_CLOSED } from '#domain/contingent/exits.ts'
import { TRIGGER_DIRECTIONS } from '#domain/contingent/trailing.ts'
import { ONE, price } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { PriceSpan, WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import { atOnce } from '../../kernel/at-once.ts'
import { enqueueEnd } from '../../work/enqueue.ts'
import { type CancelComplexOrderDeps, cancelComplexOrder } from './cancel-complex-order.ts'

/** The span of all prices. */
export const ANY_PRICE: PriceSpan = { low: price(0), high: price(ONE) }

/** How many are cancelled in one poll. If there are more, the queue has them ended. */
const MOST_PER_POLL = 100
const CANCELS_AT_ONCE = 8

/** How long the queue has for all of them before it is asked again. */
const ASK_AGAIN_AFTER = 5 * MINUTE

export interface EndMarketDeps extends CancelComplexOrderDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'save'> & Pick<WatchStore, 'crossed'>
}

/** What this process remembers of a market that is over. */
export interface EndedMarket {
  /** When the queue was asked to end its stops. */
  endAskedAt: Millis | null
}

/** How many were still armed there, at most a hundred. */
export const endMarket = async (
  deps: EndMarketDeps,
  { svcId }: Pick<WatchedMarket, 'svcId'>,
  memory: EndedMarket,
): Promise<number> => {
  const stops = await deps.complexOrders.crossed(svcId, ANY_PRICE, MOST_PER_POLL)
  const now = deps.clock()
  if (stops.length === MOST_PER_POLL && now - (memory.endAskedAt ?? Number.NEGATIVE_INFINITY) >= ASK_AGAIN_AFTER) {
    memory.endAskedAt = now
    for (const direction of TRIGGER_DIRECTIONS) await enqueueEnd(deps, { closedSvcId: svcId, direction, after: null })
  }
  await endStops(
    deps,
    stops.map(({ complexOrderId }) => complexOrderId),
  )
  return stops.length
}

/** Cancels these stops, each unless it has ended. One that cannot be cancelled keeps none of the others; throws then, when all are done. */
export const endStops = async (deps: CancelComplexOrderDeps, ids: readonly string[]): Promise<void> => {
  const failures: unknown[] = []
  await atOnce(CANCELS_AT_ONCE, ids, async (complexOrderId) => {
    try {
      await endStop(deps, complexOrderId)
    } catch (error) {
      deps.log.error('a stop of a closed market could not be ended', { complexOrderId, error: String(error) })
      // Asked again, it fails again.
      if (!(error instanceof UnreadableRow)) failures.push(error)
    }
  })
  if (failures.length > 0) throw failures[0]
}

/** Cancels a stop that can never fire, unless it has ended. */
export const endStop = async (deps: CancelComplexOrderDeps, complexOrderId: string): Promise<void> => {
  const stop = await deps.complexOrders.get(complexOrderId)
  // The list that named it may lag.
  if (stop?.status === 'ACTIVE' || stop?.status === 'PENDING')
    await cancelComplexOrder(deps, stop.userId, complexOrderId, MARKET_CLOSED)
}
