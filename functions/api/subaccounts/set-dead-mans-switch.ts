/** PUT /v1/subaccounts/{subaccount_id}/dead-mans-switch */

import {
  deadMansSwitchBody,
  deadMansSwitchRecord,
  toDeadMansSwitchRecord,
} from '#contract/risk/dead-mans-switch-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { renewDeadMansSwitch } from '#use-cases/wind-down/manage-dead-mans-switch.ts'
import { deadMansSwitches, frame, queues, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'set-dead-mans-switch',
    method: 'PUT',
    path: '/v1/subaccounts/{subaccount_id}/dead-mans-switch',
    tag: 'Subaccounts',
    summary: 'Set or renew the dead man’s switch',
    description:
      'If this is not called again within `timeout_s` seconds, all orders of the subaccount are cancelled within 15 seconds of that time, whatever else runs. Armed stops and SLs stay, and so do the orders of exits that have fired. `include_complex_orders` cancels all of these too. `halt` halts trading. Each call renews the switch with its own terms. A switch that has fired does nothing until the next call, whose answer shows the time in `fired_at`.',
    scope: 'trade',
    request: { path: object({ subaccount_id: uuid() }), body: deadMansSwitchBody },
    reply: { status: 200, schema: deadMansSwitchRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'write', sends: ['sweep-soon'] },
    ifBroken:
      'Users cannot renew dead man’s switches: their orders are cancelled. Look at the log of set-dead-mans-switch at once.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), deadMansSwitches: deadMansSwitches(), queues: queues() }),
  async (deps, { path, body, caller }) => {
    const of = { userId: caller.userId, subaccountId: path.subaccount_id }
    const { timeout_s, include_complex_orders: includeComplexOrders, halt } = body
    const set = await renewDeadMansSwitch(deps, of, { timeoutMs: timeout_s * SECOND, includeComplexOrders, halt })
    return isProblem(set) ? set : toDeadMansSwitchRecord(of.subaccountId, set)
  },
)
