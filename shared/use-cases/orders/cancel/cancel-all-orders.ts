/** Cancels every order of a subaccount that is not final, or the orders that match a filter. */

import { acceptedAt, type Subaccount } from '#domain/accounts/subaccount.ts'
import { CANCEL_ALL, cancelOrdersUntil } from '#domain/accounts/why-cancelled.ts'
import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { isLeg, protectsPosition } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { liveOrders } from '../../accounts/quotas/live-orders.ts'
import { changeSubaccount } from '../../accounts/subaccounts/change-subaccount.ts'
import { missingMarket } from '../../markets/missing-market.ts'
import { type CancelAllResult, cancelEach } from './cancel-each.ts'
import { type CancelOrderDeps, cancelOrder } from './cancel-order.ts'

export interface CancelAllOrdersDeps extends CancelOrderDeps {
  readonly orders: OrderStore
  readonly subaccounts: SubaccountStore
  readonly markets: Pick<MarketStore, 'getMany'>
}

/** Orders must match every given field. Null or absent fields match any order. */
export interface CancelFilter {
  readonly svcIds?: readonly number[] | null | undefined
  readonly exchange?: ExchangeName | null | undefined
  readonly buyFlag?: boolean | null | undefined
  /** True if its cancel was requested before. */
  readonly cancelRequested?: boolean
  /** Latest acceptance. */
  readonly acceptedUntil?: Millis
  /** Leaves out the orders of fired exits, which protect positions. */
  readonly sparesExits?: boolean
  /** Leaves out orders that a user placed. */
  readonly placedByService?: boolean
}

/**
 * Returns the orders that will be cancelled, and orders that were already final. 404 without such a subaccount or
 * market.
 */
export const cancelAllOrders = async (
  deps: CancelAllOrdersDeps,
  userId: string,
  subaccountId: string,
  filter: CancelFilter = {},
): Promise<CancelAllResult | Problem> => {
  const svcIds = filter.svcIds ?? []
  const known = svcIds.length === 0 ? [] : await deps.markets.getMany(svcIds)
  const missing = missingMarket(svcIds, known)
  if (missing !== null)
    return (await deps.subaccounts.get(userId, subaccountId)) === null ? notFound('Subaccount') : missing
  return cancelOrdersOf(deps, userId, subaccountId, filter, CANCEL_ALL)
}

/** The same without a look at the markets. `reason` becomes the `cancel_reason` of each. */
export const cancelOrdersOf = async (
  deps: Omit<CancelAllOrdersDeps, 'markets'>,
  userId: string,
  subaccountId: string,
  filter: CancelFilter,
  reason: string,
): Promise<CancelAllResult | Problem> => {
  const { svcIds, exchange, buyFlag, acceptedUntil, sparesExits = false, placedByService = false } = filter
  // Orders the index does not show yet are met by this watermark, which every claim reads.
  const ofMarkets = svcIds != null || exchange != null
  const isAll = !ofMarkets && buyFlag == null && !placedByService
  const watermark = (one: Subaccount) =>
    isAll ? cancelOrdersUntil(one, acceptedUntil ?? acceptedAt(one, deps.clock()), reason, sparesExits) : one
  if ((await changeSubaccount(deps, userId, subaccountId, watermark)) === null) return notFound('Subaccount')
  const live = await (exchange == null
    ? liveOrders(deps.orders, subaccountId, { skipUnreadable: true })
    : deps.orders.live(subaccountId, exchange, { skipUnreadable: true }))
  // Legs are cancelled with their basket orders. With a filter on markets they are cancelled alone, and their basket
  // orders continue without them.
  const baskets = !ofMarkets ? await deps.orders.liveBaskets(subaccountId, { skipUnreadable: true }) : []
  const orders = live.filter((order) => (ofMarkets ? (svcIds?.includes(order.svcId) ?? true) : !isLeg(order)))
  const requested = [...orders, ...baskets].filter((order) => passes(order, filter) && !isFinal(order.status))
  return cancelEach(
    deps.log,
    requested.map(({ orderId }) => orderId),
    (orderId) => cancelOrder(deps, userId, orderId, reason),
  )
}

/** True if an order passes the filter. The market and the exchange are checked elsewhere. */
const passes = (order: PlacedOrder, filter: CancelFilter): boolean => {
  const { buyFlag, cancelRequested, acceptedUntil, sparesExits = false, placedByService = false } = filter
  return (
    (buyFlag == null || order.buyFlag === buyFlag) &&
    (cancelRequested === undefined || (order.cancelRequestedAt !== null) === cancelRequested) &&
    (acceptedUntil === undefined || order.createdAt <= acceptedUntil) &&
    !(sparesExits && protectsPosition(order)) &&
    !(placedByService && order.origin.kind === 'user')
  )
}
