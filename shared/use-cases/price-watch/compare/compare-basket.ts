/** Compares one stop on a custom asset with the quotes of its members. */

import { basketPrice, type MemberQuote } from '#domain/baskets/price.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { recentTrades, type WatchedPrice } from '#domain/markets/mark-price.ts'
import type { WatchedBasket } from '#ports/price-watch/watch-store.ts'
import type { CancelComplexOrderDeps } from '../../contingent/end/cancel-complex-order.ts'
import { endStop } from '../../contingent/end/end-market.ts'
import { mayFire } from '../fire/confirm-open.ts'
import { sendTrigger, type TriggerHit } from '../fire/send-trigger.ts'
import { type MarketMemory, marketMemory } from '../watch-state.ts'
import type { CompareMarketDeps } from './compare-market.ts'
import { usesEachTrade } from './needs-trades.ts'
import { quoteOf } from './quote-of.ts'
import { hitBy, pastHits } from './trigger-hits.ts'

export interface CompareBasketDeps extends CancelComplexOrderDeps, CompareMarketDeps {}

/** Time of an armed stop to fire before it is sent again. */
const SEND_AGAIN_AFTER = 10 * SECOND

/** `signal` bounds calls for the last trades of members. `each_trade`: also uses trades of the last minutes that came and went. */
export interface BasketComparison {
  readonly signal: AbortSignal
  readonly by: 'price' | 'each_trade'
}

/** Called after the comparison of the markets, because it uses the trades and ends that were found there. */
export const compareBasket = async (
  deps: CompareBasketDeps,
  basket: WatchedBasket,
  comparison: BasketComparison,
): Promise<void> => {
  const now = deps.clock()
  const members = basket.members.map(({ svcId }) => marketMemory(deps.memory, svcId, now))
  if (cannotFire(basket, members)) return endStop(deps, basket.complexOrderId)
  const compared: Compared = { deps, basket, members, now, ...comparison }
  const hit = await hitWithout(compared, new Set())
  if (hit === null || now - (deps.memory.sent.get(basket.complexOrderId) ?? 0) < SEND_AGAIN_AFTER) return
  const closed = await closedMembers(compared)
  const confirmed = closed.size === 0 ? hit : await hitWithout(compared, closed)
  if (confirmed !== null && (await sendTrigger(deps, basket, confirmed, basket.complexOrderId)))
    deps.memory.sent.set(basket.complexOrderId, now)
}

interface Compared extends BasketComparison {
  readonly deps: CompareBasketDeps
  readonly basket: WatchedBasket
  readonly members: readonly MarketMemory[]
  readonly now: Millis
}

/** Returns whether the stop can never fire. One bet continues while any member trades. A mean without one member is another price. */
const cannotFire = ({ allocation }: WatchedBasket, members: readonly MarketMemory[]): boolean =>
  allocation === 'EQUAL' ? members.some(({ over }) => over) : members.every(({ over }) => over)

/** Returns the members that were shown as open but do not trade now. A member shown as paused is no part of the price. */
const closedMembers = async ({ deps, basket, members }: Compared): Promise<ReadonlySet<MarketMemory>> => {
  const requested = members.map(async (member, place) => {
    const { seen, over } = member
    const market = basket.members[place]
    if (market === undefined || seen === null || over || seen.shown.state !== 'open') return []
    return (await mayFire(deps, market, seen.shown)) ? [] : [member]
  })
  return new Set((await Promise.all(requested)).flat())
}

const hitWithout = async (compared: Compared, closed: ReadonlySet<MarketMemory>): Promise<TriggerHit | null> =>
  (compared.by === 'each_trade' ? hitByPastTrade(compared, closed) : null) ?? (await hitByPrice(compared, closed))

const hitByPrice = async (compared: Compared, closed: ReadonlySet<MarketMemory>): Promise<TriggerHit | null> => {
  const { deps, basket, members, now, signal } = compared
  const undated = members.filter(isUndated)
  let watched = priceOf(compared, closed)
  // Only one bet has a newest trade, which matters only if its book does not show the price.
  if (watched === null && basket.allocation === 'BEST_PRICE' && undated.length > 0) {
    await Promise.all(undated.map((member) => dateTrade(member, signal)))
    watched = priceOf(compared, closed)
  }
  return watched === null ? null : hitBy(deps.memory.trails, basket, watched, now)
}

const priceOf = ({ basket, members, now }: Compared, closed: ReadonlySet<MarketMemory>): WatchedPrice | null => {
  const quotes = members.map((member) => (closed.has(member) ? null : quoteOfMember(member)))
  return basketPrice(basket.allocation, quotes, basket.triggerPriceType, basket.buyFlag, now)
}

const hitByPastTrade = (
  { deps, basket, members, now }: Compared,
  closed: ReadonlySet<MarketMemory>,
): TriggerHit | null => {
  if (!usesEachTrade(basket)) return null
  const open = members.filter((member) => !closed.has(member) && !member.over && member.seen?.shown.state === 'open')
  const trades = open.flatMap(({ seen }) => seen?.shown.trades ?? [])
  return pastHits(deps.memory.trails, recentTrades(trades, now), now)(basket)
}

const quoteOfMember = ({ seen, over, trade }: MarketMemory): MemberQuote | null =>
  seen === null || over ? null : { ...quoteOf(seen.shown), lastTradeAt: trade?.at ?? null }

const isUndated = ({ seen, over, trade }: MarketMemory): boolean =>
  seen !== null && !over && seen.shown.lastPrice !== null && trade !== null && trade.at === null

/** Reads the time of the last trade. After a failure a later poll reads it. A trade that the exchange does not return is older than all it returns. */
const dateTrade = async (memory: MarketMemory, signal: AbortSignal): Promise<void> => {
  const last = await memory.seen?.lastTrade(signal).catch(() => undefined)
  if (last !== undefined && memory.trade !== null) memory.trade = { ...memory.trade, at: last?.at ?? 0 }
}
