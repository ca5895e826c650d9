/** POST /v1/hooks/{hook_id}/rotate-secret */

import { createdHookRecord, toCreatedHookRecord } from '#contract/hooks/hook-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { rotateHookSecret } from '#use-cases/hooks/manage-hooks.ts'
import { frame, hooks } from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'rotate-hook-secret',
    method: 'POST',
    path: '/v1/hooks/{hook_id}/rotate-secret',
    tag: 'Hooks',
    summary: 'Give a hook a new secret',
    description: 'Alerts with the old secret are refused at once. `secret` is shown this once.',
    scope: 'admin',
    request: { path: object({ hook_id: uuid() }) },
    reply: { status: 200, schema: createdHookRecord },
    refusals: [NOT_FOUND],
    secretFields: ['secret'],
    uses: { table: 'write' },
    ifBroken: 'Users cannot change the secrets of their hooks. Look at the log of rotate-hook-secret.',
  },
  () => ({ ...frame(), hooks: hooks() }),
  async (deps, { path, caller, newId }) => {
    const rotated = await rotateHookSecret(deps, caller, path.hook_id, newId)
    return isProblem(rotated) ? rotated : toCreatedHookRecord(rotated.hook, rotated.secret)
  },
  async (deps, { path, caller, newId }) => {
    const found = await deps.hooks.get(caller.userId, path.hook_id)
    return found?.rotationId === newId ? toCreatedHookRecord(found, null) : null
  },
)
