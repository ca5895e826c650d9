/** Checks the quote of one market against the stops armed there, and sends those it reaches to the trigger queue. */

import { type MadeTrade, recentTrades } from '#domain/contingent/mark-price.ts'
import { reaches } from '#domain/contingent/trigger-rule.ts'
import { price } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { type WatchedRange, watchedRange } from '#domain/price-watch/watched-range.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { PriceSpan, WatchedMarket, WatchedStop, WatchStore } from '#ports/price-watch/watch-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import { ANY_PRICE } from '../../contingent/end/end-market.ts'
import { atOnce } from '../../kernel/at-once.ts'
import { isCrowded } from '../crowds/crowd-memory.ts'
import { fireCrowd, MOST_UNDER_WAY } from '../crowds/fire-crowd.ts'
import { type ConfirmOpenDeps, mayFire } from './confirm-open.ts'
import { firingAt, sorted } from './follow-trails.ts'
import { type Look, type MarketMemory, marketMemory, noteTrade, type QuoteMemory } from './quote-memory.ts'
import { quoteOf } from './quote-of.ts'
import { isKnown, type NearestStops, readNearest } from './read-nearest.ts'
import { groupOf, patienceFor, SENDS_AT_ONCE, sendTrigger } from './send-trigger.ts'

export interface WatchMarketDeps {
  readonly complexOrders: ComplexOrderStore & WatchStore
  readonly queues: Queues
  readonly memory: QuoteMemory
  readonly exchanges: ConfirmOpenDeps['exchanges']
  readonly pause: (ms: number) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

/** Stops that one look reads. Of more, the nearest are known. */
const MOST_READ = 10_000

/** How long the index may lag behind the mark that something was armed. */
const ARMING_TAKES = MINUTE

/** How often the index of a still market is queried, and how often while a new stop may not show there yet. */
const LOOK_EVERY = MINUTE
const LOOK_EVERY_WHILE_ARMING = 8 * SECOND

/** Called with the quote of this look. `missed` reads trades that neither that nor a stream has told. */
export const watchMarket = async (
  deps: WatchMarketDeps,
  market: WatchedMarket,
  shown: ExchangeQuote,
  missed: MissedTrades = async () => [],
): Promise<void> => {
  const now = deps.clock()
  const memory = marketMemory(deps.memory, market.svcId, now)
  noteTrade(memory, shown)
  if (watchedRange(quoteOf(shown), now) === null) return
  memory.pricedAt = now
  await look(deps, { market, memory, shown, missed })
}

export type MissedTrades = () => Promise<readonly MadeTrade[]>

interface View {
  readonly market: WatchedMarket
  readonly memory: MarketMemory
  readonly shown: ExchangeQuote
  readonly missed: MissedTrades
}

const look = async (deps: WatchMarketDeps, view: View): Promise<void> => {
  const { market, memory } = view
  const crowded = isCrowded(deps.memory, market.svcId)
  const last = memory.look !== null && isGood(memory.look, market, deps.clock()) ? memory.look : null
  // Beside a crowd: trailing stops that were armed since.
  const readsAll = crowded ? deps.clock() - memory.readAt >= LOOK_EVERY : last === null
  const all = readsAll ? await readAll(deps, market, memory) : null
  const shown = await withTrades(deps, view)
  const now = deps.clock()
  const quote = quoteOf(shown)
  const seen = watchedRange(quote, now)
  if (seen === null) return
  const range = { ...seen, fingerprint: `${seen.fingerprint} ${markOf(shown.trades)}` }
  const isStill = crowded || (last !== null && covers(last, range))
  if (crowded) fireCrowd(deps, market, shown)
  if (isStill && memory.trailing.length === 0) return
  const { stops, isWhole } = isStill ? NOTHING : await readStops(deps, market, memory, { range, last, all })
  const trailing = memory.trailing.filter((one) => !stops.some((other) => other.complexOrderId === one.complexOrderId))
  const firing = firingAt(deps.memory, [...stops, ...trailing], quote, now)
  // Firing stops are queried again until they have left the index, so that a lost message is sent once more.
  if (firing.length > 0) memory.look = null
  if (firing.length > MOST_UNDER_WAY || !isWhole) return fireCrowd(deps, market, shown)
  const patience = patienceFor(firing.length)
  const due = firing.filter(({ stop }) => now - (deps.memory.sent.get(stop.complexOrderId) ?? 0) >= patience)
  if (due.length === 0 || !(await mayFire(deps, market, shown))) return
  await atOnce(SENDS_AT_ONCE, sorted(due), ({ stop, crossing }) =>
    sendTrigger(deps, stop, crossing, now, groupOf(market, stop)),
  )
}

/** With the trades that count, where a stop goes by them. Those that were compared before are compared again: the index lags. */
const withTrades = async (deps: WatchMarketDeps, { memory, shown, missed }: View): Promise<ExchangeQuote> => {
  if (memory.watchesLast === false) return { ...shown, trades: undefined }
  const told = [...(shown.trades ?? []), ...(await missed())]
  return { ...shown, trades: recentTrades(told, deps.clock()) }
}

/** Another text when there are other trades. */
const markOf = (trades: ExchangeQuote['trades'] = []): string =>
  [trades.length, trades[0]?.at, trades.at(-1)?.at].join(' ')

const NOTHING: ReachedStops = { stops: [], isWhole: true }

interface ReachedStops {
  readonly stops: readonly WatchedStop[]
  /** There are no others that these prices may fire. */
  readonly isWhole: boolean
}

interface AllStops extends NearestStops {
  readonly at: Millis
}

/** The first query, and one a minute, asks for all stops: it finds those that trail, and whether any goes by each trade. */
const readAll = async (deps: WatchMarketDeps, { svcId }: WatchedMarket, memory: MarketMemory): Promise<AllStops> => {
  const at = deps.clock()
  const found = await readNearest(deps, svcId, ANY_PRICE, MOST_READ)
  memory.trailing = found.stops.filter(({ trail }) => trail !== null)
  memory.watchesLast =
    !isKnown(found.known, ANY_PRICE) || found.stops.some(({ triggerPriceType }) => triggerPriceType === 'LAST')
  memory.readAt = at
  return { ...found, at }
}

interface Reading {
  readonly range: WatchedRange
  readonly last: Look | null
  /** What a query of this look has found. */
  readonly all: AllStops | null
}

/** The stops that the prices of this look may fire. */
const readStops = async (
  deps: WatchMarketDeps,
  { svcId, armedAt }: WatchedMarket,
  memory: MarketMemory,
  { range, last, all }: Reading,
): Promise<ReachedStops> => {
  const at = all?.at ?? deps.clock()
  const span = spanOf(last, range)
  const { stops: found, known } = all ?? (await readNearest(deps, svcId, span, MOST_READ))
  const stops = found.filter((stop) => isWithin(stop, span))
  memory.look = { armedAt, at, ...span, fingerprint: range.fingerprint, empty: stops.length === 0 }
  if (found.length > 0) memory.emptyCheckedAt = at
  return { stops, isWhole: isKnown(known, span) }
}

/** Whether some price of the span fires the stop. */
const isWithin = ({ direction, stopPrice }: WatchedStop, { low, high }: PriceSpan): boolean =>
  stopPrice !== null && reaches({ direction, stopPrice }, direction === 'down' ? low : high)

/** A range that was empty at the last look is queried again with the new one, so that it stays known as empty. */
const spanOf = (last: Look | null, { low, high }: WatchedRange): PriceSpan =>
  last?.empty ? { low: price(Math.min(low, last.low)), high: price(Math.max(high, last.high)) } : { low, high }

/** Whether the last look is still valid: nothing was armed since, and it is recent. */
const isGood = (last: Look, market: WatchedMarket, now: Millis): boolean => {
  const goodFor = last.at - last.armedAt < ARMING_TAKES ? LOOK_EVERY_WHILE_ARMING : LOOK_EVERY
  return last.armedAt === market.armedAt && now - last.at < goodFor
}

/** Whether the last look covers the current prices, so that nothing new can fire. */
const covers = (last: Look, { low, high, fingerprint }: WatchedRange): boolean =>
  last.empty ? low >= last.low && high <= last.high : last.fingerprint === fingerprint
