/** Why an order on a custom asset did not fill whole, from what became of its legs: what its `cancel_reason` says. */

import type { Order } from '../orders/order.ts'
import type { BasketOrder } from './basket-order.ts'

type Leg = Pick<Order, 'exchange' | 'status' | 'cancelReason' | 'rejectReason'>

/** So many different reasons are told at most. */
const MOST_REASONS = 3

/** `more` is why nothing further was planned, where that was not for the legs. */
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

/** That a leg found less than it asked for says nothing that `not_filled` does not. */
const reasonOf = ({ exchange, status, cancelReason, rejectReason }: Leg): readonly string[] => {
  if (status === 'REJECTED') return [`an order was refused on ${exchange}: ${rejectReason ?? 'no reason given'}`]
  if (status !== 'CANCELLED' || cancelReason === null || cancelReason === 'not_filled') return []
  return [`an order on ${exchange} ended: ${cancelReason}`]
}
