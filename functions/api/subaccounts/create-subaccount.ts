/** POST /v1/subaccounts */

import { createSubaccountBody, subaccountRecord, toSubaccountRecord } from '#contract/accounts/subaccount-record.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { createSubaccount } from '#use-cases/accounts/keep-subaccounts.ts'
import { frame, subaccounts, webhooks } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'create-subaccount',
    method: 'POST',
    path: '/v1/subaccounts',
    tag: 'Subaccounts',
    summary: 'Create a subaccount',
    scope: 'trade',
    request: { body: createSubaccountBody },
    reply: { status: 201, schema: subaccountRecord },
    idempotent: true,
    uses: { table: 'write' },
    ifBroken: 'Users cannot create subaccounts. Look at the log of create-subaccount.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), webhooks: webhooks() }),
  async (deps, { body, caller, newId }) => {
    const { name, description = null } = body
    const created = await createSubaccount(deps, { subaccountId: newId, userId: caller.userId, name, description })
    return { status: 201, body: toSubaccountRecord(created) }
  },
)
