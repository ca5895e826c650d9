/** What an order could cost. The book of a MARKET order is read only where that decides. */

import type { Money } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import { protectionPrice } from '#domain/orders/protection-price.ts'
import { type RiskLimits, worstCost } from '#domain/risk/limits.ts'
import type { MarketData } from '../markets/market-data.ts'

export interface ExpectedCostDeps {
  readonly marketData: Pick<MarketData, 'book'>
  /** How far beyond the needed level a MARKET order may trade, in 1e-6 dollars. */
  readonly slippage: number
}

/** Null when the book is empty: then the order costs nothing. A problem when the book cannot be read. */
export const expectedCost = async (
  deps: ExpectedCostDeps,
  { maxOrderCost }: RiskLimits,
  order: Pick<Order, 'qty' | 'buyFlag' | 'price'>,
  market: Market,
): Promise<Money | null | Problem> => {
  const worst = worstCost(order)
  if (maxOrderCost === null || worst <= maxOrderCost || order.price !== null) return worst
  const book = await deps.marketData.book(market)
  if (isProblem(book)) return book
  const levels = order.buyFlag ? book.asks : book.bids
  const price = protectionPrice(market, levels, order.qty, order.buyFlag, deps.slippage)
  return price === null ? null : worstCost({ ...order, price })
}
