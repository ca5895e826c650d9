/** GET /v1/hooks/{hook_id} */

import { hookRecord, toHookRecord } from '#contract/hooks/hook-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { getHook } from '#use-cases/hooks/manage-hooks.ts'
import { frame, hooks } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-hook',
    method: 'GET',
    path: '/v1/hooks/{hook_id}',
    tag: 'Hooks',
    summary: 'Get one hook',
    scope: 'read',
    request: { path: object({ hook_id: uuid() }) },
    reply: { status: 200, schema: hookRecord, write: toHookRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'read' },
    ifBroken: 'Users cannot read their hooks. Look at the log of get-hook.',
  },
  () => ({ ...frame(), hooks: hooks() }),
  (deps, { path, caller }) => getHook(deps, caller.userId, path.hook_id),
)
