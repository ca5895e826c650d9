/** Has the wallet approve what trading, redemption and merging need. */

import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { type Problem, problem } from '#domain/kernel/problem.ts'
import { actionIdOf } from '#domain/portfolio/wallet-action.ts'
import {
  type CredentialsPlace,
  getCredentials,
  type ReadCredentialsDeps,
} from '../accounts/credentials/get-credentials.ts'
import type { ShownCredentials } from '../accounts/credentials/show-credentials.ts'
import { refusalOf } from './redeem-positions.ts'
import { type RequestActionsDeps, requestActions } from './request-actions.ts'

/** The credentials as they are; their readiness follows. Refuses with 404, or 409: there is nothing to approve, or no key of the relayer. */
export const requestApprovals = async (
  deps: RequestActionsDeps & ReadCredentialsDeps,
  where: CredentialsPlace,
  requestId: string,
): Promise<ShownCredentials | Problem> => {
  const record = await getCredentials(deps, where)
  if ('problem' in record) return record
  const { subaccountId, exchange } = where
  if (traitsOf(exchange).paysByItself) return NOTHING_TO_APPROVE
  const refusal = refusalOf(record)
  if (refusal !== null) return refusal
  await requestActions(deps, { subaccountId, exchange }, [APPROVAL], requestId)
  return { record, ...(await deps.credentials.readiness(subaccountId, exchange)) }
}

/** Returns the credentials if an earlier run of the request began the approval; null otherwise. */
export const findApproval = async (
  deps: Pick<RequestActionsDeps, 'walletActions'> & ReadCredentialsDeps,
  where: CredentialsPlace,
  requestId: string,
): Promise<ShownCredentials | null> => {
  const record = await getCredentials(deps, where)
  if ('problem' in record) return null
  const { subaccountId, exchange } = where
  if ((await deps.walletActions.get(subaccountId, actionIdOf(requestId, APPROVAL))) === null) return null
  return { record, ...(await deps.credentials.readiness(subaccountId, exchange)) }
}

const APPROVAL = { kind: 'approve', svcId: null, nativeId: null } as const

const NOTHING_TO_APPROVE = problem(409, 'nothing_to_approve', 'An account of this exchange needs no approvals.')
