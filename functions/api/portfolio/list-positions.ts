/** GET /v1/positions */

import { positionQuery } from '#contract/portfolio/portfolio-query.ts'
import { positionRecord, toPositionRecord } from '#contract/portfolio/position-record.ts'
import { list } from '#contract/validation/list.ts'
import { object } from '#contract/validation/object.ts'
import { uuid } from '#contract/validation/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { listPositions } from '#use-cases/portfolio/list-positions.ts'
import { frame, marketBriefs, positions, refreshPositions, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-positions',
    method: 'GET',
    path: '/v1/positions',
    tag: 'Portfolio',
    summary: 'Show the positions of each subaccount',
    description:
      'The list has every market that a subaccount has traded, here or elsewhere, as stored at `as_of`. This endpoint never calls the exchange. Positions in closed markets need `include_closed`. A decided market has paid: its position is 0, and its payout is realized. `realized_pnl` is after fees.',
    scope: 'read',
    request: { query: positionQuery },
    reply: {
      status: 200,
      schema: object({
        subaccount_to_positions: list(object({ subaccount_id: uuid(), positions: list(positionRecord) })),
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
    refreshPositions: refreshPositions(),
  }),
  async (deps, { query, caller }) => {
    const filter = { subaccountId: query.subaccount_id, svcId: query.svc_id, includeClosed: query.include_closed }
    const found = await listPositions(deps, caller.userId, filter)
    return {
      status: 200,
      body: {
        subaccount_to_positions: found.map(({ subaccountId, positions: held }) => ({
          subaccount_id: subaccountId,
          positions: held.map(toPositionRecord),
        })),
      },
    }
  },
)
