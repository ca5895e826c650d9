/** Checks one stop that is armed on a custom asset against the quotes of its members. */

import { basketPrice } from '#domain/baskets/price.ts'
import type { Quote, WatchedPrice } from '#domain/contingent/mark-price.ts'
import { reaches } from '#domain/contingent/trigger-rule.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { WatchedBasket } from '#ports/complex-order-store.ts'
import type { ExchangeQuote } from '#ports/market-data-source.ts'
import type { CancelComplexOrderDeps } from '../contingent/cancel-complex-order.ts'
import { endStop } from '../contingent/end-market.ts'
import { type MarketMemory, marketMemory } from './quote-memory.ts'
import { SEND_AGAIN_AFTER, sendTrigger, type WatchMarketDeps } from './watch-market.ts'

export interface WatchBasketDeps extends CancelComplexOrderDeps, WatchMarketDeps {}

/** What one look saw of a market. */
export interface Seen {
  readonly shown: ExchangeQuote
  /** Asks the exchange when it was traded last. */
  readonly lastTradeAt: () => Promise<Millis | null>
}

/** Called after the markets themselves were checked, because it uses what that learned of their trades and ends. */
export const watchBasket = async (
  deps: WatchBasketDeps,
  basket: WatchedBasket,
  seenOf: (svcId: number) => Seen | null,
): Promise<void> => {
  const now = deps.clock()
  const members = basket.members.map(({ svcId }) => ({
    memory: marketMemory(deps.memory, svcId, now),
    seen: seenOf(svcId),
  }))
  if (cannotFire(basket, members)) return endStop(deps, basket.complexOrderId)
  const watched = await firingAt(basket, members, now)
  if (watched === null || now - (deps.memory.sent.get(basket.complexOrderId) ?? 0) < SEND_AGAIN_AFTER) return
  await sendTrigger(deps, basket, watched, now)
}

interface Member {
  readonly memory: MarketMemory
  readonly seen: Seen | null
}

/** Whether the stop can never fire. One bet goes on where it still trades. A mean without one of its members would be another price. */
const cannotFire = ({ allocation }: WatchedBasket, members: readonly Member[]): boolean =>
  allocation === 'EQUAL' ? members.some(({ memory }) => memory.over) : members.every(({ memory }) => memory.over)

const firingAt = async (
  basket: WatchedBasket,
  members: readonly Member[],
  now: Millis,
): Promise<WatchedPrice | null> => {
  const firing = reached(basket, members.map(quoteOf), now)
  const undated = members.filter(isUndated)
  if (firing !== null || undated.length === 0) return firing
  // The time of the last trade is asked for only where that trade would fire it.
  const assumed = members.map((member) => (isUndated(member) ? quoteWith(member, now) : quoteOf(member)))
  if (reached(basket, assumed, now) === null) return null
  await Promise.all(undated.map(dateTrade))
  return reached(basket, members.map(quoteOf), now)
}

const reached = (basket: WatchedBasket, quotes: ReadonlyArray<Quote | null>, now: Millis): WatchedPrice | null => {
  const { allocation, triggerPriceType, buyFlag } = basket
  const watched = basketPrice(allocation, quotes, triggerPriceType, buyFlag, now)
  return watched !== null && reaches(basket, watched.price) ? watched : null
}

const quoteOf = (member: Member): Quote | null => quoteWith(member, member.memory.trade?.at ?? null)

const quoteWith = ({ memory, seen }: Member, tradedAt: Millis | null): Quote | null => {
  if (seen === null || memory.over) return null
  const { bid, ask, lastPrice, fetchedAt, state } = seen.shown
  const last = lastPrice === null || tradedAt === null ? null : { price: lastPrice, at: tradedAt }
  return { bid, ask, last, fetchedAt, paused: state !== 'open' }
}

const isUndated = ({ memory, seen }: Member): boolean =>
  seen !== null && seen.shown.lastPrice !== null && memory.trade !== null && memory.trade.at === null

/** If the exchange does not answer, a later look asks again. */
const dateTrade = async ({ memory, seen }: Member): Promise<void> => {
  const at = (await seen?.lastTradeAt().catch(() => null)) ?? null
  if (at !== null && memory.trade !== null) memory.trade = { ...memory.trade, at }
}
