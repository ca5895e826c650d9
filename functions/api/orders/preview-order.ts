/** POST /v1/orders/preview */

import { createOrderBody, createOrderRule } from '#contract/orders/create-order-body.ts'
import { orderPreviewRecord, toOrderPreviewRecord } from '#contract/orders/order-preview-record.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { previewOrder } from '#use-cases/orders/preview-order.ts'
import {
  allMarkets,
  credentials,
  customAssets,
  exchangeRefusals,
  frame,
  liveData,
  openAccount,
  orders,
  positions,
  previewSources,
  roomFor,
  slippage,
  subaccounts,
  tradingDays,
} from '../../runtime.ts'
import { askedOnCustomAsset, askedOnMarket } from './asked-order.ts'

export const handler = endpoint(
  {
    name: 'preview-order',
    method: 'POST',
    path: '/v1/orders/preview',
    tag: 'Orders',
    summary: 'Preview an order',
    description:
      'The body is that of POST /v1/orders. Nothing is stored and nothing is sent. The reply says what the order would trade on the books as they are now, what that costs, and what would be refused: `refusals` has the codes and sentences of POST /v1/orders and of the exchange. A price moves between a preview and an order.',
    scope: 'read',
    request: { body: createOrderBody },
    rules: createOrderRule,
    reply: { status: 200, schema: orderPreviewRecord },
    refusals: [
      { status: 404, code: 'not_found', when: 'the subaccount, market or custom asset does not exist for this caller' },
    ],
    uses: { table: 'write', catalogue: 'read', vault: ['open'], exchanges: 'previews' },
    ifBroken: 'Users cannot preview orders. They can place them. Look at the log of preview-order and at the KMS key.',
  },
  () => ({
    ...frame(),
    orders: orders(),
    customAssets: customAssets(),
    marketData: liveData(),
    subaccounts: subaccounts(),
    tradingDays: tradingDays(),
    credentials: credentials(),
    markets: allMarkets(),
    positions: positions(),
    openAccount: openAccount(),
    exchanges: previewSources(),
    exchangeRefusals: exchangeRefusals(),
    slippage: slippage(),
    roomFor: roomFor(),
  }),
  async (deps, { body, caller, newId, signal }) => {
    const { custom_asset_id: asset } = body
    const preview =
      asset == null
        ? await previewOrder(deps, askedOnMarket(body, caller.userId, newId), signal)
        : await (await onCustomAssets()).previewBasketOrder(
            deps,
            askedOnCustomAsset(body, asset, caller.userId, newId),
            signal,
          )
    return isProblem(preview) ? preview : toOrderPreviewRecord(preview, body.buy_flag)
  },
)

/** Most previews are of one market, and need nothing of this (decision 0048). */
const onCustomAssets = () => import('#use-cases/baskets/preview-basket-order.ts')
