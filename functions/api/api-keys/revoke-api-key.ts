/** DELETE /v1/api-keys/{api_key_id} */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { revokeApiKey } from '#use-cases/accounts/manage-api-keys.ts'
import { enqueuePush } from '#use-cases/work/enqueue.ts'
import { frame, queues } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'revoke-api-key',
    method: 'DELETE',
    path: '/v1/api-keys/{api_key_id}',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description:
      'It stops working with the next request, and so does every key that it led to. Their streams are closed. A key that another key created can revoke itself and the keys that it created, no others.',
    scope: 'admin',
    request: { path: object({ api_key_id: uuid() }) },
    reply: { status: 204, schema: null },
    refusals: [
      {
        status: 403,
        code: 'not_its_maker',
        when: 'another key created the calling key, and the calling key did not create this one',
      },
      NOT_FOUND,
    ],
    uses: { table: 'write', apiKeys: true, sends: ['push-changes'] },
    ifBroken: 'Users cannot revoke API keys. Look at the log of revoke-api-key.',
  },
  () => ({ ...frame(), queues: queues() }),
  async (deps, { path, caller }) => {
    const refused = await revokeApiKey(deps, caller.userId, path.api_key_id, caller)
    if (refused !== null) return refused
    await enqueuePush(deps, caller.userId)
    return null
  },
)
