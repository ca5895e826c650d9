/** How an order of ours is named and read at its exchange. */

import { MINUTE } from '#domain/kernel/time.ts'
import { type ChildObservations, NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderRef } from '#domain/orders/send/order-report.ts'

/** The child observations of its attempt; none before it was sent. */
export const childObservationsOf = ({ attempt }: Order): ChildObservations =>
  attempt?.childObservations ?? NO_CHILD_OBSERVATIONS

/** By its name there. The clocks may differ: none of its fills is more than a minute older than the order. */
export const orderRef = (order: Order, exchangeOrderId: string): OrderRef => ({
  exchangeOrderId,
  nativeId: order.nativeId,
  since: order.createdAt - MINUTE,
  childObservations: childObservationsOf(order),
})

/**
 * Every name that the exchange may use for the order: its own id, the ids of its parts, and the ids of replaced orders.
 */
export const exchangeIdsOf = (order: Order): readonly string[] => [
  ...(order.exchangeOrderId === null ? [] : [order.exchangeOrderId]),
  ...(order.attempt?.exchangeOrderIds ?? []),
  ...(order.replaced?.exchangeOrderIds ?? []),
]
