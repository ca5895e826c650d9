/** Matches an exit to the total of its parent after an amend. */

import { isBasketOrder, type PlacedOrder } from '../../baskets/placed-order.ts'
import { smallest } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import { type Conditional, isExit } from '../conditional.ts'

/**
 * Returns the exit with its new quantity. An exit for the whole parent stays for the whole; any other is never larger than the parent.
 * Returns the same object if the total did not change, or the exit has fired or ended.
 */
export const matchParentTotal = (exit: Conditional, parent: PlacedOrder, now: Millis): Conditional => {
  if (isBasketOrder(parent) || parent.originalQty === null || !isExit(exit, parent)) return exit
  const before = exit.parentQty ?? parent.originalQty
  const isWaiting = exit.status === 'PENDING' || exit.status === 'ACTIVE'
  if (before === parent.qty || !isWaiting) return exit
  const { qty } = exit.trigger
  const trigger = { ...exit.trigger, qty: qty >= before ? parent.qty : smallest(qty, parent.qty) }
  return { ...exit, trigger, parentQty: parent.qty, updatedAt: now }
}
