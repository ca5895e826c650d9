/** The parent of a new conditional order. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import type { ParentTerms } from '#domain/contingent/request/rules.ts'
import { openLimitOf } from '#domain/contingent/trigger/open-limit.ts'

/** An order, or a complex order that will place one. At most one of the two is not null. */
export interface Parent {
  readonly order: PlacedOrder | null
  readonly complexOrder: Conditional | null
  /** The attached or chained TPs and SLs that may still act. */
  readonly exits: readonly Conditional[]
}

/** The terms of the order, or of the trigger order; null without a parent. */
export const parentTerms = ({ order, complexOrder }: Parent): ParentTerms | null => {
  if (order !== null) return { ...order, limitPrice: openLimitOf(order) }
  return complexOrder === null ? null : { ...complexOrder.trigger, limitPrice: complexOrder.trigger.price }
}

/** Returns whether the parent has a limit and has not filled: until it fills the market may be anywhere. */
export const isOpenParent = ({ order, complexOrder }: Parent): boolean =>
  order === null ? complexOrder !== null : openLimitOf(order) !== null
