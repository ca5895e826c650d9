/** POST /v1/complex-orders/cancel-all */

import { cancelAllComplexOrdersBody } from '#contract/contingent/complex-order-body.ts'
import { complexOrderCancelResult, isFinalCancel, toComplexOrderCancelResult } from '#contract/kernel/cancel-result.ts'
import { CANCEL_ALL } from '#domain/accounts/why-cancelled.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { cancelAllComplexOrders } from '#use-cases/contingent/end/cancel-all-complex-orders.ts'
import { frame, publishedComplexOrders, publishedOrders, queues, subaccounts } from '../../runtime.ts'
import { acceptedUntil } from '../accepted-until.ts'

export const handler = creatingEndpoint(
  {
    name: 'cancel-all-complex-orders',
    method: 'POST',
    path: '/v1/complex-orders/cancel-all',
    tag: 'Complex orders',
    summary: 'Request cancellation of all complex orders of a subaccount',
    description: 'Complex orders accepted before this request never fire after it, however many there are.',
    scope: 'trade',
    request: { body: cancelAllComplexOrdersBody },
    reply: { status: 202, schema: complexOrderCancelResult, write: toComplexOrderCancelResult, isFinal: isFinalCancel },
    refusals: [NOT_FOUND],
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
  async (deps, { body, caller, newId }) => {
    const until = acceptedUntil(newId)
    const result = await cancelAllComplexOrders(deps, caller.userId, body.subaccount_id, CANCEL_ALL, until)
    return isProblem(result) ? null : result
  },
)
