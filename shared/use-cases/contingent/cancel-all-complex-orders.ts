/** Cancels every complex order of a subaccount that has not fired. */

import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { SubaccountStore } from '#ports/store.ts'
import type { CancelAllResult } from '../orders/cancel-all-orders.ts'
import { type CancelComplexOrderDeps, cancelComplexOrder } from './cancel-complex-order.ts'

export interface CancelAllComplexOrdersDeps extends CancelComplexOrderDeps {
  readonly subaccounts: SubaccountStore
}

/** Cancels in flight at once: enough to be quick, too few to crowd the table. */
const LANES = 20

/** More than this the reply does not take up; the watermark meets the others as they come to fire. */
const AT_ONCE = 10_000

export const cancelAllComplexOrders = async (
  deps: CancelAllComplexOrdersDeps,
  userId: string,
  subaccountId: string,
): Promise<CancelAllResult | Problem> => {
  if (!(await raiseWatermark(deps, userId, subaccountId))) return notFound('Subaccount')
  const found = await Promise.all(
    (['PENDING', 'ACTIVE'] as const).map((status) =>
      deps.complexOrders.list(userId, { subaccountId, status }, { limit: AT_ONCE, offset: 0 }),
    ),
  )
  const queue = found.flatMap(({ complexOrders }) => complexOrders.map(({ complexOrderId }) => complexOrderId))
  const cancelled: string[] = []
  const failed = new Map<string, string>()
  const lane = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const result = await cancelComplexOrder(deps, userId, id, 'cancel_all')
      if (result.kind === 'accepted') cancelled.push(id)
      if (result.kind === 'failed' && !(await isCancelled(deps, id))) failed.set(id, result.reason)
      else if (result.kind === 'failed') cancelled.push(id)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { cancelled: cancelled.sort(), failed }
}

/** Along with the SL, TP or stop it belongs to, a moment ago. */
const isCancelled = async (deps: CancelAllComplexOrdersDeps, complexOrderId: string): Promise<boolean> =>
  (await deps.complexOrders.get(complexOrderId))?.status === 'CANCELLED'

/** Complex orders the list does not show yet are met by the watermark, which every trigger reads. False: no such subaccount. */
const raiseWatermark = async (
  deps: CancelAllComplexOrdersDeps,
  userId: string,
  subaccountId: string,
): Promise<boolean> => {
  for (;;) {
    const subaccount = await deps.subaccounts.get(userId, subaccountId)
    if (subaccount === null) return false
    if (await deps.subaccounts.save({ ...subaccount, cancelComplexBefore: deps.clock() })) return true
  }
}
