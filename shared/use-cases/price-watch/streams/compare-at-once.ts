/** Compares a streamed price with the armed stops of its market at once, and sends those it reaches to the trigger queue. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { watchedRange } from '#domain/price-watch/watched-range.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { WatchedBasket, WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { atOnce } from '../../kernel/at-once.ts'
import { isCrowded } from '../crowds/crowd-memory.ts'
import { fireCrowd, goOnWithCrowds, MOST_UNDER_WAY } from '../crowds/fire-crowd.ts'
import { mayFire } from '../watching/confirm-open.ts'
import { type Firing, firingAt, sorted } from '../watching/follow-trails.ts'
import { quoteOf } from '../watching/quote-of.ts'
import { isKnown } from '../watching/read-nearest.ts'
import { groupOf, patienceFor, SEND_AGAIN_AFTER, SENDS_AT_ONCE, sendTrigger } from '../watching/send-trigger.ts'
import { type WatchBasketDeps, watchBasket } from '../watching/watch-basket.ts'
import type { ArmedStops } from './armed-stops.ts'

export interface CompareAtOnce {
  /** One price event of a market, with the quote as it was then. */
  compare(market: WatchedMarket, shown: ExchangeQuote): Promise<void>
  /** Sends again what has been sent and still waits to fire, at the price that was seen then: its message may be lost. */
  sendAgain(): Promise<void>
}

/** Stops on custom assets that one event compares. The poll compares all. */
const MOST_BASKETS = 100

interface Sent extends Firing {
  readonly market: WatchedMarket
  readonly at: Millis
}

/** Never throws: what fails is compared by the next event, and by the poll. */
export const compareAtOnce = (deps: WatchBasketDeps, armed: ArmedStops): CompareAtOnce => {
  const sent = new Map<string, Sent>()
  const firing = new Set<string>()

  const compareStops = async (market: WatchedMarket, shown: ExchangeQuote): Promise<void> => {
    const { stops, known } = armed.of(market.svcId) ?? (await armed.read(market))
    const now = deps.clock()
    // Trades that came before were compared as they came.
    const quote = { ...quoteOf(shown), trades: [] }
    const range = watchedRange(quote, now)
    const reached = firingAt(deps.memory, stops, quote, now).filter(
      ({ stop: { complexOrderId } }) =>
        !firing.has(complexOrderId) &&
        !sent.has(complexOrderId) &&
        now - (deps.memory.sent.get(complexOrderId) ?? 0) >= SEND_AGAIN_AFTER,
    )
    const isCrowd =
      reached.length > MOST_UNDER_WAY ||
      isCrowded(deps.memory, market.svcId) ||
      (range !== null && !isKnown(known, range))
    if (isCrowd) fireCrowd(deps, market, shown)
    // Where a trailing stop stands is known here only.
    const alone = isCrowd ? reached.filter(({ stop }) => stop.trail !== null).slice(0, MOST_UNDER_WAY) : reached
    if (alone.length > 0) await fire(market, shown, sorted(alone))
  }

  const fire = async (market: WatchedMarket, shown: ExchangeQuote, reached: readonly Firing[]): Promise<void> => {
    for (const { stop } of reached) firing.add(stop.complexOrderId)
    try {
      if (!(await mayFire(deps, market, shown))) return
      const now = deps.clock()
      for (const { stop, crossing } of reached) sent.set(stop.complexOrderId, { market, stop, crossing, at: now })
      await atOnce(SENDS_AT_ONCE, reached, ({ stop, crossing }) =>
        sendTrigger(deps, stop, crossing, now, groupOf(market, stop)),
      )
    } finally {
      for (const { stop } of reached) firing.delete(stop.complexOrderId)
    }
  }

  const compareBaskets = async ({ svcId }: WatchedMarket): Promise<void> => {
    const baskets: WatchedBasket[] = []
    for (const { stops } of deps.memory.shares.values()) {
      for (const { basket } of stops.values()) {
        if (baskets.length >= MOST_BASKETS) break
        if (basket.members.some((member) => member.svcId === svcId)) baskets.push(basket)
      }
    }
    await atOnce(SENDS_AT_ONCE, baskets, (basket) => watchBasket(deps, basket))
  }

  return {
    compare: async (market, shown) => {
      try {
        await Promise.all([compareStops(market, shown), compareBaskets(market)])
      } catch (error) {
        deps.log.error('a price of a stream could not be compared', { svcId: market.svcId, error: String(error) })
        deps.log.metric('MarketsNotWatched', 1, { exchange: market.exchange })
      }
    },
    sendAgain: async () => {
      const now = deps.clock()
      goOnWithCrowds(deps)
      const patience = patienceFor(sent.size)
      const waiting = [...sent].filter(([, { at }]) => now - at >= patience)
      const markets = new Map(waiting.map(([, { market }]) => [market.svcId, market]))
      await atOnce(SENDS_AT_ONCE, [...markets.values()], (market) => armed.read(market))
      await atOnce(SENDS_AT_ONCE, waiting, async ([complexOrderId, last]) => {
        const isArmed =
          armed.of(last.market.svcId)?.stops.some((stop) => stop.complexOrderId === complexOrderId) ?? false
        if (isArmed) sent.set(complexOrderId, { ...last, at: now })
        else if (now - last.at > FORGET_AFTER) sent.delete(complexOrderId)
        if (isArmed) await sendTrigger(deps, last.stop, last.crossing, now, groupOf(last.market, last.stop))
      })
    },
  }
}

const FORGET_AFTER = 30 * SECOND
