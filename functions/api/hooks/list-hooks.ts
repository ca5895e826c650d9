/** GET /v1/hooks */

import { hookRecord, toHookRecord } from '#contract/hooks/hook-record.ts'
import { list } from '#contract/validation/fields/list.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { frame, hooks } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-hooks',
    method: 'GET',
    path: '/v1/hooks',
    tag: 'Hooks',
    summary: 'List your hooks',
    scope: 'read',
    request: {},
    reply: { status: 200, schema: list(hookRecord) },
    uses: { table: 'read' },
    ifBroken: 'Users cannot list their hooks. Look at the log of list-hooks.',
  },
  () => ({ ...frame(), hooks: hooks() }),
  async (deps, { caller }) => {
    const found = await deps.hooks.list(caller.userId)
    return found.map(toHookRecord)
  },
)
