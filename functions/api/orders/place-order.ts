/** POST /v1/orders */

import { complexOrderIds, toComplexOrderIds } from '#contract/contingent/complex-order-record.ts'
import { toAskedConditional } from '#contract/contingent/conditional-order-params.ts'
import {
  type CreateOrderBody,
  createOrderBody,
  createOrderRule,
  orderTypeOf,
} from '#contract/orders/create-order-body.ts'
import { toInstructions } from '#contract/orders/instructions.ts'
import { toPriceBounds } from '#contract/orders/price-bounds.ts'
import { object } from '#contract/validation/object.ts'
import { uuid } from '#contract/validation/uuid.ts'
import { quotaRefusal } from '#domain/accounts/quotas.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import type { PlacedOrder } from '#domain/orders/placed-order.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { type PlaceBasketOrderDeps, placeBasketOrder } from '#use-cases/baskets/place-basket-order.ts'
import { placeOrder } from '#use-cases/orders/place-order.ts'
import {
  allMarkets,
  credentials,
  customAssets,
  frame,
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
import { ORDER_REFUSALS } from './order-refusals.ts'

export const handler = creatingEndpoint(
  {
    name: 'place-order',
    method: 'POST',
    path: '/v1/orders',
    tag: 'Orders',
    summary: 'Place an order',
    description:
      'The order is stored at once and enqueued for execution. Follow it with GET /v1/orders/{order_id}. The conditional orders in `conditional_orders_params` are stored with it, and act when it has filled.',
    scope: 'trade',
    request: { body: createOrderBody },
    rules: createOrderRule,
    reply: {
      status: 202,
      schema: object({ svc_order_id: uuid(), complex_orders: complexOrderIds }),
    },
    refusals: [
      { status: 404, code: 'not_found', when: 'the subaccount, market or custom asset does not exist for this caller' },
      ...ORDER_REFUSALS,
      quotaRefusal('open_orders'),
      quotaRefusal('open_complex_orders'),
      {
        status: 409,
        code: 'credentials_missing',
        when: 'no credentials are stored for the exchange of the market, or of any member of the custom asset',
      },
      {
        status: 503,
        code: 'exchange_unavailable',
        when: 'a price is needed for the type of a conditional order or for the `max_order_cost` of a MARKET order, and the exchange does not answer',
      },
    ],
    uses: {
      table: 'write',
      catalogue: 'read',
      sends: ['execute-order', 'execute-basket', 'deliver-webhook'],
      exchanges: 'public',
    },
    ifBroken: 'Users cannot place orders. Look at the log of place-order and at the health of the table.',
  },
  () => ({
    ...frame(),
    orders: publishedOrders(),
    customAssets: customAssets(),
    complexOrders: publishedComplexOrders(),
    marketData: liveData(),
    subaccounts: subaccounts(),
    tradingDays: tradingDays(),
    credentials: credentials(),
    markets: allMarkets(),
    positions: positions(),
    slippage: slippage(),
    roomFor: roomFor(),
    queues: queues(),
  }),
  async (deps, { body, caller, newId }) => {
    if (body.custom_asset_id != null)
      return onCustomAsset(deps, { ...body, custom_asset_id: body.custom_asset_id }, caller, newId)
    const orderType = orderTypeOf(body)
    const timeInForce = body.time_in_force ?? (orderType === 'LIMIT' ? 'GTC' : 'IOC')
    const placed = await placeOrder(deps, {
      orderId: newId,
      userId: caller.userId,
      subaccountId: body.subaccount_id,
      svcId: body.svc_id ?? null,
      customAssetId: null,
      orderType,
      timeInForce,
      qty: qty(body.qty),
      buyFlag: body.buy_flag,
      price: body.price == null ? null : price(body.price),
      ...toPriceBounds(body),
      ...toInstructions(body),
      expiresAt: body.expiry_ts_utc ?? null,
      clientOrderId: body.client_order_id ?? null,
      conditionals: (body.conditional_orders_params ?? []).map(toAskedConditional),
    })
    return isProblem(placed) ? placed : accepted(placed)
  },
  async (deps, { body, caller, newId }) => {
    const found = await deps.orders.find(newId)
    if (found === null || found.userId !== caller.userId) return null
    // What came with the order comes first; what was attached since is not part of the answer.
    const attached = found.complexOrderIds.slice(0, body.conditional_orders_params?.length ?? 0)
    return accepted({ ...found, complexOrderIds: attached })
  },
)

const accepted = ({ orderId, complexOrderIds }: Pick<PlacedOrder, 'orderId' | 'complexOrderIds'>) =>
  ({
    status: 202,
    body: { svc_order_id: orderId, complex_orders: toComplexOrderIds(complexOrderIds) },
  }) as const

/** Always MARKET, as the rules of the body say. */
const onCustomAsset = async (
  deps: PlaceBasketOrderDeps,
  body: CreateOrderBody & { readonly custom_asset_id: string },
  { userId }: { readonly userId: string },
  orderId: string,
) => {
  const placed = await placeBasketOrder(deps, {
    orderId,
    userId,
    subaccountId: body.subaccount_id,
    customAssetId: body.custom_asset_id,
    timeInForce: body.time_in_force === 'FOK' ? 'FOK' : 'IOC',
    qty: qty(body.qty),
    buyFlag: body.buy_flag,
    ...toPriceBounds(body),
    clientOrderId: body.client_order_id ?? null,
    conditionals: (body.conditional_orders_params ?? []).map(toAskedConditional),
  })
  return isProblem(placed) ? placed : accepted(placed)
}
