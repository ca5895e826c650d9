/** GET /v1/complex-orders */

import { complexOrderQuery } from '#contract/contingent/complex-order-query.ts'
import { complexOrderList, toComplexOrderList } from '#contract/contingent/complex-order-record.ts'
import { readCursor } from '#contract/kernel/lists/list-cursor.ts'
import { toStatuses } from '#contract/kernel/lists/status-filter.ts'
import { COMPLEX_ORDER_STATUSES, isTerminal } from '#domain/complex-orders/status.ts'
import { COMPLEX_ORDER_KINDS } from '#domain/contingent/complex-order.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { toIso } from '#domain/kernel/time.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { listComplexOrders } from '#use-cases/contingent/read-complex-orders.ts'
import { complexOrders, frame, marketBriefs } from '../../runtime.ts'
import { cutPage } from '../cut-page.ts'
import { labelRecords } from '../label-records.ts'

export const handler = endpoint(
  {
    name: 'list-complex-orders',
    method: 'GET',
    path: '/v1/complex-orders',
    tag: 'Complex orders',
    summary: 'List complex orders, newest first',
    description:
      'All filters combine. `status` takes several values, and `open` for all that are not final. Each kind lists the newest first. `limit` and `offset` count both kinds together.',
    scope: 'read',
    request: { query: complexOrderQuery },
    reply: { status: 200, schema: complexOrderList },
    uses: { table: 'read' },
    memoryMb: 1024,
    ifBroken: 'Users cannot list their complex orders. Look at the log of list-complex-orders.',
  },
  () => ({ ...frame(), complexOrders: complexOrders(), marketBriefs: marketBriefs() }),
  async (deps, { query, caller }) => {
    const requested = { name: 'complex-orders', userId: caller.userId, query }
    const after = readCursor(requested)
    if (isProblem(after)) return after
    const { complex_order_type: type } = query
    const kind = COMPLEX_ORDER_KINDS.find((one) => one === type)
    const as_of = toIso(deps.clock())
    // An unknown type has no orders.
    if (type !== undefined && kind === undefined)
      return { ...toComplexOrderList({ complexOrders: [], count: 0, hasMore: false }), as_of, next_cursor: null }
    const filter = {
      kind,
      status: toStatuses(query.status, COMPLEX_ORDER_STATUSES, isTerminal),
      svcId: query.svc_id,
      customAssetId: query.custom_asset_id,
      subaccountId: query.subaccount_id,
      parentOrderId: query.parent_svc_order_id,
      tag: query.tag,
      createdFrom: query.created_after,
      createdBefore: query.created_before,
      after,
    }
    const found = await listComplexOrders(deps, caller.userId, filter, query)
    const { complex_orders: byKind, ...about } = toComplexOrderList(found)
    const [conditional, twap] = await Promise.all([
      labelRecords(deps, byKind.conditional_orders),
      labelRecords(deps, byKind.twap_orders),
    ])
    const records = new Map([...conditional, ...twap].map((record) => [record.complex_order_id, record]))
    const ids = found.complexOrders.map(({ complexOrderId }) => complexOrderId)
    const { fits, more } = cutPage(requested, {
      rows: found.complexOrders,
      records: ids.map((id) => records.get(id)),
      hasMore: about.has_more,
      positionOf: ({ createdAt, complexOrderId }) => ({ at: createdAt, id: complexOrderId }),
    })
    const shown = new Set(ids.slice(0, fits))
    const isShown = ({ complex_order_id: id }: { readonly complex_order_id: string }): boolean => shown.has(id)
    const complex_orders = { conditional_orders: conditional.filter(isShown), twap_orders: twap.filter(isShown) }
    return { complex_orders, ...about, as_of, ...more }
  },
)
