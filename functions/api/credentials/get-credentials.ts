/** GET /v1/subaccounts/{subaccount_id}/credentials/{exchange_name} */

import { credentialsPath, credentialsRecord, toCredentialsRecord } from '#contract/accounts/credentials-record.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { showCredentials } from '#use-cases/accounts/credentials/show-credentials.ts'
import { accountSyncs, credentials, exchangeRefusals, frame, queues, subaccounts } from '../../runtime.ts'
import { credentialsPlace, NO_CREDENTIALS } from './credentials-place.ts'

export const handler = endpoint(
  {
    name: 'get-credentials',
    method: 'GET',
    path: '/v1/subaccounts/{subaccount_id}/credentials/{exchange_name}',
    tag: 'Credentials',
    summary: 'Show which exchange credentials are stored',
    description:
      'Shows a fingerprint, the time of the check, and in `readiness` whether the account can trade and what is missing. Never shows the credentials themselves. If the last check is older than 15 s, the exchange is asked again, and later answers show the result.',
    scope: 'read',
    request: { path: credentialsPath },
    hideInput: true,
    reply: { status: 200, schema: credentialsRecord, write: toCredentialsRecord },
    refusals: [NO_CREDENTIALS],
    uses: { table: 'read', sends: ['sync-account'] },
    ifBroken: 'Users cannot see which credentials are stored. Look at the log of get-credentials.',
  },
  () => ({
    ...frame(),
    subaccounts: subaccounts(),
    credentials: credentials(),
    exchangeRefusals: exchangeRefusals(),
    accountSyncs: accountSyncs(),
    queues: queues(),
  }),
  (deps, { path, caller }) => showCredentials(deps, credentialsPlace(path, caller)),
)
