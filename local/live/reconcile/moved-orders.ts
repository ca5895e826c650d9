/** Describes how orders have changed while the service was away. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { toDecimal } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'

/** One line for each order whose status or filled quantity has changed. */
export const movedOrders = (before: readonly Order[], after: readonly PlacedOrder[]): readonly string[] => {
  const now = new Map(after.map((order) => [order.orderId, order]))
  return before.flatMap((order) => {
    const later = now.get(order.orderId)
    if (later === undefined || (later.status === order.status && later.tradedQty === order.tradedQty)) return []
    const filled = later.tradedQty - order.tradedQty
    const change = [
      ...(filled > 0 ? [`${toDecimal(filled)} of ${toDecimal(order.qty)} filled`] : []),
      ...(later.status === order.status ? [] : [`it was ${order.status} and is ${later.status}`]),
    ]
    return [`order ${order.orderId} (${nameOf(order)}): ${change.join('; ')}`]
  })
}

const nameOf = ({ buyFlag, qty, nativeId, exchange }: Order): string =>
  `${buyFlag ? 'buy' : 'sell'} ${toDecimal(qty)} of ${nativeId} on ${exchange}`
