/** DELETE /v1/subaccounts/{subaccount_id} */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { allows } from '#domain/accounts/api-key.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { deleteSubaccount } from '#use-cases/wind-down/delete-subaccount.ts'
import {
  accountSyncs,
  complexOrders,
  credentials,
  customAssets,
  deletions,
  frame,
  orders,
  pause,
  positions,
  subaccounts,
} from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'delete-subaccount',
    method: 'DELETE',
    path: '/v1/subaccounts/{subaccount_id}',
    tag: 'Subaccounts',
    summary: 'Delete a subaccount with its credentials and custom assets',
    description:
      'Needs scope `admin` where credentials or risk limits are stored. A request that was cut off is completed within two minutes, unless the subaccount is in use or active again. Sent again, 204 or 404 says that the subaccount is gone.',
    scope: 'trade',
    request: { path: object({ subaccount_id: uuid() }) },
    reply: { status: 204, schema: null },
    refusals: [
      {
        status: 403,
        code: 'scope_missing',
        when: 'credentials or risk limits are stored in it, or trading is halted, and the key has not the scope `admin`',
      },
      NOT_FOUND,
      { status: 409, code: 'subaccount_in_use', when: 'it has live orders or complex orders, or holds something' },
    ],
    uses: { table: 'write', alsoWrites: ['remove'] },
    ifBroken: 'Users cannot delete their subaccounts. Look at the log of delete-subaccount.',
  },
  () => ({
    ...frame(),
    subaccounts: subaccounts(),
    deletions: deletions(),
    orders: orders(),
    complexOrders: complexOrders(),
    positions: positions(),
    accountSyncs: accountSyncs(),
    pause,
    credentials: credentials(),
    customAssets: customAssets(),
  }),
  (deps, { path, caller }) => deleteSubaccount(deps, caller.userId, path.subaccount_id, allows(caller.scope, 'admin')),
)
