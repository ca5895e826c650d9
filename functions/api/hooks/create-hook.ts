/** POST /v1/hooks */

import {
  createdHookRecord,
  createHookBody,
  createHookRule,
  toCreatedHookRecord,
  toHookFields,
  toHookLimits,
  toHookTemplate,
} from '#contract/hooks/hook-record.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { createHook } from '#use-cases/hooks/manage-hooks.ts'
import { allMarkets, frame, hooks, subaccounts } from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'create-hook',
    method: 'POST',
    path: '/v1/hooks',
    tag: 'Hooks',
    summary: 'Create a hook',
    description:
      'A hook is a prepared order, which an alert places: POST /v1/hooks/{hook_id}. The alert chooses nothing but `fields`, within their bounds. `secret` is shown this once, and stored as a hash.',
    scope: 'admin',
    request: { body: createHookBody },
    rules: createHookRule,
    reply: { status: 201, schema: createdHookRecord },
    refusals: [NOT_FOUND, { status: 409, code: 'too_many_hooks', when: 'you have 20 hooks' }],
    secretFields: ['secret'],
    uses: { table: 'write', catalogue: 'read' },
    ifBroken: 'Users cannot create hooks. Look at the log of create-hook.',
  },
  () => ({ ...frame(), hooks: hooks(), subaccounts: subaccounts(), markets: allMarkets() }),
  async (deps, { body, caller, newId }) => {
    const created = await createHook(deps, {
      hookId: newId,
      userId: caller.userId,
      keyId: caller.keyId,
      name: body.name,
      template: toHookTemplate(body.template),
      fields: toHookFields(body.fields),
      limits: toHookLimits(body.limits),
    })
    return isProblem(created) ? created : toCreatedHookRecord(created.hook, created.secret)
  },
  async (deps, { caller, newId }) => {
    const found = await deps.hooks.get(caller.userId, newId)
    return found === null ? null : toCreatedHookRecord(found, null)
  },
)
