/** Checks the quote of one market against the stops armed there, and sends those it reaches to the trigger queue. */

import { type Quote, watchedPrice } from '#domain/contingent/mark-price.ts'
import { reaches } from '#domain/contingent/trigger-rule.ts'
import { MARK_STANDS_FOR } from '#domain/contingent/watch-split.ts'
import { type WatchedRange, watchedRange } from '#domain/contingent/watched-range.ts'
import { ONE, price } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { ComplexOrderStore, PriceSpan, WatchedMarket, WatchedStop } from '#ports/orders/complex-order-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import { ANY_PRICE } from '../contingent/end-market.ts'
import { atOnce } from '../kernel/at-once.ts'
import { type ConfirmOpenDeps, confirmOpen } from './confirm-open.ts'
import { type Crossing, crossingOf } from './follow-trails.ts'
import { type Look, type MarketMemory, marketMemory, noteTrade, type QuoteMemory } from './quote-memory.ts'
import { quoteOf } from './quote-of.ts'

export interface WatchMarketDeps {
  readonly complexOrders: ComplexOrderStore
  readonly queues: Queues
  readonly memory: QuoteMemory
  readonly exchanges: ConfirmOpenDeps['exchanges']
  readonly clock: Clock
  readonly log: Log
}

/** Stops read in one query: more than any market has armed. The rest fires after these. */
const MOST_AT_ONCE = 10_000

/** How long the index may lag behind the mark that something was armed. */
const ARMING_TAKES = MINUTE

/** How often the index of a still market is queried, and how often while a new stop may not show there yet. */
const LOOK_EVERY = MINUTE
const LOOK_EVERY_WHILE_ARMING = 8 * SECOND

/** After how long a stop that is still armed is sent again; longer where many fire at once. */
export const SEND_AGAIN_AFTER = 10 * SECOND
const TIME_FOR_EACH = 30

/** Called with the quote of this look. */
export const watchMarket = async (
  deps: WatchMarketDeps,
  market: WatchedMarket,
  shown: ExchangeQuote,
): Promise<void> => {
  const now = deps.clock()
  const memory = marketMemory(deps.memory, market.svcId, now)
  noteTrade(memory, shown)
  const quote = quoteOf(shown)
  const range = watchedRange(quote, now)
  if (range === null) return
  memory.pricedAt = now
  await look(deps, { market, memory, range, quote, shown })
}

interface View {
  readonly market: WatchedMarket
  readonly memory: MarketMemory
  readonly range: WatchedRange
  readonly quote: Quote
  readonly shown: ExchangeQuote
}

const look = async (deps: WatchMarketDeps, view: View): Promise<void> => {
  const { market, memory, range, quote, shown } = view
  const now = deps.clock()
  const last = memory.look !== null && isGood(memory.look, market, now) ? memory.look : null
  const isStill = last !== null && covers(last, range)
  if (isStill && memory.trailing.length === 0) return
  const stops = isStill ? [] : await readStops(deps, view, last)
  const trailing = memory.trailing.filter((one) => !stops.some((other) => other.complexOrderId === one.complexOrderId))
  const firing = firingAt(deps, [...stops, ...trailing], quote, now)
  // Firing stops are queried again until they have left the index, so that a lost message is sent once more.
  if (firing.length > 0) memory.look = null
  const patience = Math.max(SEND_AGAIN_AFTER, TIME_FOR_EACH * firing.length)
  const due = firing.filter(({ stop }) => now - (deps.memory.sent.get(stop.complexOrderId) ?? 0) >= patience)
  if (due.length === 0 || !(await mayFire(deps, market, shown))) return
  await atOnce(SENDS_AT_ONCE, due, ({ stop, crossing }) => sendTrigger(deps, stop, crossing, now))
}

/** The stops that the prices of this look may fire. The first query, and one a minute, asks for all, and finds the trailing ones. */
const readStops = async (
  deps: WatchMarketDeps,
  { market, memory, range }: View,
  last: Look | null,
): Promise<readonly WatchedStop[]> => {
  const now = deps.clock()
  const span = spanOf(last, range)
  const found = await reachedIn(deps, market.svcId, last === null ? ANY_PRICE : span)
  if (last === null) memory.trailing = found.filter(({ trail }) => trail !== null)
  const stops = found.filter((stop) => isWithin(stop, span))
  const empty = stops.length === 0
  memory.look = { armedAt: market.armedAt, at: now, ...span, fingerprint: range.fingerprint, empty }
  if (found.length > 0) memory.emptyCheckedAt = now
  return stops
}

/** Whether some price of the span fires the stop. */
const isWithin = ({ direction, stopPrice }: WatchedStop, { low, high }: PriceSpan): boolean =>
  stopPrice !== null && reaches({ direction, stopPrice }, direction === 'down' ? low : high)

/** A range that was empty at the last look is queried again with the new one, so that it stays known as empty. */
const spanOf = (last: Look | null, { low, high }: WatchedRange): PriceSpan =>
  last?.empty ? { low: price(Math.min(low, last.low)), high: price(Math.max(high, last.high)) } : { low, high }

const reachedIn = async (
  { complexOrders }: WatchMarketDeps,
  svcId: number,
  span: PriceSpan,
): Promise<readonly WatchedStop[]> => {
  const stops = await complexOrders.crossed(svcId, span, MOST_AT_ONCE)
  if (stops.length < MOST_AT_ONCE) return stops
  // The limit can hide stops on the way up, which come after those on the way down.
  const others = await complexOrders.crossed(svcId, { low: price(ONE), high: span.high }, MOST_AT_ONCE)
  return [...stops.filter(isDown), ...others.filter((stop) => !isDown(stop))]
}

const isDown = ({ direction }: WatchedStop): boolean => direction === 'down'

interface Firing {
  readonly stop: WatchedStop
  readonly crossing: Crossing
}

const firingAt = (
  { memory }: Pick<WatchMarketDeps, 'memory'>,
  stops: readonly WatchedStop[],
  quote: Quote,
  now: Millis,
): readonly Firing[] =>
  stops.flatMap((stop) => {
    const watched = watchedPrice(quote, stop.triggerPriceType, stop.buyFlag, now)
    const crossing = watched === null ? null : crossingOf(memory, stop, watched, now)
    return crossing === null ? [] : [{ stop, crossing }]
  })

const SENDS_AT_ONCE = 32

/** Whether the last look is still valid: nothing was armed since, and it is recent. */
const isGood = (last: Look, market: WatchedMarket, now: Millis): boolean => {
  // What was armed right after that is not marked again.
  if (last.at - last.armedAt < MARK_STANDS_FOR) return false
  const goodFor = last.at - last.armedAt < ARMING_TAKES ? LOOK_EVERY_WHILE_ARMING : LOOK_EVERY
  return last.armedAt === market.armedAt && now - last.at < goodFor
}

/** Whether the last look covers the current prices, so that nothing new can fire. */
const covers = (last: Look, { low, high, fingerprint }: WatchedRange): boolean =>
  last.empty ? low >= last.low && high <= last.high : last.fingerprint === fingerprint

/** Whether its market trades, as of now. */
export const mayFire = (
  { exchanges, memory: { confirming, readers }, log }: Pick<WatchMarketDeps, 'exchanges' | 'memory' | 'log'>,
  market: MarketRef,
  shown: ExchangeQuote,
): Promise<boolean> => confirmOpen({ exchanges, confirming, readers, log }, market, shown)

/** Sends a stop with the price that fires it. It fires once, however often it is sent. */
export const sendTrigger = async (
  { queues, memory, log }: Pick<WatchMarketDeps, 'queues' | 'memory' | 'log'>,
  { complexOrderId }: Pick<WatchedStop, 'complexOrderId'>,
  crossing: Crossing,
  now: Millis,
): Promise<void> => {
  try {
    await queues.send('fire-trigger', { complexOrderId, ...crossing }, { group: complexOrderId })
    memory.sent.set(complexOrderId, now)
    log.metric('TriggersCrossed', 1)
  } catch (error) {
    // The next poll sends it again.
    log.error('a stop that should fire could not be sent', { complexOrderId, error: String(error) })
  }
}
