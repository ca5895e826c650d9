/** Compares a streamed price with the armed stops of its market at once, and sends those it reaches to the trigger queue. */

import { watchedPrice } from '#domain/contingent/mark-price.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { WatchedBasket, WatchedMarket, WatchedStop } from '#ports/orders/complex-order-store.ts'
import { atOnce } from '../kernel/at-once.ts'
import type { ArmedStops } from './armed-stops.ts'
import { type Crossing, crossingOf } from './follow-trails.ts'
import { quoteOf } from './quote-of.ts'
import { type WatchBasketDeps, watchBasket } from './watch-basket.ts'
import { mayFire, SEND_AGAIN_AFTER, sendTrigger } from './watch-market.ts'

export interface CompareAtOnce {
  /** One price event of a market, with the quote as it was then. */
  compare(market: WatchedMarket, shown: ExchangeQuote): Promise<void>
  /** Sends again what has been sent and still waits to fire, at the price that was seen then: its message may be lost. */
  sendAgain(): Promise<void>
}

const SENDS_AT_ONCE = 32
/** Where many fire at once, each gets this long before it is sent again. */
const TIME_FOR_EACH = 30
/** Stops on custom assets that one event compares. The poll compares all. */
const MOST_BASKETS = 100

interface Sent {
  readonly market: WatchedMarket
  readonly crossing: Crossing
  readonly at: Millis
}

/** Never throws: what fails is compared by the next event, and by the poll. */
export const compareAtOnce = (deps: WatchBasketDeps, armed: ArmedStops): CompareAtOnce => {
  const sent = new Map<string, Sent>()
  const firing = new Set<string>()

  const compareStops = async (market: WatchedMarket, shown: ExchangeQuote): Promise<void> => {
    const stops = armed.of(market.svcId) ?? (await armed.read(market))
    const now = deps.clock()
    const quote = quoteOf(shown)
    const reached = stops.flatMap((stop) => {
      const watched = watchedPrice(quote, stop.triggerPriceType, stop.buyFlag, now)
      const crossing = watched === null ? null : crossingOf(deps.memory, stop, watched, now)
      if (crossing === null || firing.has(stop.complexOrderId) || sent.has(stop.complexOrderId)) return []
      if (now - (deps.memory.sent.get(stop.complexOrderId) ?? 0) < SEND_AGAIN_AFTER) return []
      return [{ stop, crossing }]
    })
    if (reached.length > 0) await fire(market, shown, reached)
  }

  const fire = async (
    market: WatchedMarket,
    shown: ExchangeQuote,
    reached: ReadonlyArray<{ readonly stop: WatchedStop; readonly crossing: Crossing }>,
  ): Promise<void> => {
    for (const { stop } of reached) firing.add(stop.complexOrderId)
    try {
      if (!(await mayFire(deps, market, shown))) return
      const now = deps.clock()
      for (const { stop, crossing } of reached) sent.set(stop.complexOrderId, { market, crossing, at: now })
      await atOnce(SENDS_AT_ONCE, reached, ({ stop, crossing }) => sendTrigger(deps, stop, crossing, now))
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
      const patience = Math.max(SEND_AGAIN_AFTER, TIME_FOR_EACH * sent.size)
      const waiting = [...sent].filter(([, { at }]) => now - at >= patience)
      const markets = new Map(waiting.map(([, { market }]) => [market.svcId, market]))
      await atOnce(SENDS_AT_ONCE, [...markets.values()], (market) => armed.read(market))
      await atOnce(SENDS_AT_ONCE, waiting, async ([complexOrderId, last]) => {
        const isArmed = armed.of(last.market.svcId)?.some((stop) => stop.complexOrderId === complexOrderId) ?? false
        if (isArmed) sent.set(complexOrderId, { ...last, at: now })
        else if (now - last.at > FORGET_AFTER) sent.delete(complexOrderId)
        if (isArmed) await sendTrigger(deps, { complexOrderId }, last.crossing, now)
      })
    },
  }
}

const FORGET_AFTER = 30 * SECOND
