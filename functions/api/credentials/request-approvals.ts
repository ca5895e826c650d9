/** POST /v1/subaccounts/{subaccount_id}/credentials/{exchange_name}/approvals */

import { credentialsPath, credentialsRecord, toCredentialsRecord } from '#contract/accounts/credentials-record.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { findApproval, requestApprovals } from '#use-cases/portfolio/request-approvals.ts'
import { accountSyncs, credentials, frame, queues, subaccounts, walletActions } from '../../runtime.ts'
import { credentialsPlace, NO_CREDENTIALS } from './credentials-place.ts'

export const handler = creatingEndpoint(
  {
    name: 'request-approvals',
    method: 'POST',
    path: '/v1/subaccounts/{subaccount_id}/credentials/{exchange_name}/approvals',
    tag: 'Credentials',
    summary: 'Approve the contracts of the exchange',
    description:
      "Has the wallet approve, through the exchange's relayer, every contract that trading, redemption and merging need and that is not approved yet. This takes some seconds on chain. `readiness` of the credentials follows.",
    scope: 'admin',
    request: { path: credentialsPath },
    hideInput: true,
    reply: { status: 202, schema: credentialsRecord, write: toCredentialsRecord },
    refusals: [
      NO_CREDENTIALS,
      { status: 409, code: 'nothing_to_approve', when: 'accounts of this exchange need no approvals' },
      { status: 409, code: 'relayer_key_missing', when: 'the credentials have no `relayer_api_key`' },
    ],
    uses: { table: 'write', sends: ['sync-account'] },
    ifBroken: 'Users cannot approve the contracts of an exchange. Look at the log of request-approvals.',
  },
  () => ({
    ...frame(),
    subaccounts: subaccounts(),
    credentials: credentials(),
    accountSyncs: accountSyncs(),
    walletActions: walletActions(),
    queues: queues(),
  }),
  (deps, { path, caller, newId }) => requestApprovals(deps, credentialsPlace(path, caller), newId),
  (deps, { path, caller, newId }) => findApproval(deps, credentialsPlace(path, caller), newId),
)
