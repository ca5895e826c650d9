/** Compares a price of a market with the stops armed there, and sends those that it reaches to the trigger queue. */

import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import { recentTrades, showsPrice, TRADE_COUNTS_FOR } from '#domain/markets/mark-price.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import { atOnce } from '../../kernel/at-once.ts'
import { type ConfirmOpenDeps, mayFire } from '../fire/confirm-open.ts'
import { groupOf, SENDS_AT_ONCE, sendTrigger } from '../fire/send-trigger.ts'
import { type ArmedStops, marketMemory, type QuoteMemory, type ReachedStop } from '../watch-state.ts'
import { type ReadStopsDeps, readNow } from './armed-stops.ts'
import { quoteOf } from './quote-of.ts'
import { firingAt, sorted } from './trailing-stops.ts'

export interface CompareMarketDeps {
  readonly queues: Queues
  readonly memory: QuoteMemory
  readonly exchanges: ConfirmOpenDeps['exchanges']
  readonly clock: Clock
  readonly log: Log
}

/** Each recent trade of the quote is compared too. A poll and an event of a stream are compared in the same way. */
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
  const reached = sorted(firingAt(memory, stops, quote, now)).filter(
    ({ stop }) => !memory.reached.has(stop.complexOrderId),
  )
  if (reached.length === 0) return
  // Prices that come while the exchange is asked send none of them twice.
  const sending = reached.map((one): ReachedStop => ({ ...one, market, reachedAt: now, sentAt: now, isGone: false }))
  for (const one of sending) memory.reached.set(one.stop.complexOrderId, one)
  if (await mayFire(deps, market, shown)) return send(deps, sending)
  for (const { stop } of sending) memory.reached.delete(stop.complexOrderId)
}

const send = (deps: CompareMarketDeps, reached: readonly ReachedStop[]): Promise<void> =>
  atOnce(SENDS_AT_ONCE, reached, async (one) => {
    const { stop, crossing, market } = one
    one.sentAt = (await sendTrigger(deps, stop, crossing, groupOf(market))) ? deps.clock() : 0
  })

/** How long a stop has to fire before it is sent again: longer if many fire at once, and a minute at most. */
const SEND_AGAIN_AFTER = 10 * SECOND
const TIME_FOR_EACH = 30
const patienceFor = (many: number): number => Math.min(MINUTE, Math.max(SEND_AGAIN_AFTER, TIME_FOR_EACH * many))

/**
 * Sends stops again that were sent and are still armed, with the price that reached them: their messages may be lost. A price of more than two
 * minutes ago fires nothing any more: such a stop is compared again. Returns the markets in which it has found a new stop.
 */
export const sendAgain = async (deps: CompareMarketDeps & ReadStopsDeps): Promise<readonly WatchedMarket[]> => {
  const { memory } = deps
  const now = deps.clock()
  const patience = patienceFor(memory.reached.size)
  const due = [...memory.reached.values()].filter(({ sentAt }) => now - sentAt >= patience)
  if (due.length === 0) return []
  const grown = await readNow(deps, [...new Map(due.map(({ market }) => [market.svcId, market])).values()])
  const shown = new Set([...memory.stops.values()].flatMap(shownIds))
  const waiting = due.filter((one) => {
    const { complexOrderId } = one.stop
    const isGone = !shown.has(complexOrderId)
    if ((isGone && one.isGone) || now - one.reachedAt > TRADE_COUNTS_FOR) memory.reached.delete(complexOrderId)
    Object.assign(one, { isGone, sentAt: now })
    return !isGone && memory.reached.has(complexOrderId)
  })
  await send(deps, waiting)
  return grown
}

/** The stops that the last reading of their market showed. */
const shownIds = ({ stops, unshown }: ArmedStops): readonly string[] =>
  stops.map(({ complexOrderId }) => complexOrderId).filter((id) => !unshown.has(id))
