/** PUT /v1/subaccounts/{subaccount_id}/credentials/{exchange_name}/allocation */

import {
  allocationBody,
  allocationRecord,
  allocationRule,
  toAllocationRecord,
  toCashTargets,
} from '#contract/accounts/allocation-record.ts'
import { credentialsPath } from '#contract/accounts/credentials-record.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { setAllocation } from '#use-cases/accounts/subaccounts/set-allocation.ts'
import { exchanges, frame, openAccount, subaccounts } from '../../runtime.ts'
import { credentialsPlace, NO_CREDENTIALS } from './credentials-place.ts'

export const handler = endpoint(
  {
    name: 'set-allocation',
    method: 'PUT',
    path: '/v1/subaccounts/{subaccount_id}/credentials/{exchange_name}/allocation',
    tag: 'Credentials',
    summary: 'Spread the cash of an account over its shards',
    description:
      'EXCHANGE_A keeps money in shards, and an order can only use the shard of its market. The exchange moves free cash to these targets within some seconds, and keeps it there. Shares are of the free cash and add up to 1; an empty list ends this. The list replaces earlier targets, and a repeat changes nothing.',
    scope: 'admin',
    request: { path: credentialsPath, body: allocationBody },
    hideInput: true,
    rules: allocationRule,
    reply: { status: 200, schema: allocationRecord, write: toAllocationRecord },
    refusals: [
      NO_CREDENTIALS,
      { status: 409, code: 'no_shards', when: 'the exchange keeps all cash in one place' },
      {
        status: 409,
        code: 'allocation_refused',
        when: 'the exchange does not do it for this account, for the reason in `detail`',
      },
      { status: 503, code: 'exchange_unavailable', when: 'the exchange does not answer' },
    ],
    uses: { table: 'read', vault: ['open'], exchanges: 'account' },
    ifBroken:
      'Users cannot spread their cash over the shards of an exchange. Look at the log of set-allocation and at the KMS key.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), openAccount: openAccount(), exchanges: exchanges() }),
  (deps, { path, body, caller, signal }) =>
    setAllocation(deps, credentialsPlace(path, caller), toCashTargets(body), signal),
)
