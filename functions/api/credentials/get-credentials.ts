/** GET /v1/subaccounts/{subaccount_id}/credentials/{exchange_name} */

import { credentialsPath, credentialsRecord, toCredentialsRecord } from '#contract/accounts/credentials-record.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { getCredentials } from '#use-cases/accounts/keep-credentials.ts'
import { credentials, frame, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-credentials',
    method: 'GET',
    path: '/v1/subaccounts/{subaccount_id}/credentials/{exchange_name}',
    tag: 'Credentials',
    summary: 'Show which exchange credentials are stored',
    description: 'Never the credentials themselves: a fingerprint, and when they were checked.',
    scope: 'read',
    request: { path: credentialsPath },
    reply: { status: 200, schema: credentialsRecord },
    refusals: [{ status: 404, code: 'not_found', when: 'no such subaccount for this caller, or nothing is stored' }],
    uses: { table: 'read' },
    ifBroken: 'Users cannot see which credentials are stored. Look at the log of get-credentials.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), credentials: credentials() }),
  async (deps, { path, caller }) => {
    const where = { userId: caller.userId, subaccountId: path.subaccount_id, exchange: path.exchange_name }
    const found = await getCredentials(deps, where)
    return isProblem(found) ? found : { status: 200, body: toCredentialsRecord(found) }
  },
)
