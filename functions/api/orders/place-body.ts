/** Places the order that a body of POST /v1/orders requests, on a market or on a custom asset. */

import { toComplexOrderIds } from '#contract/contingent/complex-order-ids.ts'
import type { CreateOrderBody } from '#contract/orders/create-order-body.ts'
import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Problem } from '#domain/kernel/problem.ts'
import { type PlaceBasketOrderDeps, placeBasketOrder } from '#use-cases/baskets/place-basket-order.ts'
import type { AttachConditionalsDeps } from '#use-cases/contingent/place/attach-conditionals.ts'
import { type PlaceOrderDeps, placeOrder } from '#use-cases/orders/place-order.ts'
import {
  allMarkets,
  credentials,
  customAssets,
  frame,
  haltOfNewRisk,
  liveData,
  positions,
  publishedComplexOrders,
  publishedOrders,
  queues,
  roomFor,
  slippage,
  subaccounts,
  tradingDays,
} from '../../runtime.ts'
import { attachWith } from './attach-with.ts'
import { requestedOnCustomAsset, requestedOnMarket } from './requested-order.ts'

/** Dependencies of placing an order. */
export const placingDeps = () => ({
  ...frame(),
  orders: publishedOrders(),
  customAssets: customAssets(),
  complexOrders: publishedComplexOrders(),
  marketData: liveData(),
  subaccounts: subaccounts(),
  tradingDays: tradingDays(),
  haltOfDeployment: haltOfNewRisk(),
  credentials: credentials(),
  markets: allMarkets(),
  positions: positions(),
  slippage: slippage(),
  roomFor: roomFor(),
  queues: queues(),
})

export type PlacingDeps = Omit<PlaceOrderDeps, 'attach'> & Omit<PlaceBasketOrderDeps, 'attach'> & AttachConditionalsDeps

/** Answer for an accepted order. */
export interface Accepted {
  readonly svc_order_id: string
  readonly complex_orders: ReturnType<typeof toComplexOrderIds>
}

/** Accepts the order under `orderId`, or returns the refusal. An order that an earlier run has stored is not refused any more. */
export const placeBody = async (
  given: PlacingDeps,
  body: CreateOrderBody,
  userId: string,
  orderId: string,
): Promise<Accepted | Problem> => {
  const deps = attachWith(given)
  const placed =
    body.custom_asset_id == null
      ? await placeOrder(deps, requestedOnMarket(body, userId, orderId))
      : await placeBasketOrder(deps, requestedOnCustomAsset(body, body.custom_asset_id, userId, orderId))
  return 'problem' in placed ? placed : toAccepted(placed)
}

/** Finds the order that an earlier run of the request has accepted under `orderId`, or null. */
export const findPlaced = async (
  deps: Pick<PlacingDeps, 'orders'>,
  conditionals: number,
  userId: string,
  orderId: string,
): Promise<Accepted | null> => {
  const found = await deps.orders.find(orderId)
  if (found === null || found.userId !== userId) return null
  // The conditional orders of the request come first. Later ones are not part of the answer.
  return toAccepted({ ...found, complexOrderIds: found.complexOrderIds.slice(0, conditionals) })
}

const toAccepted = ({ orderId, complexOrderIds }: Pick<PlacedOrder, 'orderId' | 'complexOrderIds'>): Accepted => ({
  svc_order_id: orderId,
  complex_orders: toComplexOrderIds(complexOrderIds),
})
