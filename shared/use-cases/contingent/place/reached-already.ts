/**
 * Refuses exits that are reached already when they are accepted. If the parent would trade now or has filled, such an exit would fire as
 * soon as it is armed.
 */

import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Allocation } from '#domain/baskets/plan/plan.ts'
import { exitLevelOf, isExitReached } from '#domain/contingent/exits/exit-level.ts'
import type { ConditionalRequest } from '#domain/contingent/request/conditional-request.ts'
import { openLimitOf } from '#domain/contingent/trigger/open-limit.ts'
import { type Price, toNumber } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import { withTimeout } from '../../kernel/with-timeout.ts'
import { type MarkNowDeps, markNow, PATIENCE } from '../fire/mark-now.ts'

/** A parent that is an order. */
export interface ReachedParent extends Pick<Order, 'buyFlag'> {
  /** The price of an unfilled LIMIT order; null for a MARKET order, and after the first fill. */
  readonly limitPrice: Price | null
  /** True if the order never trades at once. */
  readonly postOnly: boolean
  readonly allocation: Allocation
  readonly markets: readonly Market[]
}

/** Returns the fields of the parent that the check needs. */
export const reachedParent = (order: PlacedOrder, markets: readonly Market[]): ReachedParent => ({
  buyFlag: order.buyFlag,
  limitPrice: openLimitOf(order),
  postOnly: !isBasketOrder(order) && order.postOnly,
  allocation: isBasketOrder(order) ? order.allocation : 'BEST_PRICE',
  markets,
})

/** Returns the 409 for the first reached exit; null without one, and if the exchange does not answer in time. */
export const reachedAlready = async (
  deps: MarkNowDeps,
  parent: ReachedParent,
  requests: readonly ConditionalRequest[],
): Promise<Problem | null> => {
  if (requests.every((one) => exitLevelOf(one) === null)) return null
  const mark = await withTimeout(markOfTrading(deps, parent), PATIENCE)
  if (mark === null || isProblem(mark)) return null
  const reached = requests.find((one) => isExitReached(parent, one, mark))
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

/** Returns whether an order with this limit would trade at once. */
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
