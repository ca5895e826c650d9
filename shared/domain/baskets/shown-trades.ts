/** The trades that any order shows. */

import { type ShownTrades, shownTrades, tradesWithAwaited } from '../orders/fills/shown-trades.ts'
import { isFinal } from '../orders/status.ts'
import { isBasketOrder, type PlacedOrder } from './placed-order.ts'

/** The trades of an order on one market, or of all legs of an order on a custom asset. */
export const shownTradesOf = (order: PlacedOrder): ShownTrades =>
  isBasketOrder(order)
    ? {
        ...tradesWithAwaited(order, order.awaited),
        qty: order.filledQty,
        complete: isFinal(order.status) && order.tradedQty >= order.filledQty,
      }
    : shownTrades(order)
