/** The fills of an order, compared with the count of its exchange. */

import type { Order } from '../order.ts'

/** True if every fill that the exchange counts is stored. */
export const holdsAllFills = (order: Pick<Order, 'tradedQty' | 'reversedQty' | 'exchangeFilledQty'>): boolean =>
  order.tradedQty + order.reversedQty >= order.exchangeFilledQty
