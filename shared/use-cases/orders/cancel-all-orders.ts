/** Cancels every order of a subaccount, or of one instrument in it, that is not over yet. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { OrderStore, SubaccountStore } from '#ports/store.ts'
import { type CancelOrderDeps, cancelOrder } from './cancel-order.ts'

export interface CancelAllOrdersDeps extends CancelOrderDeps {
  readonly orders: OrderStore
  readonly subaccounts: SubaccountStore
}

export interface CancelAllResult {
  readonly cancelled: readonly string[]
  readonly failed: ReadonlyMap<string, string>
}

/** Cancels in flight at once: enough to be quick, too few to crowd the table. */
const LANES = 20

export const cancelAllOrders = async (
  deps: CancelAllOrdersDeps,
  userId: string,
  subaccountId: string,
  svcId: number | null,
): Promise<CancelAllResult | Problem> => {
  if (!(await raiseWatermark(deps, userId, subaccountId, svcId))) return notFound('Subaccount')
  const live = (await Promise.all(EXCHANGE_NAMES.map((exchange) => deps.orders.live(subaccountId, exchange)))).flat()
  // Legs go with their basket orders; of one market, they go by themselves, and the basket order goes on without it.
  const baskets = svcId === null ? await deps.orders.liveBaskets(subaccountId) : []
  const orders = live.filter((order) => (svcId === null ? order.legOf === null : order.svcId === svcId))
  const wanted = [...orders, ...baskets].filter((order) => !isFinal(order.status))
  const cancelled: string[] = []
  const failed = new Map<string, string>()
  const queue = wanted.map((order) => order.orderId)
  const lane = async (): Promise<void> => {
    for (let orderId = queue.shift(); orderId !== undefined; orderId = queue.shift()) {
      const result = await cancelOrder(deps, userId, orderId, 'cancel_all')
      if (result.kind === 'accepted') cancelled.push(orderId)
      if (result.kind === 'failed') failed.set(orderId, result.reason)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { cancelled: cancelled.sort(), failed }
}

/** Orders the index does not show yet are met by the watermark, which every claim reads. False: no such subaccount. */
const raiseWatermark = async (
  deps: CancelAllOrdersDeps,
  userId: string,
  subaccountId: string,
  svcId: number | null,
): Promise<boolean> => {
  for (;;) {
    const subaccount = await deps.subaccounts.get(userId, subaccountId)
    if (subaccount === null) return false
    if (svcId !== null) return true
    if (await deps.subaccounts.save({ ...subaccount, cancelBefore: deps.clock() })) return true
  }
}
