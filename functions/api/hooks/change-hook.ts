/** PATCH /v1/hooks/{hook_id} */

import { changeHookBody, changeHookRule, hookRecord, toHookLimits, toHookRecord } from '#contract/hooks/hook-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { updateHook } from '#use-cases/hooks/manage-hooks.ts'
import { frame, hooks } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'change-hook',
    method: 'PATCH',
    path: '/v1/hooks/{hook_id}',
    tag: 'Hooks',
    summary: 'Change a hook',
    description:
      'Absent fields stay as they are. `limits` replaces all limits. The order of a hook cannot be changed: create another hook.',
    scope: 'admin',
    request: { path: object({ hook_id: uuid() }), body: changeHookBody },
    rules: changeHookRule,
    reply: { status: 200, schema: hookRecord, write: toHookRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'write' },
    ifBroken: 'Users cannot change or turn off their hooks. Look at the log of change-hook.',
  },
  () => ({ ...frame(), hooks: hooks() }),
  (deps, { path, body, caller }) =>
    updateHook(deps, caller.userId, path.hook_id, (found) => ({
      ...found,
      name: body.name ?? found.name,
      limits: body.limits === undefined ? found.limits : toHookLimits(body.limits),
      isActive: body.is_active ?? found.isActive,
    })),
)
