/** GET /v1/subaccounts/{subaccount_id}/limits */

import { limitsRecord, toLimitsRecord } from '#contract/risk/limits-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { getLimits } from '#use-cases/risk/manage-limits.ts'
import { limitsDeps } from './limits-deps.ts'

export const handler = endpoint(
  {
    name: 'get-limits',
    method: 'GET',
    path: '/v1/subaccounts/{subaccount_id}/limits',
    tag: 'Subaccounts',
    summary: 'Show the risk limits of a subaccount',
    description: 'Shows the limits and how much of each is used. Null means no limit.',
    scope: 'read',
    request: { path: object({ subaccount_id: uuid() }) },
    reply: { status: 200, schema: limitsRecord, write: toLimitsRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'read' },
    ifBroken: 'Users cannot see their risk limits. Look at the log of get-limits.',
  },
  limitsDeps,
  (deps, { path, caller }) => getLimits(deps, caller.userId, path.subaccount_id),
)
