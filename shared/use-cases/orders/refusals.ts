/** Why nothing may be placed for a subaccount as things stand. */

import { type Problem, problem } from '#domain/kernel/problem.ts'
import type { RiskBreach } from '#domain/risk/limits.ts'

export const INACTIVE: Problem = problem(
  409,
  'subaccount_inactive',
  'The subaccount is inactive. Set is_active to true with PATCH /v1/subaccounts/{subaccount_id} to trade with it.',
)

/** The 409 for an exchange without stored credentials. */
export const missingCredentials = (exchange: string): Problem =>
  problem(
    409,
    'credentials_missing',
    `No credentials are stored for ${exchange}. Store them with PUT /v1/subaccounts/{subaccount_id}/credentials/${exchange}.`,
  )

/** The 409 for a broken risk limit. */
export const refusedFor = ({ code, reason }: RiskBreach): Problem => problem(409, code, reason)
