/** Compares a price of a market with the stops armed there, and sends the stops it reaches to the trigger queue. */

import { recentTrades, showsPrice } from '#domain/markets/mark-price.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import { type ConfirmOpenDeps, mayFire } from '../fire/confirm-open.ts'
import { sendReached } from '../fire/send-reached.ts'
import { marketMemory, type ReachedStop, type WatchState } from '../watch-state.ts'
import { quoteOf } from './quote-of.ts'
import { triggeredStops } from './trigger-hits.ts'

export interface CompareMarketDeps {
  readonly queues: Queues
  readonly memory: WatchState
  readonly exchanges: ConfirmOpenDeps['exchanges']
  readonly clock: Clock
  readonly log: Log
}

/** Compares the quote and each of its recent trades. Polls and streams use the same comparison. */
export const compareMarket = async (
  deps: CompareMarketDeps,
  market: WatchedMarket,
  shown: ExchangeQuote,
): Promise<void> => {
  const { memory } = deps
  const now = deps.clock()
  const quote = { ...quoteOf(shown), trades: recentTrades(shown.trades ?? [], now) }
  if (!showsPrice(quote, now)) return
  marketMemory(memory, market.svcId, now).pricedAt = now
  const stops = memory.stops.get(market.svcId)?.stops ?? []
  const reached = triggeredStops(memory.trails, stops, quote, now)
    .filter(({ stop }) => !memory.reached.has(stop.complexOrderId))
    .map((one): ReachedStop => ({ ...one, market, reachedAt: now, sentAt: now, isGone: false }))
  if (reached.length === 0) return
  // Recorded before the exchange confirms: prices that arrive meanwhile send no stop twice.
  for (const one of reached) memory.reached.set(one.stop.complexOrderId, one)
  if (await mayFire(deps, market, shown)) return sendReached(deps, reached)
  for (const { stop } of reached) memory.reached.delete(stop.complexOrderId)
}
