/** GET /v1/fills */

import { fillRecord, toFillRecord } from '#contract/portfolio/fill-record.ts'
import { fillQuery } from '#contract/portfolio/portfolio-query.ts'
import { boolean } from '#contract/validation/boolean.ts'
import { list } from '#contract/validation/list.ts'
import { object } from '#contract/validation/object.ts'
import { uuid } from '#contract/validation/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { listFills } from '#use-cases/portfolio/list-fills.ts'
import { fills, frame, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-fills',
    method: 'GET',
    path: '/v1/fills',
    tag: 'Portfolio',
    summary: 'List the fills of each subaccount',
    description:
      'The list has all trades of the accounts, including trades made elsewhere, which have `svc_order_id` null. `limit` and `offset` count the fills of all subaccounts as one sequence, newest first by the exchange’s time and then by id.',
    scope: 'read',
    request: { query: fillQuery },
    reply: {
      status: 200,
      schema: object({
        subaccount_to_fills: list(object({ subaccount_id: uuid(), fills: list(fillRecord) })),
        has_more: boolean(),
      }),
    },
    uses: { table: 'read' },
    memoryMb: 1024,
    ifBroken: 'Users cannot list their fills. Look at the log of list-fills.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), fills: fills() }),
  async (deps, { query, caller }) => {
    const { subaccount_id: subaccountId, svc_id: svcId, start_time: from, end_time: until, limit, offset } = query
    const found = await listFills(deps, caller.userId, { subaccountId, svcId, from, until }, { limit, offset })
    return {
      status: 200,
      body: {
        subaccount_to_fills: found.subaccounts.map(({ subaccountId: subaccount_id, fills: listed }) => ({
          subaccount_id,
          fills: listed.map(({ fill, clientOrderId }) => toFillRecord(fill, clientOrderId)),
        })),
        has_more: found.hasMore,
      },
    }
  },
)
