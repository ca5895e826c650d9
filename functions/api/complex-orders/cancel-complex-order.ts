/** DELETE /v1/complex-orders/{complex_order_id} */

import { complexOrderCancelReply, toComplexOrderRecord } from '#contract/contingent/complex-order-record.ts'
import { oneCancelled, toComplexOrderCancelResult } from '#contract/kernel/cancel-result.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { isProblem, notFound } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { cancelComplexOrder } from '#use-cases/contingent/end/cancel-complex-order.ts'
import { getComplexOrder } from '#use-cases/contingent/read-complex-orders.ts'
import { frame, marketBriefs, publishedComplexOrders, publishedOrders, queues } from '../../runtime.ts'
import { labelRecord } from '../label-records.ts'

export const handler = endpoint(
  {
    name: 'cancel-complex-order',
    method: 'DELETE',
    path: '/v1/complex-orders/{complex_order_id}',
    tag: 'Complex orders',
    summary: 'Request cancellation of a complex order',
    description:
      'An SL or TP and the stop it armed are cancelled together, with everything attached to it. A complex order that has placed its order cannot be cancelled any more; cancel that order instead.',
    scope: 'trade',
    request: { path: object({ complex_order_id: uuid() }) },
    reply: { status: 202, schema: complexOrderCancelReply },
    refusals: [NOT_FOUND],
    uses: {
      table: 'write',
      alsoWrites: ['remove', 'bulk'],
      sends: ['cancel-order', 'execute-basket', 'advance-contingents', 'deliver-webhook'],
    },
    ifBroken: 'Users cannot cancel complex orders. Look at the log of cancel-complex-order.',
  },
  () => ({
    ...frame(),
    orders: publishedOrders(),
    complexOrders: publishedComplexOrders(),
    queues: queues(),
    marketBriefs: marketBriefs(),
  }),
  async (deps, { path, caller }) => {
    const id = path.complex_order_id
    const result = await cancelComplexOrder(deps, caller.userId, id, 'user')
    if (result.kind === 'not_found') return notFound('Complex order')
    const now = await getComplexOrder(deps, caller.userId, id)
    if (isProblem(now)) return now
    const cancelled = toComplexOrderCancelResult(oneCancelled(id, result))
    return { ...cancelled, complex_order: await labelRecord(deps, toComplexOrderRecord(now)) }
  },
)
