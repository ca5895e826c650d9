/** A conditional order: TP, SL, STOP or REVERSE_STOP, on one market or on a custom asset. */

import type { ComplexOrderBase } from '../complex-orders/complex-order-base.ts'
import type { Price, Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { TriggerPriceSource, TriggerPriceType } from '../markets/trigger-price.ts'
import type { TriggerInstructions } from '../orders/instructions.ts'
import { ENQUEUE_GRACE, type Order, type OrderType } from '../orders/order.ts'
import type { PriceBounds } from '../orders/price/price-bounds.ts'
import type { Trail } from './trailing.ts'

export const CONDITIONAL_TYPES = ['TP', 'SL', 'STOP', 'REVERSE_STOP'] as const
export type ConditionalType = (typeof CONDITIONAL_TYPES)[number]

/** The order that is placed when the condition is met. */
export interface TriggerOrder extends PriceBounds, TriggerInstructions {
  readonly orderType: OrderType
  readonly qty: Qty
  readonly buyFlag: boolean
  /** Of a LIMIT order. */
  readonly price: Price | null
  /** The price at which the stop that an SL or a TP arms fires. */
  readonly stopPrice: Price | null
}

export interface Conditional extends ComplexOrderBase {
  readonly kind: 'CONDITIONAL'
  readonly subtype: ConditionalType

  /** The order whose fills it waits for or exits; set on a chained one as soon as that order exists. */
  readonly parentOrderId: string | null
  /** The total of the parent that its quantity goes with; null: the one that the parent was placed with. */
  readonly parentQty: Qty | null
  /** The complex order it is chained to: one that will place its parent, or the SL or TP that armed it. */
  readonly parentComplexOrderId: string | null
  /** What links a stop without a parent with others of its subaccount and instrument; null: it stands for itself. */
  readonly linkId: string | null
  /** Its quantity is that of the position it closes, whoever changes it. `trigger.qty` is what was held when it was placed. */
  readonly protect: boolean
  /** The SL or TP that armed this stop. The two are one protection and change together. */
  readonly armedBy: string | null
  /** Complex orders chained to this one. */
  readonly childIds: readonly string[]
  /** 1 at the top of a chain. */
  readonly depth: number

  /** The price at which a STOP or REVERSE_STOP fires; of a trailing one where it stands, null while it stands nowhere. */
  readonly stopPrice: Price | null
  /** How a STOP follows the price, or the stop that an SL arms; null: it stays where it is. */
  readonly trail: Trail | null
  readonly triggerPriceType: TriggerPriceType
  readonly trigger: TriggerOrder
  /** What firing now would place: less than asked for while the parent bought less, or a linked exit sold some; of a protect stop the position. Null until armed. */
  readonly armedQty: Qty | null
  /** When it was armed; null until then, and where an earlier version armed it. */
  readonly armedAt: Millis | null

  /** The order placed last. */
  readonly triggerOrderId: string | null
  /** The stop that this SL or TP armed. */
  readonly triggerComplexOrderId: string | null
  /** Every order placed for it, oldest first. An exit that did not fill, or had to shrink, is placed again. */
  readonly orderIds: readonly string[]
  readonly triggeredAt: Millis | null
  readonly triggerPrice: Price | null
  readonly triggerPriceSource: TriggerPriceSource | null
  /** When it was reported as incomplete, with something left to exit; null before that. */
  readonly incompleteAt: Millis | null
}

/** A chain of complex orders is no longer than this. */
export const DEEPEST_CHAIN = 10

/** What a new conditional order is made of. */
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
  Partial<Pick<Conditional, 'parentQty' | 'subscriberState' | 'trail' | 'linkId' | 'protect'>>

/** A new conditional order, PENDING: due for activation where it has no parent, else waiting for its parent. */
export const newConditional = (request: NewConditional, now: Millis): Conditional => ({
  subscriberState: null,
  parentQty: null,
  trail: null,
  linkId: null,
  protect: false,
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

/** Whether it exits what its parent entered. Exits share the parent's fills. */
export const isExit = (conditional: Pick<Conditional, 'trigger'>, parent: Pick<Order, 'buyFlag'>): boolean =>
  conditional.trigger.buyFlag !== parent.buyFlag

/** Whether its order waits on the exchange: a TP without a stop price. Every other exit waits here for its price. */
export const restsAtExchange = (conditional: Pick<Conditional, 'subtype' | 'trigger'>): boolean =>
  conditional.subtype === 'TP' && conditional.trigger.stopPrice === null
