/** Why nothing may be placed for a subaccount as things stand. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import type { RiskBreach } from '#domain/risk/limits.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'

/** The 409 for an inactive subaccount. */
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

/** The 409 for a custom asset without members. */
export const EMPTY = problem(
  409,
  'custom_asset_empty',
  'The custom asset has no members. Add some with POST /v1/custom-assets/{custom_asset_id}/members.',
)

/**
 * The 409 of an inactive subaccount, of no market, and without credentials for any exchange of the markets. One exchange is enough:
 * members of the others are skipped.
 */
export const whyUnusable = async (
  { credentials }: { readonly credentials: Pick<CredentialsStore, 'get'> },
  { subaccountId, isActive }: Subaccount,
  markets: readonly Market[],
): Promise<Problem | null> => {
  if (!isActive) return INACTIVE
  if (markets.length === 0) return EMPTY
  const exchanges = [...new Set(markets.map(({ exchange }) => exchange))].sort()
  const records = await Promise.all(exchanges.map((exchange) => credentials.get(subaccountId, exchange)))
  return records.some((record) => record !== null) ? null : missingCredentials(exchanges.join(' and '))
}

/** The 409 for a broken risk limit. */
export const refusedFor = ({ code, reason }: RiskBreach): Problem => problem(409, code, reason)
