/** Decides whether an order stays within the risk limits of its subaccount. Without limits nothing is read. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { type Money, type Qty, qty } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { ordersAhead } from '#domain/orders/position/orders-ahead.ts'
import { reducesPosition } from '#domain/orders/position/reduces-position.ts'
import { isFinal } from '#domain/orders/status.ts'
import { type AddedRisk, breachOf, isUnlimited, type RiskBreach, type RiskLimits } from '#domain/risk/limits.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { liveOrders } from '../accounts/quotas/live-orders.ts'
import { readPositions } from '../portfolio/read-positions.ts'
import { type DailyLossDeps, dailyLoss } from './daily-loss.ts'

export interface CheckRiskDeps extends DailyLossDeps {
  readonly orders: Pick<OrderStore, 'live' | 'countLive'>
  /** Halt of the whole deployment to stop costs; null without one. */
  readonly haltOfDeployment: () => Promise<RiskBreach | null>
}

/** An order that is to be sent. `isNew`: not stored yet, so it counts after all that are. */
export type RiskyOrder = Pick<
  Order,
  'orderId' | 'userId' | 'subaccountId' | 'exchange' | 'svcId' | 'createdAt' | 'qty' | 'buyFlag'
> & { readonly isNew?: true; readonly tradedQty?: Qty }

/**
 * Returns the refusal of the order; null if it may continue. An order that can only reduce a position always may.
 * `cost` is its worst-case cost; null if that is not to be checked.
 */
export const checkRisk = async (
  deps: CheckRiskDeps,
  limits: RiskLimits,
  order: RiskyOrder,
  cost: Money | null,
): Promise<RiskBreach | null> => {
  const halt = await deps.haltOfDeployment()
  if (halt === null && isUnlimited(limits)) return null
  const breach =
    halt ??
    breachOf(limits, { ...NOTHING, qty: order.qty, cost }) ??
    breachOf(limits, { ...NOTHING, openOrders: await placeAmongOpen(deps, limits, order) }) ??
    breachOf(limits, { ...NOTHING, dailyLoss: await lostToday(deps, limits, order) })
  return breach === null || (await isReducing(deps, order)) ? null : breach
}

const NOTHING: AddedRisk = { qty: null, cost: null, openOrders: null, dailyLoss: null }

/** Its number among the open orders, from 1; null if any number is allowed. */
const placeAmongOpen = async (deps: CheckRiskDeps, limits: RiskLimits, order: RiskyOrder): Promise<number | null> => {
  if (limits.maxOpenOrders === null) return null
  const counts = await Promise.all(
    EXCHANGE_NAMES.map((exchange) => deps.orders.countLive(order.subaccountId, exchange)),
  )
  // The count may include orders that are final already, never fewer than are open.
  const atMost = counts.reduce((sum, one) => sum + one, 0) + 1
  if (atMost <= limits.maxOpenOrders) return atMost
  return ahead(order, await liveOrders(deps.orders, order.subaccountId)).length + 1
}

const lostToday = async (deps: CheckRiskDeps, limits: RiskLimits, order: RiskyOrder): Promise<Money | null> =>
  limits.maxDailyLoss === null ? null : (await dailyLoss(deps, order, limits.maxDailyLoss)).worst

/** Orders are read before the position: a fill in between then counts twice, never not at all. */
const isReducing = async (deps: CheckRiskDeps, order: RiskyOrder): Promise<boolean> => {
  const live = await deps.orders.live(order.subaccountId, order.exchange)
  const positions = await readPositions(deps, order.subaccountId)
  const held = positions.find(({ svcId, exchange }) => svcId === order.svcId && exchange === order.exchange)
  const unsettled = live.filter(({ orderId, status }) => orderId !== order.orderId && isFinal(status))
  // The traded part of the total is in the position already, and cannot change it again.
  const rest = { ...order, qty: qty(Math.max(0, order.qty - (order.tradedQty ?? 0))) }
  return reducesPosition(rest, held?.position ?? 0, [...ahead(order, live), ...unsettled])
}

const ahead = (order: RiskyOrder, live: readonly Order[]): readonly Order[] =>
  order.isNew ? live.filter(({ status }) => !isFinal(status)) : ordersAhead(order, live)
