/** A conditional order: TP, SL, STOP or REVERSE_STOP, on one market or on a custom asset. */

import type { ComplexOrderBase } from '../complex-orders/complex-order-base.ts'
import type { Price, Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { TriggerPriceSource, TriggerPriceType } from '../markets/trigger-price.ts'
import type { TriggerInstructions } from '../orders/instructions.ts'
import { ENQUEUE_GRACE, type Order, type OrderType } from '../orders/order.ts'
import type { PriceBounds } from '../orders/price/price-bounds.ts'
import type { Trail } from './trigger/trailing.ts'

export const CONDITIONAL_TYPES = ['TP', 'SL', 'STOP', 'REVERSE_STOP'] as const
export type ConditionalType = (typeof CONDITIONAL_TYPES)[number]

/** The order that is placed once the condition is met. */
export interface TriggerOrder extends PriceBounds, TriggerInstructions {
  readonly orderType: OrderType
  readonly qty: Qty
  readonly buyFlag: boolean
  /** The limit price; null for a MARKET order. */
  readonly price: Price | null
  /** The price of the stop that an SL or a TP arms. */
  readonly stopPrice: Price | null
}

export interface Conditional extends ComplexOrderBase {
  readonly kind: 'CONDITIONAL'
  readonly subtype: ConditionalType

  /** The order whose fills it waits for or exits. A chained one gets it as soon as that order exists. */
  readonly parentOrderId: string | null
  /** The total of the parent that its quantity was matched to last; null: the total at the creation of the parent. */
  readonly parentQty: Qty | null
  /** The complex order it is chained to: one that will place its parent, or the SL or TP that armed it. */
  readonly parentComplexOrderId: string | null
  /** The name of the link group of a stop without a parent, within its subaccount and instrument; null for a single stop. */
  readonly linkId: string | null
  /** True if its quantity follows the position. `trigger.qty` is then the position at the creation of the stop. */
  readonly protect: boolean
  /** The SL or TP that armed this stop. The two are one protection and change together. */
  readonly armedBy: string | null
  /** Complex orders chained to this one. */
  readonly childIds: readonly string[]
  /** 1 at the top of a chain. */
  readonly depth: number

  /** The price at which a STOP or REVERSE_STOP fires. For a trailing stop the current level, or null before the first level. */
  readonly stopPrice: Price | null
  /** The trail of a STOP, or of the stop that an SL arms; null for a fixed stop. */
  readonly trail: Trail | null
  readonly triggerPriceType: TriggerPriceType
  readonly trigger: TriggerOrder
  /**
   * The quantity that firing now would place; null until armed. Less than requested if the parent bought less or a linked exit sold some.
   * For a protect stop, the position.
   */
  readonly armedQty: Qty | null
  /** Time of arming; null until then, and on rows of earlier versions. */
  readonly armedAt: Millis | null

  /** The order placed last. */
  readonly triggerOrderId: string | null
  /** The stop that this SL or TP armed. */
  readonly triggerComplexOrderId: string | null
  /** Every order placed for it, oldest first. An exit that did not fill, or had to shrink, gets another order. */
  readonly orderIds: readonly string[]
  readonly triggeredAt: Millis | null
  readonly triggerPrice: Price | null
  readonly triggerPriceSource: TriggerPriceSource | null
  /** Time of the report that the exit is incomplete; null before. */
  readonly incompleteAt: Millis | null
}

/** Maximum length of a chain of complex orders. */
export const DEEPEST_CHAIN = 10

/** The terms of a new conditional order. */
export type NewConditional = Pick<
  Conditional,
  | 'complexOrderId'
  | 'userId'
  | 'subaccountId'
  | 'target'
  | 'parentOrderId'
  | 'parentComplexOrderId'
  | 'depth'
  | 'stopPrice'
  | 'triggerPriceType'
  | 'trigger'
  | 'subtype'
> &
  Partial<Pick<Conditional, 'parentQty' | 'subscriberState' | 'trail' | 'linkId' | 'protect' | 'tag'>>

/** Creates a conditional order, PENDING. Without a parent it is due for activation; else it waits for its parent. */
export const newConditional = (request: NewConditional, now: Millis): Conditional => ({
  subscriberState: null,
  parentQty: null,
  trail: null,
  linkId: null,
  protect: false,
  tag: null,
  ...request,
  kind: 'CONDITIONAL',
  createdAt: now,
  status: 'PENDING',
  updatedAt: now,
  cancelReason: null,
  armedBy: null,
  childIds: [],
  armedQty: null,
  armedAt: null,
  triggerOrderId: null,
  triggerComplexOrderId: null,
  orderIds: [],
  triggeredAt: null,
  triggerPrice: null,
  triggerPriceSource: null,
  incompleteAt: null,
  dueAt: request.parentOrderId === null && request.parentComplexOrderId === null ? now + ENQUEUE_GRACE : null,
  version: 0,
})

/** Returns whether it closes the position that its parent entered. Exits share the fills of the parent. */
export const isExit = (conditional: Pick<Conditional, 'trigger'>, parent: Pick<Order, 'buyFlag'>): boolean =>
  conditional.trigger.buyFlag !== parent.buyFlag

/** Returns whether its order rests at the exchange: a TP without a stop price. The price watch waits for the price of every other exit. */
export const restsAtExchange = (conditional: Pick<Conditional, 'subtype' | 'trigger'>): boolean =>
  conditional.subtype === 'TP' && conditional.trigger.stopPrice === null
