/** The names of an order at its exchange. */

import type { Order } from '#domain/orders/order.ts'

/** Every name the exchange may use for the order: its own id, those of the parts, and those of what it has replaced. */
export const exchangeIdsOf = (order: Order): readonly string[] => [
  ...(order.exchangeOrderId === null ? [] : [order.exchangeOrderId]),
  ...(order.attempt?.exchangeOrderIds ?? []),
  ...(order.replaced?.exchangeOrderIds ?? []),
]
