/** The state of an order that webhook subscribers know. */

import { isBasketOrder, type PlacedOrder } from '../baskets/placed-order.ts'
import { shownTradesOf } from '../baskets/shown-trades.ts'
import { isFinal, type OrderStatus } from '../orders/status.ts'
import type { SubscriberState } from '../orders/subscriber-state.ts'

/** Returns the state of subscribers who know the present order. */
export const knownOrder = (order: PlacedOrder): SubscriberState<OrderStatus> => {
  const figures = figuresOf(order)
  return figures === '' ? { knows: order.status } : { knows: order.status, figures }
}

/**
 * The figures of a final order, and how far its last amend got, as one text to compare. Before it is final, each fill has an event of
 * its own.
 */
export const figuresOf = (order: PlacedOrder): string => {
  const amend = isBasketOrder(order) || order.amend === null ? [] : [order.amend.amendId, order.amend.status]
  if (!isFinal(order.status)) return amend.join(' ')
  const { qty, pricedQty, cost, fees, complete } = shownTradesOf(order)
  return [qty, pricedQty, cost, fees, ...(complete ? ['complete'] : []), ...amend].join(' ')
}
