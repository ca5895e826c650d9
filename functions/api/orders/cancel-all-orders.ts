/** POST /v1/orders/cancel-all */

import type { InferOutput } from 'valibot'
import { isFinalCancel, orderCancelResult, toOrderCancelResult } from '#contract/kernel/cancel-result.ts'
import { cancelAllOrdersBody, cancelAllOrdersRule } from '#contract/orders/cancel-orders-body.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { type CancelFilter, cancelAllOrders } from '#use-cases/orders/cancel/cancel-all-orders.ts'
import { allMarkets, frame, publishedOrders, queues, subaccounts } from '../../runtime.ts'
import { acceptedUntil } from '../accepted-until.ts'

export const handler = creatingEndpoint(
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
    reply: { status: 202, schema: orderCancelResult, write: toOrderCancelResult, isFinal: isFinalCancel },
    refusals: [NOT_FOUND],
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
  (deps, { body, caller }) => cancelAllOrders(deps, caller.userId, body.subaccount_id, filterOf(body)),
  async (deps, { body, caller, newId }) => {
    const filter = { ...filterOf(body), acceptedUntil: acceptedUntil(newId) }
    const result = await cancelAllOrders(deps, caller.userId, body.subaccount_id, filter)
    return isProblem(result) ? null : result
  },
)

const filterOf = (body: InferOutput<typeof cancelAllOrdersBody>): CancelFilter => ({
  svcIds: body.svc_ids ?? (body.svc_id == null ? null : [body.svc_id]),
  exchange: body.exchange_name,
  buyFlag: body.buy_flag,
})
