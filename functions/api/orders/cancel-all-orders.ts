/** POST /v1/orders/cancel-all */

import { cancelAllOrdersBody, cancelAllOrdersRule } from '#contract/orders/cancel-orders-body.ts'
import { orderCancelResult, toOrderCancelResult } from '#contract/orders/cancel-result.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { cancelAllOrders } from '#use-cases/orders/cancel/cancel-all-orders.ts'
import { allMarkets, frame, publishedOrders, queues, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'cancel-all-orders',
    method: 'POST',
    path: '/v1/orders/cancel-all',
    tag: 'Orders',
    summary: 'Request cancellation of all orders of a subaccount',
    description:
      'Without a filter, orders accepted before this request and not yet sent are never sent, however many there are. With `svc_id` or `svc_ids`, `exchange_name` and `buy_flag`, which combine, only those orders are cancelled, and an order accepted within the same second may be missed.',
    scope: 'trade',
    request: { body: cancelAllOrdersBody },
    rules: cancelAllOrdersRule,
    reply: { status: 202, schema: orderCancelResult, write: toOrderCancelResult },
    refusals: [
      {
        status: 404,
        code: 'not_found',
        when: 'the subaccount does not exist for this caller, or a market does not exist',
      },
    ],
    uses: {
      table: 'write',
      catalogue: 'read',
      sends: ['cancel-order', 'execute-basket', 'advance-contingents', 'deliver-webhook'],
    },
    memoryMb: 1024,
    timeoutS: 29,
    ifBroken: 'Users cannot cancel all their orders at once. Look at the log of cancel-all-orders.',
  },
  () => ({
    ...frame(),
    orders: publishedOrders(),
    subaccounts: subaccounts(),
    markets: allMarkets(),
    queues: queues(),
  }),
  (deps, { body, caller }) => {
    const svcIds = body.svc_ids ?? (body.svc_id == null ? null : [body.svc_id])
    const filter = { svcIds, exchange: body.exchange_name, buyFlag: body.buy_flag }
    return cancelAllOrders(deps, caller.userId, body.subaccount_id, filter)
  },
)
