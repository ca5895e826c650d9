/** GET /v1/positions */

import { fitting } from '#contract/kernel/lists/fitting.ts'
import { positionQuery } from '#contract/portfolio/portfolio-query.ts'
import { positionRecord, toPositionRecord } from '#contract/portfolio/position-record.ts'
import { boolean } from '#contract/validation/fields/boolean.ts'
import { datetime } from '#contract/validation/fields/datetime.ts'
import { list } from '#contract/validation/fields/list.ts'
import { nullable } from '#contract/validation/fields/nullable.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { toIsoOrNull } from '#domain/kernel/time.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { listPositions } from '#use-cases/portfolio/list-positions.ts'
import { frame, marketBriefs, positions, refreshAccounts, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-positions',
    method: 'GET',
    path: '/v1/positions',
    tag: 'Portfolio',
    summary: 'Show the positions of each subaccount',
    description:
      'The list has every market that a subaccount has traded, here or elsewhere, as stored at `as_of`. The answer never waits for an exchange. If the exchange was asked more than 15 s ago, it is asked again, and the next answers show what it says. Positions in closed markets need `include_closed`. `limit` and `offset` count the positions of all subaccounts as one sequence. Without `limit` the answer has all that it can hold. Once a market has paid, its position is 0, and its payout is realized.',
    scope: 'read',
    request: { query: positionQuery },
    reply: {
      status: 200,
      schema: object({
        subaccount_to_positions: list(
          object({ subaccount_id: uuid(), as_of: nullable(datetime()), positions: list(positionRecord) }),
        ),
        has_more: boolean(),
      }),
    },
    uses: { table: 'read', sends: ['sync-account'] },
    memoryMb: 1024,
    ifBroken: 'Users cannot see their positions. Look at the log of list-positions.',
  },
  () => ({
    ...frame(),
    subaccounts: subaccounts(),
    positions: positions(),
    marketBriefs: marketBriefs(),
    refreshAccounts: refreshAccounts(),
  }),
  async (deps, { query, caller }) => {
    const filter = { subaccountId: query.subaccount_id, svcId: query.svc_id, includeClosed: query.include_closed }
    const found = await listPositions(deps, caller.userId, filter)
    const { offset, limit = Number.POSITIVE_INFINITY } = query
    const all = found.flatMap(({ subaccountId, positions: held }) => held.map((one) => ({ subaccountId, one })))
    const requested = all.slice(offset, offset + limit).map(({ subaccountId, one }) => ({
      subaccountId,
      record: toPositionRecord(one),
    }))
    const page = requested.slice(0, fitting(requested.map(({ record }) => record)))
    const reported = Map.groupBy(page, ({ subaccountId }) => subaccountId)
    return {
      subaccount_to_positions: found
        .filter(({ subaccountId }) => reported.has(subaccountId) || query.subaccount_id !== undefined)
        .map(({ subaccountId, asOf }) => ({
          subaccount_id: subaccountId,
          as_of: toIsoOrNull(asOf),
          positions: (reported.get(subaccountId) ?? []).map(({ record }) => record),
        })),
      has_more: offset + page.length < all.length,
    }
  },
)
