/** GET /v1/webhooks/{webhook_id}/deliveries */

import { cursorQuery, readCursor } from '#contract/kernel/lists/list-cursor.ts'
import { pageQuery } from '#contract/kernel/lists/page-query.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { deliveryList, toDeliveryRecord } from '#contract/webhooks/delivery-record.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { toIso } from '#domain/kernel/time.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { listDeliveries } from '#use-cases/webhooks/manage-deliveries.ts'
import { deliveries, frame, webhooks } from '../../runtime.ts'
import { cutPage } from '../cut-page.ts'

export const handler = endpoint(
  {
    name: 'list-deliveries',
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}/deliveries',
    tag: 'Webhooks',
    summary: 'List the deliveries of a webhook',
    description:
      'The newest comes first. Each delivery shows every attempt and its answer. Deliveries are kept for 30 days.',
    scope: 'read',
    request: { path: object({ webhook_id: uuid() }), query: object({ ...pageQuery(), ...cursorQuery }) },
    reply: { status: 200, schema: deliveryList },
    refusals: [NOT_FOUND],
    uses: { table: 'read' },
    ifBroken: 'Users cannot see the deliveries to their webhooks. Look at the log of list-deliveries.',
  },
  () => ({ ...frame(), webhooks: webhooks(), deliveries: deliveries() }),
  async (deps, { path, query, caller }) => {
    const requested = { name: `deliveries ${path.webhook_id}`, userId: caller.userId, query }
    const after = readCursor(requested)
    if (isProblem(after)) return after
    const as_of = toIso(deps.clock())
    const found = await listDeliveries(deps, caller.userId, path.webhook_id, query, after)
    if (isProblem(found)) return found
    const { deliveries: listed, count, hasMore } = found
    const records = listed.map(toDeliveryRecord)
    const { fits, more } = cutPage(requested, {
      rows: listed,
      records,
      hasMore,
      positionOf: ({ at, deliveryId }) => ({ at, id: deliveryId }),
    })
    return { deliveries: records.slice(0, fits), count, as_of, ...more }
  },
)
