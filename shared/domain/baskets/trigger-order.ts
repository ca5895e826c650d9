/** The order a conditional on a custom asset places when its time has come: on the members it watched. */

import { withFollowers } from '../contingent/contingency-group.ts'
import type { Placing } from '../contingent/trigger-order.ts'
import type { Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { subscriberStateOf } from '../webhooks/subscriber-state.ts'
import { type BasketOrder, newBasketOrder } from './basket-order.ts'
import type { BasketConditional } from './conditional.ts'
import type { ByMember } from './exit.ts'

/** `split` is how much an exit may sell of each member; null for what is no exit, or is held until that is known. */
export const basketTriggerOrder = (
  by: BasketConditional,
  placing: Placing,
  split: ByMember | null,
  now: Millis,
): BasketOrder => {
  const { orderId, qty, exitOf, held, again, children } = placing
  const { userId, subaccountId, customAssetId, allocation, members, trigger } = by
  const order = newBasketOrder(
    {
      subscriberState: subscriberStateOf({ hasWebhooks: by.subscriberState !== null }),
      orderId,
      userId,
      subaccountId,
      customAssetId,
      allocation,
      members: members.map(({ svcId }) => svcId),
      timeInForce: 'IOC',
      qty,
      buyFlag: trigger.buyFlag,
      clientOrderId: null,
      placedBy: by.complexOrderId,
    },
    now,
  )
  // An exit that comes late is better than none: it waits for the exchanges as long as it takes.
  const sendBy = exitOf === null ? order.sendBy : null
  const dueAt = held ? null : order.dueAt
  const placed = withFollowers({ ...order, sendBy, dueAt, exitOf, held, widened: again }, children)
  return split === null ? placed : bound(placed, split)
}

/** Goes out with `qty`, as far as its siblings have left that of the members; the same object when that is nothing. */
export const releaseBasketOrder = (order: BasketOrder, qty: Qty, split: ByMember, now: Millis): BasketOrder => {
  if (!order.held) return order
  const released = bound({ ...order, qty }, split)
  return released.qty === 0 ? order : { ...released, held: false, updatedAt: now, dueAt: now }
}

const bound = (order: BasketOrder, split: ByMember): BasketOrder => {
  const parts = order.parts.map((part) => ({ ...part, most: split.get(part.svcId) ?? (0 as Qty) }))
  const all = parts.reduce((sum, { most }) => sum + most, 0)
  return { ...order, parts, qty: Math.min(order.qty, all) as Qty }
}
