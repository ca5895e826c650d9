/** POST /v1/orders/preview */

import { createOrderBody, createOrderRule } from '#contract/orders/create-order-body.ts'
import { orderPreviewRecord, toOrderPreviewRecord } from '#contract/orders/order-preview-record.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { previewBasketOrder } from '#use-cases/baskets/preview-basket-order.ts'
import { previewOrder } from '#use-cases/orders/preview-order.ts'
import {
  allMarkets,
  credentials,
  customAssets,
  exchangeRefusals,
  exchangesOfAllMarkets,
  frame,
  haltOfNewRisk,
  liveData,
  openAccount,
  orders,
  positions,
  roomFor,
  slippage,
  subaccounts,
  tradingDays,
} from '../../runtime.ts'
import { attachWith } from './attach-with.ts'
import { requestedOnCustomAsset, requestedOnMarket } from './requested-order.ts'

export const handler = endpoint(
  {
    name: 'preview-order',
    method: 'POST',
    path: '/v1/orders/preview',
    tag: 'Orders',
    summary: 'Preview an order',
    description:
      'The body is that of POST /v1/orders. Nothing is stored or sent. The reply shows what the order would trade on the current books, its cost, and in `refusals` why POST /v1/orders or the exchange would refuse it.',
    scope: 'read',
    request: { body: createOrderBody },
    rules: createOrderRule,
    reply: { status: 200, schema: orderPreviewRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'write', catalogue: 'read', vault: ['open'], exchanges: 'account' },
    ifBroken: 'Users cannot preview orders. They can place them. Look at the log of preview-order and at the KMS key.',
  },
  () => ({
    ...frame(),
    orders: orders(),
    customAssets: customAssets(),
    marketData: liveData(),
    subaccounts: subaccounts(),
    tradingDays: tradingDays(),
    haltOfDeployment: haltOfNewRisk(),
    credentials: credentials(),
    markets: allMarkets(),
    positions: positions(),
    openAccount: openAccount(),
    exchanges: exchangesOfAllMarkets(),
    exchangeRefusals: exchangeRefusals(),
    slippage: slippage(),
    roomFor: roomFor(),
  }),
  async (given, { body, caller, newId, signal }) => {
    const deps = attachWith(given)
    const { custom_asset_id: asset } = body
    const preview =
      asset == null
        ? await previewOrder(deps, requestedOnMarket(body, caller.userId, newId), signal)
        : await previewBasketOrder(deps, requestedOnCustomAsset(body, asset, caller.userId, newId), signal)
    return isProblem(preview) ? preview : toOrderPreviewRecord(preview, body.buy_flag)
  },
)
