/** POST /v1/orders/cancel */

import { isFinalCancel, orderCancelResult, toOrderCancelResult } from '#contract/kernel/cancel-result.ts'
import { cancelOrdersBody } from '#contract/orders/cancel-orders-body.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { cancelOrders } from '#use-cases/orders/cancel/cancel-orders.ts'
import { frame, publishedOrders, queues } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'cancel-orders',
    method: 'POST',
    path: '/v1/orders/cancel',
    tag: 'Orders',
    summary: 'Request cancellation of several orders',
    description:
      'Orders are cancelled independently: `failed_cancelled_reasons` lists finished orders, and orders that do not exist for this caller. The cancel is accepted, not done: an order may still fill before the exchange takes it off its book.',
    scope: 'trade',
    request: { body: cancelOrdersBody },
    reply: { status: 202, schema: orderCancelResult, write: toOrderCancelResult, isFinal: isFinalCancel },
    uses: { table: 'write', sends: ['cancel-order', 'execute-basket', 'advance-contingents', 'deliver-webhook'] },
    memoryMb: 1024,
    timeoutS: 29,
    ifBroken: 'Users cannot cancel several orders at once. Look at the log of cancel-orders.',
  },
  () => ({ ...frame(), orders: publishedOrders(), queues: queues() }),
  (deps, { body, caller }) => cancelOrders(deps, caller.userId, body.svc_order_ids),
)
