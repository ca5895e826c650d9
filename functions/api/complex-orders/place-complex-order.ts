/** POST /v1/complex-orders */

import { createComplexOrderBody, createComplexOrderRule } from '#contract/contingent/complex-order-body.ts'
import { toConditionalRequest } from '#contract/contingent/conditional-order-params.ts'
import { toTwapTerms } from '#contract/twap/twap-order-params.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { quotaRefusal } from '#domain/accounts/quotas.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { placeConditional } from '#use-cases/contingent/place/place-conditional.ts'
import { placeTwap } from '#use-cases/twap/place-twap.ts'
import {
  allMarkets,
  credentials,
  customAssets,
  frame,
  haltOfNewRisk,
  liveData,
  orders,
  positions,
  publishedComplexOrders,
  queues,
  roomFor,
  subaccounts,
  tradingDays,
} from '../../runtime.ts'
import { ORDER_REFUSALS } from '../orders/order-refusals.ts'

export const handler = creatingEndpoint(
  {
    name: 'place-complex-order',
    method: 'POST',
    path: '/v1/complex-orders',
    tag: 'Complex orders',
    summary: 'Place a conditional order or a TWAP',
    description:
      'TP and SL are attached to an order, or to a complex order that will place one, and act when that order has filled. STOP and REVERSE_STOP watch the price, from their activation or from the fill of their parent; with `protect` their quantity is that of the position. On a custom asset they watch the price of all members together, and place MARKET orders. A TWAP sends a large order as many small IOC orders over a period of time. The complex order is stored as PENDING and enqueued for activation.',
    scope: 'trade',
    request: { body: createComplexOrderBody },
    rules: createComplexOrderRule,
    reply: { status: 202, schema: object({ complex_order_id: uuid() }) },
    refusals: [
      NOT_FOUND,
      ...ORDER_REFUSALS,
      quotaRefusal('open_complex_orders'),
      {
        status: 409,
        code: 'credentials_missing',
        when: 'no credentials are stored for the exchange of the market, or for any exchange of the custom asset',
      },
      { status: 409, code: 'parent_ended', when: 'the parent has ended without a fill' },
      {
        status: 409,
        code: 'too_many_conditionals',
        when: 'the parent already has twenty complex orders, or fifteen if it is on a custom asset; or twenty stops have that `link_id`',
      },
      {
        status: 409,
        code: 'nothing_to_protect',
        when: 'it is a protect stop, nothing is held that it would close, and no order is at work that may open such a position',
      },
      { status: 409, code: 'conflict', when: 'the parent was changed at the same moment' },
      {
        status: 503,
        code: 'exchange_unavailable',
        when: 'the type must be inferred from a price, and the exchange shows none',
      },
    ],
    uses: {
      table: 'write',
      alsoWrites: ['remove', 'bulk'],
      catalogue: 'read',
      sends: ['advance-contingents', 'deliver-webhook'],
      exchanges: 'public',
    },
    ifBroken: 'Users cannot place conditional orders or TWAP orders. Look at the log of place-complex-order.',
  },
  () => ({
    ...frame(),
    orders: orders(),
    complexOrders: publishedComplexOrders(),
    marketData: liveData(),
    subaccounts: subaccounts(),
    tradingDays: tradingDays(),
    haltOfDeployment: haltOfNewRisk(),
    credentials: credentials(),
    customAssets: customAssets(),
    markets: allMarkets(),
    positions: positions(),
    roomFor: roomFor(),
    queues: queues(),
  }),
  async (deps, { body, caller, newId }) => {
    const { conditional_order_params: params, twap_order_params: twap, svc_id: svcId } = body
    const owner = {
      complexOrderId: newId,
      userId: caller.userId,
      subaccountId: body.subaccount_id,
      tag: body.tag ?? null,
    }
    if (twap != null && svcId != null) {
      const placed = await placeTwap(deps, { ...owner, svcId, terms: toTwapTerms(twap) })
      return isProblem(placed) ? placed : { complex_order_id: placed.complexOrderId }
    }
    if (params == null) throw new Error('neither a conditional order nor a TWAP has passed the rules')
    const requested = {
      ...owner,
      svcId: svcId ?? null,
      customAssetId: body.custom_asset_id ?? null,
      parentOrderId: params.parent_svc_order_id ?? null,
      parentComplexOrderId: params.parent_complex_order_id ?? null,
      request: toConditionalRequest(params),
    }
    const placed = await placeConditional(deps, requested)
    return isProblem(placed) ? placed : { complex_order_id: placed.complexOrderId }
  },
  async (deps, { caller, newId }) => {
    const found = await deps.complexOrders.get(newId)
    return found?.userId === caller.userId ? { complex_order_id: newId } : null
  },
)
