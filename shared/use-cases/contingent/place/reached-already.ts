/**
 * Refuses exits that are reached already when they are accepted: of a parent that would trade now or has filled, an exit that the
 * mark is at or beyond would fire as soon as it is armed.
 */

import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Allocation } from '#domain/baskets/plan.ts'
import type { ConditionalRequest } from '#domain/contingent/conditional-request.ts'
import { exitLevelOf, isExitReached } from '#domain/contingent/exit-level.ts'
import { openLimitOf } from '#domain/contingent/open-limit.ts'
import { type Price, toNumber } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import { soon } from '../../kernel/soon.ts'
import { type MarkNowDeps, markNow, PATIENCE } from '../fire/mark-now.ts'

/** A parent that exists as an order. */
export interface ReachedParent extends Pick<Order, 'buyFlag'> {
  /** Of a LIMIT order that has not filled; null for a MARKET order, and for one that has filled. */
  readonly limitPrice: Price | null
  /** It never trades at once. */
  readonly postOnly: boolean
  readonly allocation: Allocation
  readonly markets: readonly Market[]
}

/** The parent, of these markets, as the check needs it. */
export const reachedParent = (order: PlacedOrder, markets: readonly Market[]): ReachedParent => ({
  buyFlag: order.buyFlag,
  limitPrice: openLimitOf(order),
  postOnly: !isBasketOrder(order) && order.postOnly,
  allocation: isBasketOrder(order) ? order.allocation : 'BEST_PRICE',
  markets,
})

/** The first that is reached, by its index, with the 409; null when none is, or when the exchange does not answer in time. */
export const reachedAlready = async (
  deps: MarkNowDeps,
  parent: ReachedParent,
  asked: readonly ConditionalRequest[],
): Promise<Problem | null> => {
  if (asked.every((one) => exitLevelOf(one) === null)) return null
  const mark = await soon(markOfTrading(deps, parent), PATIENCE)
  if (mark === null || isProblem(mark)) return null
  const reached = asked.find((one) => isExitReached(parent, one, mark))
  if (reached === undefined) return null
  return problem(
    409,
    'exit_already_reached',
    `The mark is ${toNumber(mark)}: the ${reached.subtype} at ${toNumber(exitLevelOf(reached) ?? mark)} is reached already, and would act as soon as it is armed.`,
  )
}

/** Reads the mark; null if the parent rests: until it fills the market may be anywhere. */
const markOfTrading = async (deps: MarkNowDeps, parent: ReachedParent): Promise<Price | null | Problem> => {
  const { limitPrice, allocation, markets } = parent
  const [market] = markets
  if (limitPrice !== null && market !== undefined) {
    const trades = await tradesNow(deps, parent, limitPrice, market)
    if (isProblem(trades)) return trades
    if (!trades) return null
  }
  return markNow(deps, allocation, markets)
}

/** Whether an order with this limit would trade at once. */
const tradesNow = async (
  deps: MarkNowDeps,
  { buyFlag, postOnly }: ReachedParent,
  limitPrice: Price,
  market: Market,
): Promise<boolean | Problem> => {
  if (postOnly) return false
  const book = await deps.marketData.book(market)
  if (isProblem(book)) return book
  const [best] = buyFlag ? book.asks : book.bids
  return best !== undefined && (buyFlag ? best.price <= limitPrice : best.price >= limitPrice)
}
