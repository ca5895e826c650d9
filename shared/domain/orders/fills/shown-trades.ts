/** What an order shows of its trades: the stored fills, and what the exchange has reported and no fill covers yet. */

import { filledBy, holdsAllFills, isBasketOrder, isOffTheBook, type PlacedOrder } from '../../baskets/placed-order.ts'
import { add, type Money, type Qty } from '../../kernel/numbers.ts'
import { isFinal } from '../status.ts'
import { awaitedTrades } from './reported-trades.ts'

export interface ShownTrades {
  readonly qty: Qty
  /** The part of it whose cost is known, from a fill or from the exchange. */
  readonly pricedQty: Qty
  /** What that part cost, in 1e-12 dollars. */
  readonly cost: bigint
  readonly fees: Money
  /** Whether the order has ended and its stored fills make up its quantity. Price and fees are provisional before that. */
  readonly complete: boolean
}

/** The quantity is the larger of what the exchange has reported and the sum of the fills. */
export const shownTrades = (order: PlacedOrder): ShownTrades => {
  const awaited = isBasketOrder(order) ? order.awaited : awaitedTrades(order)
  return {
    qty: filledBy(order),
    pricedQty: add(order.tradedQty, awaited.qty),
    cost: order.tradedCost + awaited.cost,
    fees: add(order.feesPaid, awaited.fees),
    complete: isBasketOrder(order)
      ? isFinal(order.status) && order.tradedQty >= order.filledQty
      : isOffTheBook(order) && holdsAllFills(order) && (order.sendState === 'none' || order.sendState === 'acked'),
  }
}
