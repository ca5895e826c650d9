/** POST /v1/complex-orders/cancel-all */

import { cancelAllComplexOrdersBody } from '#contract/contingent/complex-order-body.ts'
import { complexOrderCancelResult, toComplexOrderCancelResult } from '#contract/orders/cancel-result.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { cancelAllComplexOrders } from '#use-cases/contingent/end/cancel-all-complex-orders.ts'
import { frame, publishedComplexOrders, publishedOrders, queues, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'cancel-all-complex-orders',
    method: 'POST',
    path: '/v1/complex-orders/cancel-all',
    tag: 'Complex orders',
    summary: 'Request cancellation of all complex orders of a subaccount',
    description: 'Complex orders accepted before this request never fire after it, however many there are.',
    scope: 'trade',
    request: { body: cancelAllComplexOrdersBody },
    reply: { status: 202, schema: complexOrderCancelResult, write: toComplexOrderCancelResult },
    refusals: [{ status: 404, code: 'not_found', when: 'the subaccount does not exist for this caller' }],
    uses: {
      table: 'write',
      alsoWrites: ['remove', 'bulk'],
      sends: ['cancel-order', 'execute-basket', 'advance-contingents', 'deliver-webhook'],
    },
    memoryMb: 1024,
    timeoutS: 29,
    ifBroken: 'Users cannot cancel all their complex orders at once. Look at the log of cancel-all-complex-orders.',
  },
  () => ({
    ...frame(),
    orders: publishedOrders(),
    complexOrders: publishedComplexOrders(),
    subaccounts: subaccounts(),
    queues: queues(),
  }),
  (deps, { body, caller }) => cancelAllComplexOrders(deps, caller.userId, body.subaccount_id),
)
