/** PUT /v1/subaccounts/{subaccount_id}/credentials/{exchange_name} */

import {
  credentialsBody,
  credentialsPath,
  credentialsRecord,
  paperCashIn,
  toCredentialsRecord,
  toSecrets,
} from '#contract/accounts/credentials-record.ts'
import { refusalOfCredentials } from '#domain/accounts/subaccount-kind.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { storeCredentials } from '#use-cases/accounts/credentials/store-credentials.ts'
import {
  accountSyncs,
  complexOrders,
  credentials,
  exchanges,
  frame,
  markets,
  orders,
  pause,
  positions,
  queues,
  subaccounts,
  vault,
} from '../../runtime.ts'
import { credentialsPlace, paperSecrets } from './credentials-place.ts'

export const handler = endpoint(
  {
    name: 'put-credentials',
    method: 'PUT',
    path: '/v1/subaccounts/{subaccount_id}/credentials/{exchange_name}',
    tag: 'Credentials',
    summary: 'Store exchange credentials',
    description:
      'A service with paper accounts takes `{"paper": {"cash": 10000}}`: the play money that the account begins with at this exchange. Other services take the key of an exchange. The service checks the credentials with the exchange, then stores them encrypted. They are never shown again. `readiness` shows whether the account can trade, and how to add what is missing. Earlier trades of the account are fetched, and appear as fills and positions.',
    scope: 'admin',
    request: { path: credentialsPath, body: credentialsBody },
    hideInput: true,
    reply: { status: 200, schema: credentialsRecord, write: toCredentialsRecord },
    refusals: [
      NOT_FOUND,
      { status: 409, code: 'credentials_in_use', when: 'another of your subaccounts uses this exchange account' },
      {
        status: 409,
        code: 'live_orders',
        when: 'live orders or waiting complex orders need their account, and these credentials belong to another account',
      },
      {
        status: 409,
        code: 'account_has_history',
        when: 'the subaccount has traded with another account of this exchange',
      },
      { status: 503, code: 'exchange_unavailable', when: 'the exchange does not answer' },
    ],
    uses: { table: 'write', alsoWrites: ['remove'], sends: ['sync-account'], vault: ['seal'], exchanges: 'account' },
    timeoutS: 25,
    ifBroken: 'Users cannot store exchange credentials. Look at the log of put-credentials and at the KMS key.',
  },
  () => ({
    ...frame(),
    subaccounts: subaccounts(),
    credentials: credentials(),
    orders: orders(),
    markets: markets(),
    complexOrders: complexOrders(),
    positions: positions(),
    accountSyncs: accountSyncs(),
    pause,
    queues: queues(),
    vault: vault(),
    exchanges: exchanges(),
  }),
  async (deps, { path, body, caller, signal }) => {
    const cash = paperCashIn(body)
    const refused = refusalOfCredentials(deps.accounts, cash !== null)
    if (refused !== null) return refused
    const place = credentialsPlace(path, caller)
    return storeCredentials(deps, place, cash === null ? toSecrets(body) : paperSecrets(place, cash), signal)
  },
)
