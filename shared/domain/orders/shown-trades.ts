/** What an order shows of its trades: the stored fills, and what the exchange has reported and no fill covers yet. */

import { add, averagePrice, type Money, type Price, type Qty } from '../kernel/numbers.ts'
import { filledBy, holdsAllFills, isBasketOrder, isOffTheBook, type PlacedOrder } from './placed-order.ts'
import { awaitedTrades } from './reported-trades.ts'
import { isFinal } from './status.ts'

export interface ShownTrades {
  readonly qty: Qty
  /** Null while neither a fill nor the exchange has told a price. */
  readonly averagePrice: Price | null
  readonly fees: Money
  /** Whether the order has ended and its stored fills make up its quantity. Price and fees are provisional before that. */
  readonly complete: boolean
}

/** The quantity is the larger of what the exchange has reported and the sum of the fills. */
export const shownTrades = (order: PlacedOrder): ShownTrades => {
  const awaited = isBasketOrder(order) ? order.awaited : awaitedTrades(order)
  return {
    qty: filledBy(order),
    averagePrice: averagePrice(order.tradedCost + awaited.cost, add(order.tradedQty, awaited.qty)),
    fees: add(order.feesPaid, awaited.fees),
    complete: isBasketOrder(order)
      ? isFinal(order.status) && order.tradedQty >= order.filledQty
      : isOffTheBook(order) && holdsAllFills(order) && (order.sendState === 'none' || order.sendState === 'acked'),
  }
}
