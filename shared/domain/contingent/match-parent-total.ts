/** An exit goes with the total of its parent when an amend changes that. */

import { isBasketOrder, type PlacedOrder } from '../baskets/placed-order.ts'
import { smallest } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { type Conditional, isExit } from './conditional.ts'

/**
 * An exit that was for all of its parent is for all of it again. One that was for a part stays for that part, and is never for more
 * than the parent. The same object when the parent was not changed since, or the exit has fired or ended.
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
