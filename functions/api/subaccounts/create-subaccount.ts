/** POST /v1/subaccounts */

import { createSubaccountBody, subaccountRecord, toSubaccountRecord } from '#contract/accounts/subaccount-record.ts'
import { quotaRefusal } from '#domain/accounts/quotas.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { createSubaccount } from '#use-cases/accounts/keep-subaccounts.ts'
import { changes, frame, quotas, subaccounts, webhooks } from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'create-subaccount',
    method: 'POST',
    path: '/v1/subaccounts',
    tag: 'Subaccounts',
    summary: 'Create a subaccount',
    scope: 'trade',
    request: { body: createSubaccountBody },
    reply: { status: 201, schema: subaccountRecord },
    refusals: [quotaRefusal('subaccounts')],
    uses: { table: 'write' },
    ifBroken: 'Users cannot create subaccounts. Look at the log of create-subaccount.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), webhooks: webhooks(), changes: changes(), quotas: quotas() }),
  async (deps, { body, caller, newId }) => {
    const { name, description = null } = body
    const created = await createSubaccount(deps, { subaccountId: newId, userId: caller.userId, name, description })
    return isProblem(created) ? created : { status: 201, body: toSubaccountRecord(created) }
  },
  async (deps, { caller, newId }) => {
    const found = await deps.subaccounts.get(caller.userId, newId)
    return found === null ? null : { status: 201, body: toSubaccountRecord(found) }
  },
)
