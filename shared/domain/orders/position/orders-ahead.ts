/** The open orders of a subaccount that count before a given one against the limit of open orders. */

import type { Order } from '../order.ts'
import { isFinal } from '../status.ts'

type Ranked = Pick<Order, 'orderId' | 'createdAt' | 'status' | 'sendState'>

/**
 * Returns orders created earlier, and orders already sent. One of two orders with the same time is ahead of the other.
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
