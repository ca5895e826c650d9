/** DELETE /v1/hooks/{hook_id} */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { removeHook } from '#use-cases/hooks/manage-hooks.ts'
import { frame, hooks } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'delete-hook',
    method: 'DELETE',
    path: '/v1/hooks/{hook_id}',
    tag: 'Hooks',
    summary: 'Delete a hook',
    description: 'It takes no more alerts. Its orders stay.',
    scope: 'admin',
    request: { path: object({ hook_id: uuid() }) },
    reply: { status: 204, schema: null },
    refusals: [NOT_FOUND],
    uses: { table: 'write', alsoWrites: ['remove'] },
    ifBroken: 'Users cannot delete their hooks. Look at the log of delete-hook.',
  },
  () => ({ ...frame(), hooks: hooks() }),
  (deps, { path, caller }) => removeHook(deps, caller.userId, path.hook_id),
)
