/** Computes the largest cost of an order. The book of a MARKET order is read only if it decides the result. */

import type { Money } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import { marketLimit } from '#domain/orders/price/market-limit.ts'
import { type RiskLimits, worstCost } from '#domain/risk/limits.ts'
import type { LiveMarketData } from '../markets/live-market-data.ts'

export interface ExpectedCostDeps {
  readonly marketData: Pick<LiveMarketData, 'book'>
  /** How far beyond the needed level a MARKET order may trade, in 1e-6 dollars. */
  readonly slippage: number
}

/** Null when nothing can trade, as with an empty book: then the order costs nothing. A problem when the book cannot be read. */
export const expectedCost = async (
  deps: ExpectedCostDeps,
  { maxOrderCost }: RiskLimits,
  order: Pick<Order, 'qty' | 'buyFlag' | 'price' | 'maxSlippage' | 'protectionPrice'>,
  market: Market,
): Promise<Money | null | Problem> => {
  const worst = worstCost({ ...order, price: order.price ?? order.protectionPrice })
  if (maxOrderCost === null || worst <= maxOrderCost || order.price !== null) return worst
  const book = await deps.marketData.book(market)
  if (isProblem(book)) return book
  const levels = order.buyFlag ? book.asks : book.bids
  const limit = marketLimit(market, levels, order, deps.slippage)
  return limit.kind === 'price' ? worstCost({ ...order, price: limit.price }) : null
}
