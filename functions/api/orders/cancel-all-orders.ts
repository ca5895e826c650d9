/** POST /v1/orders/cancel-all */

import { svcId } from '#contract/kernel/svc-id.ts'
import { orderCancelResult, toOrderCancelResult } from '#contract/orders/order-cancel-result.ts'
import { nullable } from '#contract/validation/nullable.ts'
import { object } from '#contract/validation/object.ts'
import { optional } from '#contract/validation/optional.ts'
import { uuid } from '#contract/validation/uuid.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { cancelAllOrders } from '#use-cases/orders/cancel-all-orders.ts'
import { allMarkets, frame, publishedOrders, queues, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'cancel-all-orders',
    method: 'POST',
    path: '/v1/orders/cancel-all',
    tag: 'Orders',
    summary: 'Request cancellation of all orders of a subaccount',
    description:
      'Without `svc_id`, orders accepted before this request and not yet sent are never sent, however many there are. With `svc_id`, only orders of that instrument are cancelled, and an order accepted within the same second may be missed.',
    scope: 'trade',
    request: { body: object({ subaccount_id: uuid(), svc_id: nullable(optional(svcId())) }) },
    reply: { status: 202, schema: orderCancelResult },
    refusals: [
      {
        status: 404,
        code: 'not_found',
        when: 'the subaccount does not exist for this caller, or the market does not exist',
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
  async (deps, { body, caller }) => {
    const result = await cancelAllOrders(deps, caller.userId, body.subaccount_id, body.svc_id ?? null)
    if (isProblem(result)) return result
    return { status: 202, body: toOrderCancelResult(result.cancelled, result.failed) }
  },
)
