/** Which of the open orders of a subaccount come before one of them, where only so many may be open. */

import type { Order } from '../orders/order.ts'
import { isFinal } from '../orders/status.ts'

type Ranked = Pick<Order, 'orderId' | 'createdAt' | 'status' | 'sendState'>

/**
 * Those created earlier, and those already on their way to the exchange or there. Two orders that come at once thereby never
 * push each other out: the earlier one goes.
 */
export const ordersAhead = <Other extends Ranked>(
  order: Pick<Order, 'orderId' | 'createdAt'>,
  others: readonly Other[],
): readonly Other[] =>
  others.filter(
    (other) =>
      other.orderId !== order.orderId &&
      !isFinal(other.status) &&
      (other.sendState !== 'none' || isEarlier(other, order)),
  )

const isEarlier = (one: Pick<Order, 'orderId' | 'createdAt'>, other: Pick<Order, 'orderId' | 'createdAt'>): boolean =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.orderId < other.orderId)
