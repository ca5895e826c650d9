/** Cancels all orders and complex orders of a subaccount, and what these have placed meanwhile. */

import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { type CancelAllComplexOrdersDeps, cancelAllComplexOrders } from '../contingent/end/cancel-all-complex-orders.ts'
import { type CancelAllOrdersDeps, type CancelFilter, cancelOrdersOf } from '../orders/cancel/cancel-all-orders.ts'
import type { CancelAllResult } from '../orders/cancel/cancel-each.ts'

export interface CancelEverythingDeps extends Omit<CancelAllOrdersDeps, 'markets'>, CancelAllComplexOrdersDeps {
  readonly orders: CancelAllOrdersDeps['orders']
}

export interface EverythingCancelled {
  readonly orders: CancelAllResult
  readonly complexOrders: CancelAllResult
}

/**
 * 404 without such a subaccount. `reason` becomes the `cancel_reason` of each. `acceptedUntil`: the latest acceptance of an order of
 * the user; null for all orders.
 */
export const cancelEverything = async (
  deps: CancelEverythingDeps,
  userId: string,
  subaccountId: string,
  reason: string,
  acceptedUntil: Millis | null = null,
): Promise<EverythingCancelled | Problem> => {
  // Protecting orders are cancelled after the entries, so that no entry is unprotected meanwhile.
  const before = await cancelOrdersOf(deps, userId, subaccountId, upTo(acceptedUntil), reason)
  if (isProblem(before)) return before
  const complexOrders = await cancelAllComplexOrders(deps, userId, subaccountId, reason, acceptedUntil)
  if (isProblem(complexOrders)) return complexOrders
  // Until its complex order was cancelled, a stop could fire and a TWAP could place a slice: newer than the first watermark.
  const meanwhile = { cancelRequested: false, placedByService: acceptedUntil !== null }
  const placed = await cancelOrdersOf(deps, userId, subaccountId, meanwhile, reason)
  if (isProblem(placed)) return placed
  return { orders: merged(before, placed), complexOrders }
}

const upTo = (acceptedUntil: Millis | null): CancelFilter => (acceptedUntil === null ? {} : { acceptedUntil })

/** True if another run may cancel more. */
export const isTroubled = ({ orders, complexOrders }: EverythingCancelled): boolean =>
  orders.troubled.length > 0 || complexOrders.troubled.length > 0

/** The result of the second pass counts. */
const merged = (one: CancelAllResult, other: CancelAllResult): CancelAllResult => {
  const cancelled = new Set([...one.cancelled, ...other.cancelled])
  const isMet = (id: string): boolean => other.failed.has(id) || cancelled.has(id)
  return {
    cancelled: [...cancelled].sort(),
    failed: new Map([...one.failed, ...other.failed].filter(([id]) => !cancelled.has(id))),
    troubled: [...one.troubled.filter((id) => !isMet(id)), ...other.troubled],
  }
}
