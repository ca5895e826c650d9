/** Cancels every order of a subaccount, or of one instrument in it, that is not final. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import { isLeg } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { MarketStore } from '#ports/market-store.ts'
import type { OrderStore } from '#ports/order-store.ts'
import type { SubaccountStore } from '#ports/subaccount-store.ts'
import { changeSubaccount } from '../accounts/change-subaccount.ts'
import { atOnce } from '../kernel/at-once.ts'
import { type CancelOrderDeps, cancelOrder } from './cancel-order.ts'

export interface CancelAllOrdersDeps extends CancelOrderDeps {
  readonly orders: OrderStore
  readonly subaccounts: SubaccountStore
  readonly markets: Pick<MarketStore, 'get'>
}

export interface CancelAllResult {
  readonly cancelled: readonly string[]
  readonly failed: ReadonlyMap<string, string>
}

/** Cancels in flight at once: enough to be quick, too few to crowd the table. */
const LANES = 20

/** The orders that will be cancelled, and those that were final already; 404 without such a subaccount or market. `svcId` null: of every instrument. */
export const cancelAllOrders = async (
  deps: CancelAllOrdersDeps,
  userId: string,
  subaccountId: string,
  svcId: number | null,
): Promise<CancelAllResult | Problem> => {
  if (svcId !== null && (await deps.markets.get(svcId)) === null)
    return notFound((await deps.subaccounts.get(userId, subaccountId)) === null ? 'Subaccount' : 'Market')
  return cancelOrdersOf(deps, userId, subaccountId, svcId, 'cancel_all')
}

/** The same without a look at the market. `reason` becomes the `cancel_reason` of each. */
export const cancelOrdersOf = async (
  deps: Omit<CancelAllOrdersDeps, 'markets'>,
  userId: string,
  subaccountId: string,
  svcId: number | null,
  reason: string,
): Promise<CancelAllResult | Problem> => {
  // Orders the index does not show yet are met by this watermark, which every claim reads.
  const watermark = (one: Subaccount) => (svcId === null ? { ...one, cancelBefore: deps.clock() } : one)
  if ((await changeSubaccount(deps, userId, subaccountId, watermark)) === null) return notFound('Subaccount')
  const live = (
    await Promise.all(
      EXCHANGE_NAMES.map((exchange) => deps.orders.live(subaccountId, exchange, { skipUnreadable: true })),
    )
  ).flat()
  // Legs are cancelled with their basket orders. Of one market they are cancelled alone, and their basket orders go on without it.
  const baskets = svcId === null ? await deps.orders.liveBaskets(subaccountId, { skipUnreadable: true }) : []
  const orders = live.filter((order) => (svcId === null ? !isLeg(order) : order.svcId === svcId))
  const wanted = [...orders, ...baskets].filter((order) => !isFinal(order.status))
  const cancelled: string[] = []
  const failed = new Map<string, string>()
  await atOnce(LANES, wanted, async ({ orderId }) => {
    const result = await cancelOrder(deps, userId, orderId, reason)
    if (result.kind === 'accepted') cancelled.push(orderId)
    if (result.kind === 'failed') failed.set(orderId, result.reason)
  })
  return { cancelled: cancelled.sort(), failed }
}
