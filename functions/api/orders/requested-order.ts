/** Translates the body of POST /v1/orders into the input of the use cases. */

import { toConditionalRequest } from '#contract/contingent/conditional-order-params.ts'
import { toInstructions } from '#contract/kernel/instructions.ts'
import { toPriceBounds } from '#contract/kernel/price-bounds.ts'
import { toTradePrice } from '#contract/kernel/trade-price.ts'
import { type CreateOrderBody, orderTypeOf } from '#contract/orders/create-order-body.ts'
import { qty } from '#domain/kernel/numbers.ts'
import type { PlaceBasketOrderInput } from '#use-cases/baskets/place-basket-order.ts'
import type { PlaceOrderInput } from '#use-cases/orders/place-order.ts'

const requested = (body: CreateOrderBody, userId: string, orderId: string) => ({
  orderId,
  userId,
  subaccountId: body.subaccount_id,
  qty: qty(body.qty),
  buyFlag: body.buy_flag,
  ...toPriceBounds(body),
  clientOrderId: body.client_order_id ?? null,
  tag: body.tag ?? null,
  conditionals: (body.conditional_orders_params ?? []).map(toConditionalRequest),
})

/** Input of an order on one market. */
export const requestedOnMarket = (body: CreateOrderBody, userId: string, orderId: string): PlaceOrderInput => {
  const orderType = orderTypeOf(body)
  return {
    ...requested(body, userId, orderId),
    ...toInstructions(body),
    svcId: body.svc_id ?? null,
    customAssetId: null,
    orderType,
    timeInForce: body.time_in_force ?? (orderType === 'LIMIT' ? 'GTC' : 'IOC'),
    price: toTradePrice(body.price),
    expiresAt: body.expiry_ts_utc ?? null,
  }
}

/** Input of an order on a custom asset. The rules of the body make it a MARKET order. */
export const requestedOnCustomAsset = (
  body: CreateOrderBody,
  customAssetId: string,
  userId: string,
  orderId: string,
): PlaceBasketOrderInput => ({
  ...requested(body, userId, orderId),
  customAssetId,
  timeInForce: body.time_in_force === 'FOK' ? 'FOK' : 'IOC',
})
