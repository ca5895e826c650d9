/** POST /v1/subaccounts/{subaccount_id}/halt */

import { limitsRecord, toLimitsRecord } from '#contract/risk/limits-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { setLimits } from '#use-cases/risk/manage-limits.ts'
import { changeLimitsDeps } from './limits-deps.ts'

export const handler = endpoint(
  {
    name: 'halt-subaccount',
    method: 'POST',
    path: '/v1/subaccounts/{subaccount_id}/halt',
    tag: 'Subaccounts',
    summary: 'Halt a subaccount',
    description:
      'From now on no order that could increase a position is accepted or sent, even if it was accepted before. Cancels pass, and so do orders that can only reduce a position. A halted subaccount stays halted. To end the halt, set `halted` to false in its limits, which needs scope `admin`.',
    scope: 'trade',
    request: { path: object({ subaccount_id: uuid() }) },
    reply: { status: 200, schema: limitsRecord, write: toLimitsRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'write', sends: ['deliver-webhook'] },
    ifBroken: 'Users cannot halt trading with a key of scope trade. Look at the log of halt-subaccount at once.',
  },
  changeLimitsDeps,
  (deps, { path, caller }) => {
    const place = { userId: caller.userId, subaccountId: path.subaccount_id, apiKeyId: caller.keyId }
    return setLimits(deps, place, { ...UNCHANGED, halted: true })
  },
)

const UNCHANGED = {
  maxOrderQty: undefined,
  maxOrderCost: undefined,
  maxOpenOrders: undefined,
  maxDailyLoss: undefined,
  mcpDailyCost: undefined,
}
