/** The order that a conditional order places once its condition is met. */

import { type BasketOrder, newBasketOrder } from '../../baskets/basket-order.ts'
import { withDependents } from '../../baskets/dependents.ts'
import type { ByMember } from '../../baskets/exit.ts'
import { isBasketOrder, type PlacedOrder } from '../../baskets/placed-order.ts'
import { add, type Qty, qty, smallest, sumOf } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import { tradedMarket } from '../../markets/market.ts'
import { takenOff } from '../../orders/amend/amending.ts'
import { newOrder, SEND_WITHIN } from '../../orders/order.ts'
import type { BasketOrigin } from '../../orders/origin.ts'
import { subscriberStateOf } from '../../orders/subscriber-state.ts'
import { type Conditional, restsAtExchange } from '../conditional.ts'
import { isLinked } from '../exits/linked-exits.ts'

export interface Placing {
  readonly orderId: string
  readonly qty: Qty
  /** The order whose position it exits; null without one. */
  readonly entryId: string | null
  /** True if it waits until the linked exits have left the book. */
  readonly suspended: boolean
  /** Number of earlier failures of the exit. */
  readonly again: number
  /** Conditional orders attached to it. */
  readonly children: readonly string[]
  /** Quantity that an exit on a custom asset may sell of each member. Null for any other order, and while it is unknown. */
  readonly split: ByMember | null
}

/** Creates the order on the target of the conditional order. */
export const triggerOrder = (by: Conditional, placing: Placing, now: Millis): PlacedOrder => {
  const { entryId, suspended, again: widened, children, split } = placing
  const order = newTriggerOrder(by, placing, now)
  // A late exit is better than none: it waits for the exchange without a limit.
  const sendBy = entryId === null && !by.protect ? order.sendBy : null
  const dueAt = suspended ? null : order.dueAt
  const origin = originOf(by, entryId)
  const placed = { ...order, sendBy, dueAt, origin, suspended, widened }
  return withDependents(isBasketOrder(placed) ? bound(placed, split) : placed, children)
}

const originOf = (by: Conditional, entryId: string | null): BasketOrigin => {
  const { complexOrderId, protect: protects } = by
  if (entryId !== null) return { kind: 'exit', complexOrderId, entryId, hasFired: !restsAtExchange(by) }
  return isLinked(by) ? { kind: 'linked', complexOrderId, protects } : { kind: 'conditional', complexOrderId }
}

const newTriggerOrder = (by: Conditional, { orderId, qty }: Placing, now: Millis): PlacedOrder => {
  const { userId, subaccountId, target, trigger, tag } = by
  const subscriberState = subscriberStateOf({ hasWebhooks: by.subscriberState !== null })
  const { buyFlag, orderType, price, maxSlippage, protectionPrice, postOnly, reduceOnly } = trigger
  const bounds = { maxSlippage, protectionPrice }
  const common = { subscriberState, orderId, userId, subaccountId, qty, buyFlag, clientOrderId: null, tag, ...bounds }
  if (target.kind === 'market') {
    const terms = { orderType, timeInForce: 'GTC', price, expiresAt: null, postOnly, reduceOnly } as const
    return newOrder({ ...common, ...tradedMarket(target), ...terms }, now)
  }
  const { customAssetId, label, allocation } = target
  const members = target.members.map(({ svcId }) => svcId)
  return newBasketOrder({ ...common, customAssetId, label, allocation, members, timeInForce: 'IOC' }, now)
}

/**
 * Releases a held order for `qty`, or on a custom asset for the part of it that `split` leaves. Returns the same object if the order is not
 * held, or nothing is left.
 */
export const releaseOrder = (order: PlacedOrder, qty: Qty, split: ByMember | null, now: Millis): PlacedOrder => {
  if (!order.suspended) return order
  const originalQty = isBasketOrder(order) || order.originalQty === null ? null : add(qty, takenOff(order))
  const sized = isBasketOrder(order) ? bound({ ...order, qty }, split) : { ...order, qty, originalQty }
  // The time limit of the order starts now.
  const sendBy = order.sendBy === null ? null : now + SEND_WITHIN
  return sized.qty === 0 ? order : { ...sized, suspended: false, updatedAt: now, dueAt: now, sendBy }
}

const bound = (order: BasketOrder, split: ByMember | null): BasketOrder => {
  if (split === null) return order
  const parts = order.parts.map((part) => ({ ...part, most: split.get(part.svcId) ?? NONE }))
  return {
    ...order,
    parts,
    qty: smallest(
      order.qty,
      sumOf(parts, ({ most }) => most),
    ),
  }
}

const NONE = qty(0)
