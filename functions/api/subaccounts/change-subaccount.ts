/** PATCH /v1/subaccounts/{subaccount_id} */

import { changeSubaccountBody, subaccountRecord, toSubaccountRecord } from '#contract/accounts/subaccount-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { updateSubaccount } from '#use-cases/accounts/subaccounts/manage-subaccounts.ts'
import { frame, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'change-subaccount',
    method: 'PATCH',
    path: '/v1/subaccounts/{subaccount_id}',
    tag: 'Subaccounts',
    summary: 'Change a subaccount',
    description:
      'Absent fields stay as they are. A null `description` clears it. An inactive subaccount accepts no new orders.',
    scope: 'trade',
    request: { path: object({ subaccount_id: uuid() }), body: changeSubaccountBody },
    reply: { status: 200, schema: subaccountRecord, write: toSubaccountRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'write' },
    ifBroken: 'Users cannot change their subaccounts. Look at the log of change-subaccount.',
  },
  () => ({ ...frame(), subaccounts: subaccounts() }),
  (deps, { path, body, caller }) => {
    const change = { name: body.name, description: body.description, isActive: body.is_active }
    return updateSubaccount(deps, caller.userId, path.subaccount_id, change)
  },
)
