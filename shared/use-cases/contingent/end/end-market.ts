/**
 * Cancels the stops that are armed on a market whose trading has ended. One message is sent for the market, and its consumer ends the stops
 * a page at a time. A stop stays armed until it is cancelled, so that the price watch finds what is lost on the way.
 */

import { MARKET_CLOSED } from '#domain/contingent/exits.ts'
import { ONE, price } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { logged } from '#ports/kernel/log.ts'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import type { PriceSpan, WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import type { QueueMessages } from '#ports/work/queues.ts'
import { atOnce } from '../../kernel/at-once.ts'
import { type EnqueueDeps, enqueueEnd } from '../../work/enqueue.ts'
import { type CancelComplexOrderDeps, cancelComplexOrder } from './cancel-complex-order.ts'

/** The span of all prices. */
export const ANY_PRICE: PriceSpan = { low: price(0), high: price(ONE) }

/** Stops that one message ends: about a second of work. */
const PAGE = 100
const CANCELS_AT_ONCE = 8

/** How long the consumer has for all stops of a market before it is asked again: its message may be lost. */
const ASK_AGAIN_AFTER = MINUTE

/** What this process remembers of a market that is over. */
export interface EndedMarket {
  /** When the queue was asked to end its stops. */
  endAskedAt: Millis | null
}

/** Has all stops ended that are armed there. */
export const endMarket = async (
  deps: EnqueueDeps,
  { svcId }: Pick<WatchedMarket, 'svcId'>,
  memory: EndedMarket,
  now: Millis,
): Promise<void> => {
  if (memory.endAskedAt !== null && now - memory.endAskedAt < ASK_AGAIN_AFTER) return
  memory.endAskedAt = now
  await enqueueEnd(deps, { closedSvcId: svcId, direction: 'down', after: null })
}

export interface EndPageDeps extends CancelComplexOrderDeps {
  readonly complexOrders: CancelComplexOrderDeps['complexOrders'] & Pick<WatchStore, 'crossedNearest'>
}

/** Ends a page of the stops that are armed there, first those on the way down, and asks for the next page. */
export const endPage = async (
  deps: EndPageDeps,
  { closedSvcId, direction, after }: Extract<QueueMessages['advance-contingents'], { closedSvcId: number }>,
): Promise<void> => {
  const reached = { direction, at: direction === 'down' ? ANY_PRICE.low : ANY_PRICE.high }
  const { stops, next } = await deps.complexOrders.crossedNearest(closedSvcId, reached, PAGE, after)
  const ids = stops.map(({ complexOrderId }) => complexOrderId)
  // The next page does not wait for a stop that cannot be cancelled. It stays armed, and the first message is sent again.
  await endStops(deps, ids).catch(logged(deps.log, 'warn', 'stops of a closed market stay armed', { closedSvcId }))
  if (next !== null) await enqueueEnd(deps, { closedSvcId, direction, after: next })
  else if (direction === 'down') await enqueueEnd(deps, { closedSvcId, direction: 'up', after: null })
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
