/** Removes a market from the watched ones after its last stop is gone: no write does that. */

import { MINUTE } from '#domain/kernel/time.ts'
import type { WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import type { QuoteMemory } from './watch-state.ts'

export interface ForgetEmptyDeps {
  readonly complexOrders: Pick<WatchStore, 'unwatch'>
  readonly memory: Pick<QuoteMemory, 'stops' | 'marked'>
}

/** Far longer than the index may lag behind a new stop. */
const EMPTY_AFTER = 5 * MINUTE
/** Two readings: a single one may miss a trailing stop that moves. */
const EMPTY_FOR = MINUTE

/** Called after the stops of the market were read. */
export const forgetEmpty = async ({ complexOrders, memory }: ForgetEmptyDeps, market: WatchedMarket): Promise<void> => {
  const known = memory.stops.get(market.svcId)
  if (known === undefined || known.emptySince === null || !memory.marked.has(market.svcId)) return
  if (known.readAt - market.armedAt < EMPTY_AFTER || known.readAt - known.emptySince < EMPTY_FOR) return
  await complexOrders.unwatch(market)
}
