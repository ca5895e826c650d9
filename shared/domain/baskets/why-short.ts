/** The `cancel_reason` of an order on a custom asset that did not fill completely, from the ends of its legs. */

import type { Order } from '../orders/order.ts'
import type { BasketOrder } from './basket-order.ts'

type Leg = Pick<Order, 'exchange' | 'status' | 'cancelReason' | 'rejectReason'>

/** Maximum number of different reasons in the text. */
const MOST_REASONS = 3

/** `more` is the reason why no further round was planned, if the legs do not show it. */
export const whyShort = (
  { rounds, reversedQty }: Pick<BasketOrder, 'rounds' | 'reversedQty'>,
  legs: readonly Leg[],
  more: string | null = null,
): string => {
  if (reversedQty > 0) return 'settlement_failed'
  const after = rounds.length === 1 ? 'not_filled after 1 round' : `not_filled after ${rounds.length} rounds`
  const reasons = [...new Set([...legs.flatMap(reasonOf), ...(more === null ? [] : [more])])]
  return reasons.length === 0 ? after : `${after}: ${reasons.slice(0, MOST_REASONS).join('; ')}`
}

/** A leg that filled less than its quantity adds nothing to `not_filled`. */
const reasonOf = ({ exchange, status, cancelReason, rejectReason }: Leg): readonly string[] => {
  if (status === 'REJECTED') return [`an order was refused on ${exchange}: ${rejectReason ?? 'no reason given'}`]
  if (status !== 'CANCELLED' || cancelReason === null || cancelReason === 'not_filled') return []
  return [`an order on ${exchange} ended: ${cancelReason}`]
}
