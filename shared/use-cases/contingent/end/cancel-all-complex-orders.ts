/** Cancels every complex order of a subaccount that is not terminal. */

import { acceptedAt, type Subaccount } from '#domain/accounts/subaccount.ts'
import { CANCEL_ALL } from '#domain/accounts/why-cancelled.ts'
import { WAITING_STATUSES } from '#domain/complex-orders/status.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import { changeSubaccount } from '../../accounts/change-subaccount.ts'
import { type CancelAllResult, cancelEach } from '../../orders/cancel/cancel-each.ts'
import { type CancelComplexOrderDeps, cancelComplexOrder } from './cancel-complex-order.ts'

export interface CancelAllComplexOrdersDeps extends CancelComplexOrderDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'save' | 'list'>
  readonly subaccounts: SubaccountStore
}

/** The reply covers no more than this. The watermark meets the others when they come to fire. */
const MOST = 10_000

/** The complex orders that are cancelled, and those that were terminal already; 404 without such a subaccount. `reason` becomes the `cancel_reason` of each. `acceptedUntil`: the latest acceptance; null for all. */
export const cancelAllComplexOrders = async (
  deps: CancelAllComplexOrdersDeps,
  userId: string,
  subaccountId: string,
  reason = CANCEL_ALL,
  acceptedUntil: Millis | null = null,
): Promise<CancelAllResult | Problem> => {
  // Complex orders the list does not show yet are met by this watermark, which every trigger reads.
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

/** Whether it was cancelled a moment ago, along with the SL, TP or stop it belongs to. */
const isCancelled = async (deps: CancelAllComplexOrdersDeps, complexOrderId: string): Promise<boolean> =>
  (await deps.complexOrders.get(complexOrderId))?.status === 'CANCELLED'
