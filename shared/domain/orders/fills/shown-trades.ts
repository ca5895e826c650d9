/** Computes the trades that an order shows: the stored fills, and the reported trades that no fill covers yet. */

import { add, type Money, type Qty } from '../../kernel/numbers.ts'
import { isOrderOffTheBook } from '../dependents/entry-view.ts'
import { filledOf, type Order } from '../order.ts'
import { holdsAllFills } from './holds-all-fills.ts'
import { awaitedTrades, type TradeSums } from './reported-trades.ts'

export interface ShownTrades {
  readonly qty: Qty
  /** The part of it whose cost is known, from a fill or from the exchange. */
  readonly pricedQty: Qty
  /** Cost of that quantity, in 1e-12 dollars. */
  readonly cost: bigint
  readonly fees: Money
  /**
   * True if the order has ended and its stored fills make up its quantity. Price and fees are provisional before that.
   */
  readonly complete: boolean
}

/** The quantity is the larger of the report of the exchange and the sum of the fills. */
export const shownTrades = (order: Order): ShownTrades => ({
  ...tradesWithAwaited(order, awaitedTrades(order)),
  qty: filledOf(order),
  complete:
    isOrderOffTheBook(order) && holdsAllFills(order) && (order.sendState === 'none' || order.sendState === 'acked'),
})

/** The stored fills together with the trades that no fill covers yet. */
export const tradesWithAwaited = (
  { tradedQty, tradedCost, feesPaid }: Pick<Order, 'tradedQty' | 'tradedCost' | 'feesPaid'>,
  awaited: TradeSums,
): Pick<ShownTrades, 'pricedQty' | 'cost' | 'fees'> => ({
  pricedQty: add(tradedQty, awaited.qty),
  cost: tradedCost + awaited.cost,
  fees: add(feesPaid, awaited.fees),
})
