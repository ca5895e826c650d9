/** What the members of a custom asset show together, held against one stop that is armed on it. */

import { basketPrice } from '#domain/baskets/price.ts'
import type { Quote, WatchedPrice } from '#domain/contingent/mark-price.ts'
import { reaches } from '#domain/contingent/trigger-rule.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { WatchedBasket } from '#ports/complex-order-store.ts'
import type { ExchangeQuote } from '#ports/exchange.ts'
import type { CancelComplexOrderDeps } from '../contingent/cancel-complex-order.ts'
import { endStop } from '../contingent/end-market.ts'
import { type MarketMemory, marketMemory } from './quote-memory.ts'
import { TELL_AGAIN_AFTER, tell, type WatchMarketDeps } from './watch-market.ts'

export interface WatchBasketDeps extends CancelComplexOrderDeps, WatchMarketDeps {}

/** What one look saw of a market; null where nothing was shown. */
export interface Seen {
  readonly shown: ExchangeQuote
  /** Asks the exchange when it was traded last. */
  readonly lastTradeAt: () => Promise<Millis | null>
}

/** Comes after the members themselves were looked at: what was learned of their last trades and ends is used. */
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
  if (watched === null || now - (deps.memory.told.get(basket.complexOrderId) ?? 0) < TELL_AGAIN_AFTER) return
  await tell(deps, basket, watched, now)
}

interface Member {
  readonly memory: MarketMemory
  readonly seen: Seen | null
}

/** One bet goes on where it still trades. The mean of different bets is another price without one of them, and must not fire for that. */
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
  // Only where the last trade would fire it, if that was just now.
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

/** An exchange that does not tell is asked again by a later look. */
const dateTrade = async ({ memory, seen }: Member): Promise<void> => {
  const at = (await seen?.lastTradeAt().catch(() => null)) ?? null
  if (at !== null && memory.trade !== null) memory.trade = { ...memory.trade, at }
}
