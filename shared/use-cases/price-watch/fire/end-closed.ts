/** Ends the stops of markets whose exchange reports that trading has ended. */

import { MINUTE } from '#domain/kernel/time.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { endMarket } from '../../contingent/end/end-market.ts'
import type { EnqueueDeps } from '../../work/enqueue.ts'
import { marketMemory, type WatchState } from '../watch-state.ts'

export type EndClosedDeps = EnqueueDeps & {
  readonly memory: WatchState
  readonly clock: Clock
  readonly log: Log
}

/** How often the exchange is asked about a market without a quote. */
const ASK_AGAIN_AFTER = MINUTE

/** Asks the queue to end the stops of a closed market, if any are armed. */
export const endClosed = async (deps: EndClosedDeps, market: WatchedMarket): Promise<void> => {
  const now = deps.clock()
  if (deps.memory.stops.get(market.svcId)?.isAny === true)
    await endMarket(deps, market, marketMemory(deps.memory, market.svcId, now), now)
}

/** Returns the markets that the exchange reports as closed. A market without a quote may have ended: EXCHANGE_B then has no book. */
export const closedMarkets = async (
  deps: EndClosedDeps,
  exchange: Pick<MarketDataSource, 'name' | 'marketStates'>,
  markets: readonly WatchedMarket[],
  signal: AbortSignal,
): Promise<readonly WatchedMarket[]> => {
  const now = deps.clock()
  const due = markets.filter(({ svcId }) => {
    const memory = marketMemory(deps.memory, svcId, now)
    const isDue = memory.missedAt === null || now - memory.missedAt >= ASK_AGAIN_AFTER
    if (isDue) memory.missedAt = now
    return isDue
  })
  if (due.length === 0) return []
  const names = due.map(({ nativeId }) => nativeId)
  const states = await exchange.marketStates(names, signal, deps.memory.readers.get(exchange.name) ?? null)
  const closed = new Set(states.filter(({ state }) => state === 'closed').map(({ nativeId }) => nativeId))
  return due.filter(({ nativeId }) => closed.has(nativeId))
}
