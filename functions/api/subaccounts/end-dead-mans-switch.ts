/** DELETE /v1/subaccounts/{subaccount_id}/dead-mans-switch */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { endDeadMansSwitch } from '#use-cases/wind-down/manage-dead-mans-switch.ts'
import { deadMansSwitches, frame, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'end-dead-mans-switch',
    method: 'DELETE',
    path: '/v1/subaccounts/{subaccount_id}/dead-mans-switch',
    tag: 'Subaccounts',
    summary: 'End the dead man’s switch',
    description: 'Nothing is cancelled for it any more. It is no error if none is set. A halt that it made stays.',
    scope: 'trade',
    request: { path: object({ subaccount_id: uuid() }) },
    reply: { status: 204, schema: null },
    refusals: [NOT_FOUND],
    uses: { table: 'write', alsoWrites: ['remove'] },
    ifBroken:
      'Users cannot end their dead man’s switches. They can renew them. Look at the log of end-dead-mans-switch.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), deadMansSwitches: deadMansSwitches() }),
  (deps, { path, caller }) => endDeadMansSwitch(deps, { userId: caller.userId, subaccountId: path.subaccount_id }),
)
