/** POST /v1/subaccounts */

import { createSubaccountBody, subaccountRecord, toSubaccountRecord } from '#contract/accounts/subaccount-record.ts'
import { quotaRefusal } from '#domain/accounts/quotas.ts'
import { subaccountIdFrom } from '#domain/accounts/subaccount-kind.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { createSubaccount } from '#use-cases/accounts/subaccounts/manage-subaccounts.ts'
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
    reply: { status: 201, schema: subaccountRecord, write: toSubaccountRecord },
    refusals: [quotaRefusal('subaccounts')],
    uses: { table: 'write' },
    ifBroken: 'Users cannot create subaccounts. Look at the log of create-subaccount.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), webhooks: webhooks(), changes: changes(), quotas: quotas() }),
  (deps, { body, caller, newId }) => {
    const { name, description = null } = body
    return createSubaccount(deps, {
      subaccountId: subaccountIdFrom(newId, deps.accounts),
      userId: caller.userId,
      name,
      description,
    })
  },
  (deps, { caller, newId }) => deps.subaccounts.get(caller.userId, subaccountIdFrom(newId, deps.accounts)),
)
