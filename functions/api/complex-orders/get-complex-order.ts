/** GET /v1/complex-orders/{complex_order_id} */

import { complexOrderRecord, toComplexOrderRecord } from '#contract/contingent/complex-order-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { getComplexOrder } from '#use-cases/contingent/read-complex-orders.ts'
import { complexOrders, frame, marketBriefs } from '../../runtime.ts'
import { labelRecord } from '../label-records.ts'

export const handler = endpoint(
  {
    name: 'get-complex-order',
    method: 'GET',
    path: '/v1/complex-orders/{complex_order_id}',
    tag: 'Complex orders',
    summary: 'Get one complex order',
    scope: 'read',
    request: { path: object({ complex_order_id: uuid() }) },
    reply: { status: 200, schema: complexOrderRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'read' },
    ifBroken: 'Users cannot follow their complex orders. Look at the log of get-complex-order.',
  },
  () => ({ ...frame(), complexOrders: complexOrders(), marketBriefs: marketBriefs() }),
  async (deps, { path, caller }) => {
    const found = await getComplexOrder(deps, caller.userId, path.complex_order_id)
    if (isProblem(found)) return found
    return labelRecord(deps, toComplexOrderRecord(found))
  },
)
