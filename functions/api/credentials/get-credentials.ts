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
    description: 'Shows a fingerprint and when the credentials were checked. Never shows the credentials themselves.',
    scope: 'read',
    request: { path: credentialsPath },
    reply: { status: 200, schema: credentialsRecord },
    refusals: [
      {
        status: 404,
        code: 'not_found',
        when: 'the subaccount does not exist for this caller, or has no credentials for the exchange',
      },
    ],
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
