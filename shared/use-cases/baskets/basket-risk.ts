/** Checks an order on a custom asset, as a whole, against the limits of its subaccount. */

import type { BasketLeg, BasketOrder } from '#domain/baskets/basket-order.ts'
import { type Money, money, ONE, price } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import { walkLevels } from '#domain/markets/walk-levels.ts'
import { breachOf, isUnlimited, type RiskBreach, type RiskLimits, worstCost } from '#domain/risk/limits.ts'
import { type DailyLossDeps, dailyLoss } from '../risk/daily-loss.ts'
import { type ReadBasketBookDeps, readBasketBook } from './read-book.ts'

/** Returns the broken limit, or null. A sale never exceeds the holding, so it breaks none. `cost` is null if it is not to be checked. */
export const basketRisk = async (
  deps: DailyLossDeps,
  limits: RiskLimits,
  basket: Pick<BasketOrder, 'userId' | 'subaccountId' | 'qty' | 'buyFlag'>,
  cost: Money | null,
): Promise<RiskBreach | null> => {
  if (isUnlimited(limits) || !basket.buyFlag) return null
  const { maxDailyLoss } = limits
  const atHand = breachOf(limits, { qty: basket.qty, cost, openOrders: null, dailyLoss: null })
  if (atHand !== null || maxDailyLoss === null) return atHand
  const { worst } = await dailyLoss(deps, basket, maxDailyLoss)
  return breachOf(limits, { qty: null, cost: null, openOrders: null, dailyLoss: worst })
}

export interface BasketCostDeps extends ReadBasketBookDeps {
  /** Distance beyond the needed level that an order may trade, in 1e-6 dollars. */
  readonly slippage: number
}

/**
 * Returns the possible cost at acceptance: a dollar per contract, or its `protection_price`. If that exceeds the limit, the books of the
 * members decide.
 */
export const basketCost = async (
  deps: BasketCostDeps,
  { maxOrderCost }: RiskLimits,
  basket: Pick<BasketOrder, 'userId' | 'customAssetId' | 'qty' | 'buyFlag' | 'protectionPrice'>,
): Promise<Money | null | Problem> => {
  const worst = worstCost({ ...basket, price: basket.protectionPrice })
  if (!basket.buyFlag || maxOrderCost === null || worst <= maxOrderCost) return worst
  const book = await readBasketBook(deps, basket.userId, basket.customAssetId)
  if (isProblem(book)) return book
  const worstLevel = walkLevels(book.asks, basket.qty).at(-1)
  if (worstLevel === undefined) return null
  return worstCost({ ...basket, price: price(Math.min(worstLevel.price + deps.slippage, ONE)) })
}

/** Returns the possible cost of a planned round: the paid cost, plus the new legs at their limits. */
export const plannedCost = (basket: Pick<BasketOrder, 'tradedCost'>, legs: readonly BasketLeg[]): Money => {
  const paid = Number((basket.tradedCost + BigInt(ONE) - 1n) / BigInt(ONE))
  return money(legs.reduce((sum, leg) => sum + worstCost({ ...leg, buyFlag: true }), paid))
}
