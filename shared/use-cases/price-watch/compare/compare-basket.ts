/** Checks one stop that is armed on a custom asset against the quotes of its members. */

import { basketPrice, type MemberQuote } from '#domain/baskets/price.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { recentTrades } from '#domain/markets/mark-price.ts'
import type { WatchedBasket } from '#ports/price-watch/watch-store.ts'
import type { CancelComplexOrderDeps } from '../../contingent/end/cancel-complex-order.ts'
import { endStop } from '../../contingent/end/end-market.ts'
import { mayFire } from '../fire/confirm-open.ts'
import { sendTrigger } from '../fire/send-trigger.ts'
import { type MarketMemory, marketMemory } from '../watch-state.ts'
import type { CompareMarketDeps } from './compare-market.ts'
import { quoteOf } from './quote-of.ts'
import { type Crossing, crossingOf, pastCrossings, type WithTrails } from './trailing-stops.ts'

export interface WatchBasketDeps extends CancelComplexOrderDeps, CompareMarketDeps {}

/** How long a stop that is still armed has to fire before it is sent again. */
const SEND_AGAIN_AFTER = 10 * SECOND

/** Whether the stop goes by every trade of its members: of one bet each was the last trade once. A mean of then is not known. */
export const goesByTrades = ({ allocation, triggerPriceType }: WatchedBasket): boolean =>
  allocation === 'BEST_PRICE' && triggerPriceType === 'LAST'

/**
 * Called after the markets themselves were checked, because it uses what that learned of their trades and ends. `signal` bounds calls for the
 * last trades of its members. `each_trade`: also by trades of the last minutes that came and went.
 */
export const watchBasket = async (
  deps: WatchBasketDeps,
  basket: WatchedBasket,
  signal: AbortSignal,
  by: 'price' | 'each_trade' = 'price',
): Promise<void> => {
  const now = deps.clock()
  const members = basket.members.map(({ svcId }) => marketMemory(deps.memory, svcId, now))
  if (cannotFire(basket, members)) return endStop(deps, basket.complexOrderId)
  const crossingWithout = async (shut: ReadonlySet<MarketMemory>): Promise<Crossing | null> =>
    (by === 'each_trade' ? pastCrossing(deps.memory, basket, members, now, shut) : null) ??
    (await firingAt(deps.memory, basket, members, now, shut, signal))
  const crossing = await crossingWithout(new Set())
  if (crossing === null || now - (deps.memory.sent.get(basket.complexOrderId) ?? 0) < SEND_AGAIN_AFTER) return
  const shut = await notOpen(deps, basket, members)
  const confirmed = shut.size === 0 ? crossing : await crossingWithout(shut)
  if (confirmed !== null && (await sendTrigger(deps, basket, confirmed, basket.complexOrderId)))
    deps.memory.sent.set(basket.complexOrderId, now)
}

/** The members that were shown as open, and do not trade as of now. What was shown as paused is no part of the price anyway. */
const notOpen = async (
  deps: WatchBasketDeps,
  basket: WatchedBasket,
  members: readonly MarketMemory[],
): Promise<ReadonlySet<MarketMemory>> => {
  const asked = members.map(async (member, place) => {
    const { seen, over } = member
    const market = basket.members[place]
    if (market === undefined || seen === null || over || seen.shown.state !== 'open') return []
    return (await mayFire(deps, market, seen.shown)) ? [] : [member]
  })
  return new Set((await Promise.all(asked)).flat())
}

/** Whether the stop can never fire. One bet goes on where it still trades. A mean without one of its members would be another price. */
const cannotFire = ({ allocation }: WatchedBasket, members: readonly MarketMemory[]): boolean =>
  allocation === 'EQUAL' ? members.some(({ over }) => over) : members.every(({ over }) => over)

const firingAt = async (
  memory: WithTrails,
  basket: WatchedBasket,
  members: readonly MarketMemory[],
  now: Millis,
  shut: ReadonlySet<MarketMemory>,
  signal: AbortSignal,
): Promise<Crossing | null> => {
  const { allocation, triggerPriceType, buyFlag } = basket
  const quotes = () => members.map((member) => (shut.has(member) ? null : quoteOfMember(member)))
  const price = () => basketPrice(allocation, quotes(), triggerPriceType, buyFlag, now)
  const undated = members.filter(isUndated)
  let watched = price()
  // Only one bet has a newest trade, and only where its book does not show the price.
  if (watched === null && allocation === 'BEST_PRICE' && undated.length > 0) {
    await Promise.all(undated.map((member) => dateTrade(member, signal)))
    watched = price()
  }
  return watched === null ? null : crossingOf(memory, basket, watched, now)
}

const pastCrossing = (
  memory: WithTrails,
  basket: WatchedBasket,
  members: readonly MarketMemory[],
  now: Millis,
  shut: ReadonlySet<MarketMemory>,
): Crossing | null => {
  if (!goesByTrades(basket)) return null
  const open = members.filter((member) => !shut.has(member) && !member.over && member.seen?.shown.state === 'open')
  const trades = open.flatMap(({ seen }) => seen?.shown.trades ?? [])
  return pastCrossings(memory, recentTrades(trades, now), now)(basket)
}

/** Too old a quote is no price. */
const quoteOfMember = ({ seen, over, trade }: MarketMemory): MemberQuote | null =>
  seen === null || over ? null : { ...quoteOf(seen.shown), lastTradeAt: trade?.at ?? null }

const isUndated = ({ seen, over, trade }: MarketMemory): boolean =>
  seen !== null && !over && seen.shown.lastPrice !== null && trade !== null && trade.at === null

/** If the exchange does not answer, a later look asks again. A trade that it does not show is older than any it does. */
const dateTrade = async (memory: MarketMemory, signal: AbortSignal): Promise<void> => {
  const last = await memory.seen?.lastTrade(signal).catch(() => undefined)
  if (last !== undefined && memory.trade !== null) memory.trade = { ...memory.trade, at: last?.at ?? 0 }
}
