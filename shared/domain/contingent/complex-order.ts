/**
 * A complex order: what places orders of its own. A conditional one waits for its parent's fills, or for a price; a TWAP sends a
 * slice whenever its time has come.
 */

import type { BasketConditional } from '../baskets/conditional.ts'
import type { ExchangeName } from '../kernel/exchange-name.ts'
import type { Price, Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { Order, OrderType } from '../orders/order.ts'
import { ENQUEUE_GRACE } from '../orders/order.ts'
import type { TwapOrder } from '../twap/twap-order.ts'
import type { SubscriberState } from '../webhooks/subscriber-state.ts'

export const COMPLEX_ORDER_KINDS = ['CONDITIONAL', 'TWAP'] as const
export type ComplexOrderKind = (typeof COMPLEX_ORDER_KINDS)[number]

export const CONDITIONAL_TYPES = ['TP', 'SL', 'STOP', 'REVERSE_STOP'] as const
export type ConditionalType = (typeof CONDITIONAL_TYPES)[number]

/** The last two are a TWAP's. */
export const COMPLEX_ORDER_STATUSES = ['PENDING', 'ACTIVE', 'TRIGGERED', 'CANCELLED', 'COMPLETED', 'EXPIRED'] as const
export type ComplexOrderStatus = (typeof COMPLEX_ORDER_STATUSES)[number]

export const TRIGGER_PRICE_TYPES = ['MARK', 'LAST', 'BID_ASK'] as const
/** BID_ASK is the side the trigger order would hit. */
export type TriggerPriceType = (typeof TRIGGER_PRICE_TYPES)[number]

/** What a price was taken from: the middle of the book, one side of it, the last trade, or the mean of several markets. */
export const TRIGGER_PRICE_SOURCES = ['mid', 'bid', 'ask', 'last_trade', 'mean'] as const
export type TriggerPriceSource = (typeof TRIGGER_PRICE_SOURCES)[number]

/** The order that is placed when the condition is met. */
export interface TriggerOrder {
  readonly orderType: OrderType
  readonly qty: Qty
  readonly buyFlag: boolean
  /** Of a LIMIT order. */
  readonly price: Price | null
  /** The price at which the stop that an SL or a TP arms fires. */
  readonly stopPrice: Price | null
}

/** What every complex order has. */
export interface ComplexOrderBase {
  readonly complexOrderId: string
  readonly userId: string
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly svcId: number
  readonly customAssetId: string | null
  readonly nativeId: string
  readonly shard: number
  readonly createdAt: Millis

  readonly status: ComplexOrderStatus
  readonly updatedAt: Millis
  readonly cancelReason: string | null

  /** Who is told of its changes by webhook; null: nobody. */
  readonly subscriberState: SubscriberState<ComplexOrderStatus> | null

  /** When the sweeper should look at it if nobody else has; null when nothing is owed. */
  readonly dueAt: Millis | null
  readonly version: number
}

export interface ConditionalOrder extends ComplexOrderBase {
  readonly kind: 'CONDITIONAL'
  readonly subtype: ConditionalType

  /** The order whose fills it waits for or leaves again; for a chained one, as soon as that order exists. */
  readonly parentOrderId: string | null
  /** The complex order it hangs on: one that will place its parent, or the SL or TP that armed it. */
  readonly parentComplexOrderId: string | null
  /** The SL or TP that armed this stop: the two are one protection, and change together. */
  readonly armedBy: string | null
  /** Complex orders chained to this one. */
  readonly childIds: readonly string[]
  /** 1 at the top of a chain. */
  readonly depth: number

  /** The price at which a STOP or REVERSE_STOP fires. */
  readonly stopPrice: Price | null
  readonly triggerPriceType: TriggerPriceType
  readonly trigger: TriggerOrder
  /** What firing now would place: less than asked for while the parent bought less, or a sibling sold some. Null until armed. */
  readonly armedQty: Qty | null

  /** The order placed last. */
  readonly triggerOrderId: string | null
  /** The stop that this SL or TP armed. */
  readonly triggerComplexOrderId: string | null
  /** Every order placed for it, oldest first: an exit that did not fill, or had to shrink, is placed again. */
  readonly orderIds: readonly string[]
  readonly triggeredAt: Millis | null
  readonly triggerPrice: Price | null
  readonly triggerPriceSource: TriggerPriceSource | null
  /** When it was given up although something is left to exit; null while it does its work. */
  readonly incompleteAt: Millis | null
}

/** On one instrument, or on a custom asset. */
export type Conditional = ConditionalOrder | BasketConditional

export type ComplexOrder = Conditional | TwapOrder

export const isConditional = (order: ComplexOrder): order is Conditional => order.kind === 'CONDITIONAL'

export const isTwap = (order: ComplexOrder): order is TwapOrder => order.kind === 'TWAP'

/** A chain of complex orders is no longer than this. */
export const DEEPEST_CHAIN = 10

/** What a new conditional order is made of. */
export type ConditionalRequest = Pick<
  ConditionalOrder,
  | 'complexOrderId'
  | 'userId'
  | 'subaccountId'
  | 'exchange'
  | 'svcId'
  | 'nativeId'
  | 'shard'
  | 'parentOrderId'
  | 'parentComplexOrderId'
  | 'depth'
  | 'stopPrice'
  | 'triggerPriceType'
  | 'trigger'
  | 'subtype'
> & { readonly subscriberState?: ConditionalOrder['subscriberState'] }

/** A new conditional order, PENDING: due for activation, or waiting for its parent. */
export const newConditional = (request: ConditionalRequest, now: Millis): ConditionalOrder => ({
  subscriberState: null,
  ...request,
  ...newlyPending(now),
  customAssetId: null,
  dueAt: firstDue(request, now),
})

/** What hangs on nothing is to be armed; the rest is told when its parent has filled. */
export const firstDue = (
  { parentOrderId, parentComplexOrderId }: Pick<ConditionalOrder, 'parentOrderId' | 'parentComplexOrderId'>,
  now: Millis,
): Millis | null => (parentOrderId === null && parentComplexOrderId === null ? now + ENQUEUE_GRACE : null)

/** What every conditional order begins as. */
export const newlyPending = (now: Millis) => ({
  kind: 'CONDITIONAL' as const,
  createdAt: now,
  status: 'PENDING' as const,
  updatedAt: now,
  cancelReason: null,
  armedBy: null,
  childIds: [],
  armedQty: null,
  triggerOrderId: null,
  triggerComplexOrderId: null,
  orderIds: [],
  triggeredAt: null,
  triggerPrice: null,
  triggerPriceSource: null,
  incompleteAt: null,
  version: 0,
})

/** Whether it leaves what its parent entered: then it shares the parent's fills with the other exits. */
export const isExit = (conditional: Pick<Conditional, 'trigger'>, parent: Pick<Order, 'buyFlag'>): boolean =>
  conditional.trigger.buyFlag !== parent.buyFlag

/** A TP without a stop price rests on the exchange; every other exit waits here for its price. */
export const restsAtExchange = (conditional: Pick<Conditional, 'subtype' | 'trigger'>): boolean =>
  conditional.subtype === 'TP' && conditional.trigger.stopPrice === null
