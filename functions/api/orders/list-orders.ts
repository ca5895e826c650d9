/** GET /v1/orders */

import { nextCursor, readCursor } from '#contract/kernel/lists/list-cursor.ts'
import { toStatuses } from '#contract/kernel/lists/status-filter.ts'
import { orderQuery } from '#contract/orders/order-query.ts'
import { orderRecord, toOrderRecord } from '#contract/orders/order-record.ts'
import { boolean } from '#contract/validation/fields/boolean.ts'
import { datetime } from '#contract/validation/fields/datetime.ts'
import { integer } from '#contract/validation/fields/integer.ts'
import { list } from '#contract/validation/fields/list.ts'
import { object } from '#contract/validation/fields/object.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { toIso } from '#domain/kernel/time.ts'
import { isFinal, ORDER_STATUSES } from '#domain/orders/status.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { listOrders } from '#use-cases/orders/read-orders.ts'
import { frame, marketBriefs, orders } from '../../runtime.ts'
import { cutPage } from '../cut-page.ts'
import { labelRecords } from '../label-records.ts'
import { recordsIn } from '../records-in.ts'

export const handler = endpoint(
  {
    name: 'list-orders',
    method: 'GET',
    path: '/v1/orders',
    tag: 'Orders',
    summary: 'List orders, newest first',
    description:
      'All filters combine. The legs of orders on custom assets are left out unless `include_legs` is true. `Accept: text/csv` gets the orders as CSV.',
    csv: { columns: Object.keys(orderRecord.entries), rowsOf: ({ orders }) => recordsIn(orders) },
    scope: 'read',
    request: { query: orderQuery },
    reply: {
      status: 200,
      schema: object({
        orders: list(orderRecord),
        count: integer(),
        as_of: datetime(),
        has_more: boolean(),
        ...nextCursor,
      }),
    },
    uses: { table: 'read' },
    memoryMb: 1024,
    ifBroken: 'Users cannot list their orders. Look at the log of list-orders.',
  },
  () => ({ ...frame(), orders: orders(), marketBriefs: marketBriefs() }),
  async (deps, { query, caller }) => {
    const requested = { name: 'orders', userId: caller.userId, query }
    const after = readCursor(requested)
    if (isProblem(after)) return after
    const filter = {
      status: toStatuses(query.status, ORDER_STATUSES, isFinal),
      svcId: query.svc_id,
      customAssetId: query.custom_asset_id,
      subaccountId: query.subaccount_id,
      clientOrderId: query.client_order_id,
      tag: query.tag,
      buyFlag: query.buy_flag,
      orderType: query.order_type,
      timeInForce: query.time_in_force,
      exchange: query.exchange_name,
      createdFrom: query.created_after,
      createdBefore: query.created_before,
      includeLegs: query.include_legs,
      after,
    }
    const as_of = toIso(deps.clock())
    const found = await listOrders(deps, caller.userId, filter, query)
    const { orders: listed, count, hasMore } = found
    const records = await labelRecords(deps, listed.map(toOrderRecord))
    const { fits, more } = cutPage(requested, {
      rows: listed,
      records,
      hasMore,
      positionOf: ({ createdAt, orderId }) => ({ at: createdAt, id: orderId }),
    })
    return { orders: records.slice(0, fits), count, as_of, ...more }
  },
)
