/** The order a conditional places when its time has come. */

import type { Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { newOrder, type Order } from '../orders/order.ts'
import { subscriberStateOf } from '../webhooks/subscriber-state.ts'
import type { ConditionalOrder } from './complex-order.ts'
import { withFollowers } from './contingency-group.ts'

export interface Placing {
  readonly orderId: string
  readonly qty: Qty
  /** The order whose position it leaves; null when it stands for itself. */
  readonly exitOf: string | null
  /** It waits until its siblings have left the book. */
  readonly held: boolean
  /** How often the exit has failed before. */
  readonly again: number
  /** Conditional orders that hang on it. */
  readonly children: readonly string[]
}

export const triggerOrder = (by: ConditionalOrder, placing: Placing, now: Millis): Order => {
  const { orderId, qty, exitOf, held, again, children } = placing
  const { userId, subaccountId, exchange, svcId, nativeId, shard, trigger } = by
  const order = newOrder(
    {
      subscriberState: subscriberStateOf({ hasWebhooks: by.subscriberState !== null }),
      orderId,
      userId,
      subaccountId,
      exchange,
      svcId,
      nativeId,
      shard,
      orderType: trigger.orderType,
      timeInForce: 'GTC',
      qty,
      buyFlag: trigger.buyFlag,
      price: trigger.price,
      expiresAt: null,
      clientOrderId: null,
    },
    now,
  )
  // An exit that comes late is better than none: it waits for the exchange as long as it takes.
  const sendBy = exitOf === null ? order.sendBy : null
  const dueAt = held ? null : order.dueAt
  return withFollowers({ ...order, sendBy, dueAt, placedBy: by.complexOrderId, exitOf, held, widened: again }, children)
}

/** A held order goes out, for what its siblings left. */
export const releaseOrder = (order: Order, qty: Qty, now: Millis): Order =>
  order.held ? { ...order, held: false, qty, updatedAt: now, dueAt: now } : order
