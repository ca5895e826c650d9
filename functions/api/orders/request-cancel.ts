/** DELETE /v1/orders/{order_id} */

import { oneCancelled, orderCancelResult, toOrderCancelResult } from '#contract/kernel/cancel-result.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { notFound } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { cancelOrder } from '#use-cases/orders/cancel/cancel-order.ts'
import { frame, publishedOrders, queues } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'request-cancel',
    method: 'DELETE',
    path: '/v1/orders/{order_id}',
    tag: 'Orders',
    summary: 'Request cancellation of an order',
    description:
      'The cancel is accepted, not done: the order may still fill before the exchange takes it off its book.',
    scope: 'trade',
    request: { path: object({ order_id: uuid() }) },
    reply: { status: 202, schema: orderCancelResult, write: toOrderCancelResult },
    refusals: [NOT_FOUND],
    uses: { table: 'write', sends: ['cancel-order', 'execute-basket', 'advance-contingents', 'deliver-webhook'] },
    ifBroken: 'Users cannot cancel orders. Look at the log of request-cancel.',
  },
  () => ({ ...frame(), orders: publishedOrders(), queues: queues() }),
  async (deps, { path, caller }) => {
    const result = await cancelOrder(deps, caller.userId, path.order_id, 'user')
    return result.kind === 'not_found' ? notFound('Order') : oneCancelled(path.order_id, result)
  },
)
