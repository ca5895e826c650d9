/** GET /v1/subaccounts */

import { subaccountRecord, toSubaccountRecord } from '#contract/accounts/subaccount-record.ts'
import { list } from '#contract/validation/fields/list.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { frame, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-subaccounts',
    method: 'GET',
    path: '/v1/subaccounts',
    tag: 'Subaccounts',
    summary: 'List your subaccounts',
    scope: 'read',
    request: {},
    reply: { status: 200, schema: list(subaccountRecord) },
    uses: { table: 'read' },
    ifBroken: 'Users cannot list their subaccounts. Look at the log of list-subaccounts.',
  },
  () => ({ ...frame(), subaccounts: subaccounts() }),
  async (deps, { caller }) => {
    const found = await deps.subaccounts.list(caller.userId)
    return found.map(toSubaccountRecord)
  },
)
