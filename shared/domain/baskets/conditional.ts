/** A conditional order on a custom asset: it watches what the members show together, and places an order on all of them. */

import { type ComplexOrder, type ConditionalOrder, firstDue, newlyPending } from '../contingent/complex-order.ts'
import type { ExchangeName } from '../kernel/exchange-name.ts'
import type { Millis } from '../kernel/time.ts'
import type { Allocation } from './plan.ts'

/** A market it watches and trades. */
export interface WatchedMember {
  readonly svcId: number
  readonly exchange: ExchangeName
  readonly nativeId: string
}

export interface BasketConditional
  extends Omit<ConditionalOrder, 'exchange' | 'svcId' | 'customAssetId' | 'nativeId' | 'shard'> {
  /** It is on no instrument of its own; tells it from a conditional order that is. */
  readonly svcId: null
  readonly exchange: null
  readonly customAssetId: string
  /** As it was when the stop was accepted, like the members. */
  readonly allocation: Allocation
  /** By `svcId`. */
  readonly members: readonly WatchedMember[]
}

export const isBasketConditional = (order: ComplexOrder): order is BasketConditional => order.svcId === null

/** What a new one is made of. */
export type BasketConditionalRequest = Pick<
  BasketConditional,
  | 'complexOrderId'
  | 'userId'
  | 'subaccountId'
  | 'customAssetId'
  | 'allocation'
  | 'members'
  | 'parentOrderId'
  | 'parentComplexOrderId'
  | 'depth'
  | 'subtype'
  | 'stopPrice'
  | 'triggerPriceType'
  | 'trigger'
  | 'subscriberState'
>

/** A new one, PENDING: due for activation, or waiting for its parent. */
export const newBasketConditional = (request: BasketConditionalRequest, now: Millis): BasketConditional => ({
  ...request,
  ...newlyPending(now),
  members: [...request.members].sort((a, b) => a.svcId - b.svcId),
  exchange: null,
  svcId: null,
  dueAt: firstDue(request, now),
})
