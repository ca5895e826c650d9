/** POST /v1/api-keys */

import { createApiKeyBody, createdApiKeyRecord, toApiKeyRecord } from '#contract/accounts/api-key-record.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { createApiKey } from '#use-cases/accounts/keep-api-keys.ts'
import { frame } from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'create-api-key',
    method: 'POST',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'Create an API key',
    description: '`api_key` is shown this once and kept only as a hash; a replayed request shows it as null.',
    scope: 'trade',
    request: { body: createApiKeyBody },
    reply: { status: 201, schema: createdApiKeyRecord },
    secretFields: ['api_key'],
    uses: { table: 'write' },
    ifBroken: 'Users cannot create API keys. Look at the log of create-api-key.',
  },
  frame,
  async (deps, { body, caller, newId }) => {
    const input = { keyId: newId, userId: caller.userId, name: body.name, scope: body.scope }
    const created = await createApiKey(deps, input, caller.scope)
    if (isProblem(created)) return created
    return { status: 201, body: { ...toApiKeyRecord(created.key), api_key: created.secret } }
  },
  async (deps, { caller, newId }) => {
    const found = await deps.apiKeys.get(newId)
    return found?.userId === caller.userId ? { status: 201, body: { ...toApiKeyRecord(found), api_key: null } } : null
  },
)
