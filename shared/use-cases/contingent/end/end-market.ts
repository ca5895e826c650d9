/**
 * Cancels the armed stops of a closed market. One message is sent for the market, and its consumer ends one page of stops after the other.
 * A stop stays armed until it is cancelled, so that the price watch finds it after a lost message.
 */

import { MARKET_CLOSED } from '#domain/contingent/exits/exits.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { OtherAccounts } from '#ports/accounts/other-accounts.ts'
import { logged } from '#ports/kernel/log.ts'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import type { WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import type { QueueMessages } from '#ports/work/queues.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import { type EnqueueDeps, enqueueEnd } from '../../work/enqueue.ts'
import { type CancelComplexOrderDeps, cancelComplexOrder } from './cancel-complex-order.ts'

/** Stops that one message ends: about a second of work. */
const PAGE = 100
const CANCELS_AT_ONCE = 8

/** Time of the consumer for all stops of a market, in ms. Then the message is sent again, because it may be lost. */
const ASK_AGAIN_AFTER = MINUTE

/** The memory of this process of a closed market. */
export interface EndedMarket {
  /** Time of the last message. */
  endRequestedAt: Millis | null
}

/** Asks the queue to end all stops of a closed market, at most once a minute. */
export const endMarket = async (
  deps: EnqueueDeps,
  { svcId }: Pick<WatchedMarket, 'svcId'>,
  memory: EndedMarket,
  now: Millis,
): Promise<void> => {
  if (memory.endRequestedAt !== null && now - memory.endRequestedAt < ASK_AGAIN_AFTER) return
  memory.endRequestedAt = now
  await enqueueEnd(deps, { closedSvcId: svcId, after: null })
}

export interface EndPageDeps extends CancelComplexOrderDeps {
  readonly complexOrders: CancelComplexOrderDeps['complexOrders'] & Pick<WatchStore, 'armedPage'>
}

/** Ends a page of the stops of a closed market, and asks the queue for the next page. */
export const endPage = async (
  deps: EndPageDeps,
  { closedSvcId, after }: Extract<QueueMessages['advance-contingents'], { closedSvcId: number }>,
): Promise<void> => {
  const { stops, next } = await deps.complexOrders.armedPage(closedSvcId, PAGE, after)
  const ids = stops.map(({ complexOrderId }) => complexOrderId)
  // A stop that cannot be cancelled stays armed, and does not delay the next page. The first message is sent again a minute later.
  await endStops(deps, ids).catch(logged(deps.log, 'warn', 'stops of a closed market stay armed', { closedSvcId }))
  if (next !== null) await enqueueEnd(deps, { closedSvcId, after: next })
}

/** Cancels these stops, unless they have ended. Throws after the last one if a cancel failed. */
export const endStops = async (deps: CancelComplexOrderDeps, ids: readonly string[]): Promise<void> => {
  const failures: unknown[] = []
  await mapConcurrent(CANCELS_AT_ONCE, ids, async (complexOrderId) => {
    try {
      await endStop(deps, complexOrderId)
    } catch (error) {
      if (error instanceof OtherAccounts) return
      deps.log.error('stop of a closed market not ended', { complexOrderId, error: String(error) })
      // A repeated attempt would fail again.
      if (!(error instanceof UnreadableRow)) failures.push(error)
    }
  })
  if (failures.length > 0) throw failures[0]
}

/** Cancels a stop that can never fire, unless it has ended. */
export const endStop = async (deps: CancelComplexOrderDeps, complexOrderId: string): Promise<void> => {
  const stop = await deps.complexOrders.get(complexOrderId)
  // The list with this id may lag.
  if (stop?.status === 'ACTIVE' || stop?.status === 'PENDING')
    await cancelComplexOrder(deps, stop.userId, complexOrderId, MARKET_CLOSED)
}
