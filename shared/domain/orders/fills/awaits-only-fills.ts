/** Decides whether only fills can bring news about an order. */

import type { Qty } from '../../kernel/numbers.ts'
import { isAmending } from '../amend/amending.ts'
import { filledOf, type Order } from '../order.ts'
import { isGoneForGood } from '../transitions/apply-status-report.ts'

/**
 * True if the exchange need not be asked about the order. `readQty` is the quantity of its fills that were read just
 * now; some of these may be stored already. No order fills beyond its total, so one whose fills make it full has ended.
 * One that is full by the exchange's own words lacks nothing but its fills, once their cost is known. An order that
 * ended with less is asked about: that may grow.
 */
export const awaitsOnlyFills = (order: Order, readQty: Qty): boolean => {
  if (isAmending(order) || order.watchUntil !== null) return false
  if (readQty >= order.qty) return true
  return isGoneForGood(order) && (order.provisional !== null || (filledOf(order) >= order.qty && isPriced(order)))
}

/** True if the exchange has reported cost and fees of the trades that no stored fill covers yet. */
const isPriced = ({ reported }: Order): boolean => reported !== null && reported.cost !== null && reported.fees !== null
