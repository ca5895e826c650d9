/** GET /v1/subaccounts/{subaccount_id}/dead-mans-switch */

import { deadMansSwitchRecord, toDeadMansSwitchRecord } from '#contract/risk/dead-mans-switch-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { getDeadMansSwitch } from '#use-cases/wind-down/manage-dead-mans-switch.ts'
import { deadMansSwitches, frame, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-dead-mans-switch',
    method: 'GET',
    path: '/v1/subaccounts/{subaccount_id}/dead-mans-switch',
    tag: 'Subaccounts',
    summary: 'Show the dead man’s switch',
    description: 'Where none is set, or it has fired, `armed` is false.',
    scope: 'read',
    request: { path: object({ subaccount_id: uuid() }) },
    reply: { status: 200, schema: deadMansSwitchRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'read' },
    ifBroken: 'Users cannot see their dead man’s switches. Renewing and firing still work.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), deadMansSwitches: deadMansSwitches() }),
  async (deps, { path, caller }) => {
    const of = { userId: caller.userId, subaccountId: path.subaccount_id }
    const found = await getDeadMansSwitch(deps, of)
    if (found !== null && isProblem(found)) return found
    return toDeadMansSwitchRecord(of.subaccountId, found)
  },
)
