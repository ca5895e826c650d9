/** A STOP or REVERSE_STOP on a custom asset: it watches what the members show together, and places an order on all of them. */

import type { Allocation } from './basket.ts'
import { type BasketOrder, newBasketOrder } from './basket-order.ts'
import { type ComplexOrder, type ConditionalOrder, newlyPending } from './complex-order.ts'
import type { ExchangeName } from './exchange-name.ts'
import { NUDGE_GRACE } from './order.ts'
import type { Millis } from './time.ts'
import { audienceOf } from './webhook-event.ts'

/** A market it watches and trades. */
export interface BasketStopMember {
  readonly svcId: number
  readonly exchange: ExchangeName
  readonly nativeId: string
}

export interface BasketStop
  extends Omit<ConditionalOrder, 'exchange' | 'svcId' | 'customAssetId' | 'nativeId' | 'shard'> {
  /** It is on no instrument of its own; tells it from a conditional order that is. */
  readonly svcId: null
  readonly exchange: null
  readonly customAssetId: string
  /** As it was when the stop was accepted, like the members. */
  readonly allocation: Allocation
  /** By `svcId`. */
  readonly members: readonly BasketStopMember[]
}

export const isBasketStop = (order: ComplexOrder): order is BasketStop => order.svcId === null

/** A new one, PENDING and due for activation. */
export const newBasketStop = (
  request: Pick<
    BasketStop,
    | 'complexOrderId'
    | 'userId'
    | 'subaccountId'
    | 'customAssetId'
    | 'allocation'
    | 'members'
    | 'subtype'
    | 'stopPrice'
    | 'triggerPriceType'
    | 'trigger'
    | 'audience'
  >,
  now: Millis,
): BasketStop => ({
  ...request,
  ...newlyPending(now),
  members: [...request.members].sort((a, b) => a.svcId - b.svcId),
  exchange: null,
  svcId: null,
  parentOrderId: null,
  parentComplexOrderId: null,
  depth: 1,
  dueAt: now + NUDGE_GRACE,
})

/** The order it places when its price has come: on the members it watched. */
export const orderOfBasketStop = (stop: BasketStop, orderId: string, now: Millis): BasketOrder => {
  const { complexOrderId, userId, subaccountId, customAssetId, allocation, members, trigger, audience } = stop
  return newBasketOrder(
    {
      orderId,
      userId,
      subaccountId,
      customAssetId,
      allocation,
      members: members.map(({ svcId }) => svcId),
      timeInForce: 'IOC',
      qty: stop.armedQty ?? trigger.qty,
      buyFlag: trigger.buyFlag,
      clientOrderId: null,
      audience: audienceOf({ hasWebhooks: audience !== null }),
      placedBy: complexOrderId,
    },
    now,
  )
}
