/**
 * Accepts a request to change quantity, price or expiry of an order. Checks all that can be checked now; the amend does
 * the rest.
 */

import { basketNotAmended } from '#domain/baskets/basket-not-amended.ts'
import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import { brokenAtPrice } from '#domain/contingent/request/rules.ts'
import { openLimitOf } from '#domain/contingent/trigger/open-limit.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { toDecimal } from '#domain/kernel/numbers.ts'
import { notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import { type Market, onGrid } from '#domain/markets/market.ts'
import { isAmendedSince } from '#domain/orders/amend/amended-since.ts'
import { type AmendChange, termsAfter, whyNotAmended } from '#domain/orders/amend/request-amend.ts'
import { filledOf, type Order } from '#domain/orders/order.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { INACTIVE, missingCredentials, refusedFor } from '../../accounts/refusals.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import type { CheckRiskDeps } from '../../risk/check-risk.ts'
import { riskOfAmend } from '../../risk/risk-of-amend.ts'
import { type OnChainExitsDeps, onChainExits } from '../on-chain-exits.ts'
import { type RequestChangeDeps, requestChange } from './request-change.ts'

export interface AmendOrderDeps extends RequestChangeDeps, OnChainExitsDeps, Omit<CheckRiskDeps, 'orders'> {
  readonly orders: OrderStore
  readonly subaccounts: SubaccountStore
  readonly credentials: CredentialsStore
  readonly markets: Pick<MarketStore, 'get'>
}

/** `userId` owns the order, or it is not found. `amendId` is the same when an idempotent request is repeated. */
export const amendOrder = async (
  deps: AmendOrderDeps,
  userId: string,
  orderId: string,
  amendId: string,
  change: AmendChange,
): Promise<Order | Problem> =>
  retryOnConflict(`order ${orderId}`, async () => {
    const order = await deps.orders.find(orderId)
    if (order === null || order.userId !== userId) return notFound('Order')
    if (isBasketOrder(order)) return basketNotAmended(order)
    return amendFound(deps, order, amendId, change)
  })

/** Requests the change of an order as it was read. `AGAIN` if an exit was attached to it meanwhile. */
const amendFound = async (
  deps: AmendOrderDeps,
  order: Order,
  amendId: string,
  change: AmendChange,
): Promise<Order | Problem | typeof AGAIN> => {
  const refusal =
    whyNotAmended(order, change) ?? (await brokenByExits(deps, order, change)) ?? (await whyUnfit(deps, order, change))
  if (refusal !== null) return refusal
  // An exit that was attached meanwhile was checked against the old price.
  const whyNot = (now: Order): Problem | null =>
    now.complexOrderIds.length === order.complexOrderIds.length ? whyNotAmended(now, change) : ATTACHED
  const changed = await requestChange(deps, order.orderId, amendId, change, whyNot)
  return changed === ATTACHED ? AGAIN : (changed ?? notFound('Order'))
}

const ATTACHED = problem(409, 'conflict', 'The order was changed at the same moment. Try again.')

/** A TP or SL of the order that could not be attached to it at its new price. */
const brokenByExits = async (deps: AmendOrderDeps, order: Order, change: AmendChange): Promise<Problem | null> => {
  const { price } = termsAfter(order, change)
  if (price === null || price === order.price || openLimitOf(order) === null) return null
  const [sentence] = (await onChainExits(deps, order.complexOrderIds)).flatMap((exit) =>
    brokenAtPrice(order, price, { ...exit, trailAmount: exit.trail?.amount ?? null, triggerTrailAmount: null }),
  )
  return sentence === undefined ? null : problem(422, 'value_error', sentence)
}

/**
 * Finds the order that an earlier run of the same request has changed, or a newer request since. Null if neither has
 * changed it.
 */
export const findAmended = async (
  { orders }: Pick<AmendOrderDeps, 'orders'>,
  userId: string,
  orderId: string,
  amendId: string,
): Promise<Order | null> => {
  const order = await orders.get(orderId)
  return order !== null && order.userId === userId && isAmendedSince(order, amendId) ? order : null
}

/** Returns the refusal that a new order with these terms would get; null if it would be accepted. */
const whyUnfit = async (deps: AmendOrderDeps, order: Order, change: AmendChange): Promise<Problem | null> => {
  const [subaccount, market, credentials] = await Promise.all([
    deps.subaccounts.get(order.userId, order.subaccountId),
    deps.markets.get(order.svcId),
    deps.credentials.get(order.subaccountId, order.exchange),
  ])
  if (subaccount?.isActive === false) return INACTIVE
  if (credentials === null) return missingCredentials(order.exchange)
  const wrong = market === null ? null : whyNotOnMarket(market, order, change)
  if (wrong !== null) return wrong
  const breach = await riskOfAmend(deps, subaccount, order, termsAfter(order, change))
  return breach === null ? null : refusedFor(breach)
}

/**
 * Checks steps and minimum of the market. If the order is replaced, its rest must be an order that the exchange
 * accepts.
 */
const whyNotOnMarket = (market: Market, order: Order, change: AmendChange): Problem | null => {
  const { qty, price } = termsAfter(order, change)
  const { tickSizePrice, tickSizeQty, minimumOrderSize } = market
  if (change.price != null && price !== null && !onGrid(market, price))
    return problem(
      409,
      'price_off_tick',
      `The price ${toDecimal(price)} is not on the price grid of the market (tick_size_price ${toDecimal(tickSizePrice)}).`,
    )
  if (change.qty != null && tickSizeQty > 0 && qty % tickSizeQty !== 0)
    return problem(409, 'qty_off_lot', `The quantity ${toDecimal(qty)} is not a multiple of ${toDecimal(tickSizeQty)}.`)
  const rest = traitsOf(order.exchange).amendsOrders ? qty : qty - filledOf(order)
  if (rest > 0 && rest < minimumOrderSize)
    return problem(
      409,
      'qty_below_minimum',
      `What is left of the order, ${toDecimal(rest)} contracts, would be below the market's minimum of ${toDecimal(minimumOrderSize)}.`,
    )
  return null
}
