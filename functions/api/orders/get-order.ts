/** GET /v1/orders/{order_id} */

import { orderWithFillsRecord, toOrderWithFillsRecord } from '#contract/orders/order-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { getOrder } from '#use-cases/orders/read-orders.ts'
import { frame, marketBriefs, orders } from '../../runtime.ts'
import { labelRecord, labelRecords } from '../label-records.ts'

export const handler = endpoint(
  {
    name: 'get-order',
    method: 'GET',
    path: '/v1/orders/{order_id}',
    tag: 'Orders',
    summary: 'Get one order with its fills',
    scope: 'read',
    request: { path: object({ order_id: uuid() }) },
    reply: { status: 200, schema: orderWithFillsRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'read' },
    ifBroken: 'Users cannot follow their orders. Look at the log of get-order.',
  },
  () => ({ ...frame(), orders: orders(), marketBriefs: marketBriefs() }),
  async (deps, { path, caller }) => {
    const found = await getOrder(deps, caller.userId, path.order_id)
    if (isProblem(found)) return found
    const record = toOrderWithFillsRecord(found.order, found.fills, found.truncated)
    const [order, fills] = await Promise.all([labelRecord(deps, record), labelRecords(deps, record.fills)])
    return { ...order, fills: [...fills] }
  },
)
