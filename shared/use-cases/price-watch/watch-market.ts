/** What one market shows, held against the conditionals that are armed there: what it crosses is told to the trigger queue. */

import { type Quote, type WatchedPrice, watchedPrice } from '#domain/contingent/mark-price.ts'
import { reaches } from '#domain/contingent/trigger-rule.ts'
import { type WatchedRange, watchedRange } from '#domain/contingent/watched-range.ts'
import { ONE, price } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/clock.ts'
import type { ComplexOrderStore, PriceSpan, WatchedMarket, WatchedStop } from '#ports/complex-order-store.ts'
import type { ExchangeQuote } from '#ports/exchange.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import { atOnce } from '../kernel/at-once.ts'
import { datedTrade, type Look, type MarketMemory, marketMemory, type QuoteMemory } from './quote-memory.ts'

export interface WatchMarketDeps {
  readonly complexOrders: ComplexOrderStore
  readonly queues: Queues
  readonly memory: QuoteMemory
  readonly clock: Clock
  readonly log: Log
}

/** More than any market has armed; the rest fires when these have. */
const MOST_AT_ONCE = 10_000

/** How long the index, and whoever arms a stop, may lag behind the mark that something was armed. */
const ARMING_TAKES = MINUTE

/** However still a market is, it is looked at so often; and so often while something may still be on its way into the index. */
const LOOK_EVERY = MINUTE
const LOOK_EVERY_WHILE_ARMING = 8 * SECOND

/** A crossing that was told is told again when its stop is still armed after so long; of a crowd each needs its time. */
export const TELL_AGAIN_AFTER = 10 * SECOND
const TIME_FOR_EACH = 30

/** `lastTradeAt` is asked only where nothing but the last trade fires something, and it is not known when that was. */
export const watchMarket = async (
  deps: WatchMarketDeps,
  market: WatchedMarket,
  shown: ExchangeQuote,
  lastTradeAt: () => Promise<Millis | null>,
): Promise<void> => {
  const now = deps.clock()
  const memory = marketMemory(deps.memory, market.svcId, now)
  const { bid, ask, fetchedAt, lastPrice } = shown
  const last = datedTrade(memory, shown)
  const quote: Quote = { bid, ask, last, fetchedAt, paused: shown.state !== 'open' }
  const undated = lastPrice !== null && memory.trade?.at === null
  const assumed = undated ? { ...quote, last: { price: lastPrice, at: now } } : quote
  const shownRange = watchedRange(assumed, now)
  if (shownRange === null) return
  // Once it is known when the last trade was, the same prices are another matter.
  const range = { ...shownRange, fingerprint: `${shownRange.fingerprint}${undated ? ' undated' : ''}` }
  if (watchedRange(quote, now) !== null) memory.pricedAt = now

  await look(deps, { market, memory, range, quote, assumed, lastTradeAt })
}

interface View {
  readonly market: WatchedMarket
  readonly memory: MarketMemory
  readonly range: WatchedRange
  readonly quote: Quote
  /** The same as if the last trade had been right now; where it is known when it was, just the same. */
  readonly assumed: Quote
  readonly lastTradeAt: () => Promise<Millis | null>
}

const look = async (deps: WatchMarketDeps, view: View): Promise<void> => {
  const { market, memory, range } = view
  const now = deps.clock()
  const last = memory.look !== null && isGood(memory.look, market, now) ? memory.look : null
  if (last !== null && tellsEnough(last, range)) return
  const span = spanOf(last, range)
  const stops = await reachedIn(deps, market.svcId, span)
  const firing = await firingNow(stops, view, now)
  const { armedAt } = market
  const seen: Look = { armedAt, at: now, ...span, fingerprint: range.fingerprint, empty: stops.length === 0 }
  // What fires is looked at again until it has left the index: a message that was lost is sent once more.
  memory.look = firing.length > 0 ? null : seen
  if (!seen.empty) memory.emptyCheckedAt = now
  const patience = Math.max(TELL_AGAIN_AFTER, TIME_FOR_EACH * firing.length)
  const due = firing.filter(({ stop }) => now - (deps.memory.told.get(stop.complexOrderId) ?? 0) >= patience)
  await atOnce(SENDS_AT_ONCE, due, ({ stop, watched }) => tell(deps, stop, watched, now))
}

/** What the last look found empty is asked for once more with the rest, for nothing: so it stays known in both directions. */
const spanOf = (last: Look | null, { low, high }: WatchedRange): PriceSpan =>
  last?.empty ? { low: price(Math.min(low, last.low)), high: price(Math.max(high, last.high)) } : { low, high }

const reachedIn = async (
  { complexOrders }: WatchMarketDeps,
  svcId: number,
  span: PriceSpan,
): Promise<readonly WatchedStop[]> => {
  const stops = await complexOrders.crossed(svcId, span, MOST_AT_ONCE)
  if (stops.length < MOST_AT_ONCE) return stops
  // So many that fire on the way down hide those on the way up, which come after them.
  const others = await complexOrders.crossed(svcId, { low: price(ONE), high: span.high }, MOST_AT_ONCE)
  return [...stops.filter(isDown), ...others.filter((stop) => !isDown(stop))]
}

const isDown = ({ direction }: WatchedStop): boolean => direction === 'down'

interface Firing {
  readonly stop: WatchedStop
  readonly watched: WatchedPrice
}

const firingNow = async (stops: readonly WatchedStop[], view: View, now: Millis): Promise<readonly Firing[]> => {
  const { quote, assumed, memory, lastTradeAt } = view
  const firing = firingAt(stops, quote, now)
  if (assumed === quote || assumed.last === null || memory.trade === null) return firing
  if (!firingAt(stops, assumed, now).some(({ watched }) => watched.source === 'last_trade')) return firing
  // An exchange that does not tell is asked again by a later look.
  const at = await lastTradeAt().catch(() => null)
  if (at === null) return firing
  memory.trade = { ...memory.trade, at }
  return firingAt(stops, { ...quote, last: { price: assumed.last.price, at } }, now)
}

const firingAt = (stops: readonly WatchedStop[], quote: Quote, now: Millis): readonly Firing[] =>
  stops.flatMap((stop) => {
    const watched = watchedPrice(quote, stop.triggerPriceType, stop.buyFlag, now)
    return watched !== null && reaches(stop, watched.price) ? [{ stop, watched }] : []
  })

const SENDS_AT_ONCE = 32

/** Whether what the last look found still holds: nothing was armed since, and it is not long ago. */
const isGood = (last: Look, market: WatchedMarket, now: Millis): boolean => {
  const goodFor = last.at - last.armedAt < ARMING_TAKES ? LOOK_EVERY_WHILE_ARMING : LOOK_EVERY
  return last.armedAt === market.armedAt && now - last.at < goodFor
}

/** Whether nothing can fire now that could not then: no price beyond those. */
const tellsEnough = (last: Look, { low, high, fingerprint }: WatchedRange): boolean =>
  last.empty ? low >= last.low && high <= last.high : last.fingerprint === fingerprint

/** The price goes with it, because it may be another one when the message arrives. Twice told is once fired. */
export const tell = async (
  { queues, memory, log }: Pick<WatchMarketDeps, 'queues' | 'memory' | 'log'>,
  { complexOrderId }: Pick<WatchedStop, 'complexOrderId'>,
  watched: WatchedPrice,
  now: Millis,
): Promise<void> => {
  try {
    await queues.send('fire-trigger', { complexOrderId, ...watched }, { group: complexOrderId })
    memory.told.set(complexOrderId, now)
    log.metric('TriggersCrossed', 1)
  } catch (error) {
    // The next poll meets it again.
    log.error('a crossing could not be told', { complexOrderId, error: String(error) })
  }
}
