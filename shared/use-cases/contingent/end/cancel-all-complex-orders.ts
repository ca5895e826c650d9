/** Cancels every complex order of a subaccount that is not terminal. */

import { acceptedAt, type Subaccount } from '#domain/accounts/subaccount.ts'
import { CANCEL_ALL } from '#domain/accounts/why-cancelled.ts'
import { WAITING_STATUSES } from '#domain/complex-orders/status.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import { changeSubaccount } from '../../accounts/subaccounts/change-subaccount.ts'
import { type CancelAllResult, cancelEach } from '../../orders/cancel/cancel-each.ts'
import { type CancelComplexOrderDeps, cancelComplexOrder } from './cancel-complex-order.ts'

export interface CancelAllComplexOrdersDeps extends CancelComplexOrderDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'save' | 'list'>
  readonly subaccounts: SubaccountStore
}

/** Maximum number of orders in the reply. The watermark cancels the others when they would fire. */
const MOST = 10_000

/**
 * Returns the cancelled complex orders and the terminal ones; 404 without such a subaccount. `reason` becomes the `cancel_reason` of each.
 * `acceptedUntil` is the latest acceptance to cancel; null for all.
 */
export const cancelAllComplexOrders = async (
  deps: CancelAllComplexOrdersDeps,
  userId: string,
  subaccountId: string,
  reason = CANCEL_ALL,
  acceptedUntil: Millis | null = null,
): Promise<CancelAllResult | Problem> => {
  // The watermark cancels complex orders that the list does not show yet: every trigger reads it.
  const watermark = (one: Subaccount) => ({
    ...one,
    cancelComplexBefore:
      acceptedUntil === null
        ? acceptedAt(one, deps.clock())
        : Math.max(acceptedUntil, one.cancelComplexBefore ?? acceptedUntil),
    cancelComplexReason: reason,
  })
  if ((await changeSubaccount(deps, userId, subaccountId, watermark)) === null) return notFound('Subaccount')
  const waiting = new Set<string>()
  for (const status of WAITING_STATUSES) {
    const page = { limit: MOST, offset: 0 }
    const { complexOrders } = await deps.complexOrders.list(userId, { subaccountId, status }, page)
    for (const { complexOrderId, createdAt } of complexOrders)
      if (acceptedUntil === null || createdAt <= acceptedUntil) waiting.add(complexOrderId)
  }
  return cancelEach(deps.log, [...waiting], async (complexOrderId) => {
    const result = await cancelComplexOrder(deps, userId, complexOrderId, reason)
    return result.kind === 'failed' && (await isCancelled(deps, complexOrderId)) ? { kind: 'accepted' } : result
  })
}

/** Returns whether the order was cancelled a moment ago, together with its SL, TP or stop. */
const isCancelled = async (deps: CancelAllComplexOrdersDeps, complexOrderId: string): Promise<boolean> =>
  (await deps.complexOrders.get(complexOrderId))?.status === 'CANCELLED'
