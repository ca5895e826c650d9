/** DELETE /v1/subaccounts/{subaccount_id}/credentials/{exchange_name} */

import { credentialsPath } from '#contract/accounts/credentials-record.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { removeCredentials } from '#use-cases/accounts/credentials/remove-credentials.ts'
import { accountSyncs, complexOrders, credentials, frame, markets, orders, pause, subaccounts } from '../../runtime.ts'
import { credentialsPlace, NO_CREDENTIALS } from './credentials-place.ts'

export const handler = endpoint(
  {
    name: 'delete-credentials',
    method: 'DELETE',
    path: '/v1/subaccounts/{subaccount_id}/credentials/{exchange_name}',
    tag: 'Credentials',
    summary: 'Delete stored exchange credentials',
    scope: 'admin',
    request: { path: credentialsPath },
    hideInput: true,
    reply: { status: 204, schema: null },
    refusals: [
      NO_CREDENTIALS,
      { status: 409, code: 'live_orders', when: 'live orders or waiting complex orders need them' },
    ],
    uses: { table: 'write', alsoWrites: ['remove'] },
    ifBroken: 'Users cannot delete stored credentials. Look at the log of delete-credentials.',
  },
  () => ({
    ...frame(),
    subaccounts: subaccounts(),
    credentials: credentials(),
    orders: orders(),
    markets: markets(),
    complexOrders: complexOrders(),
    accountSyncs: accountSyncs(),
    pause,
  }),
  (deps, { path, caller }) => removeCredentials(deps, credentialsPlace(path, caller)),
)
