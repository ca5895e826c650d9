/** GET /v1/subaccounts/{subaccount_id} */

import { subaccountRecord, toSubaccountRecord } from '#contract/accounts/subaccount-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { getSubaccount } from '#use-cases/accounts/subaccounts/manage-subaccounts.ts'
import { frame, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-subaccount',
    method: 'GET',
    path: '/v1/subaccounts/{subaccount_id}',
    tag: 'Subaccounts',
    summary: 'Get one subaccount',
    scope: 'read',
    request: { path: object({ subaccount_id: uuid() }) },
    reply: { status: 200, schema: subaccountRecord, write: toSubaccountRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'read' },
    ifBroken: 'Users cannot read their subaccounts. Look at the log of get-subaccount.',
  },
  () => ({ ...frame(), subaccounts: subaccounts() }),
  (deps, { path, caller }) => getSubaccount(deps, caller.userId, path.subaccount_id),
)
