/** POST /v1/api-keys */

import { createApiKeyBody, createdApiKeyRecord, toCreatedApiKeyRecord } from '#contract/accounts/api-key-record.ts'
import { quotaRefusal } from '#domain/accounts/quotas.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { createApiKey } from '#use-cases/accounts/manage-api-keys.ts'
import { frame, quotas } from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'create-api-key',
    method: 'POST',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'Create an API key',
    description:
      '`api_key` is shown this once and kept only as a hash; a replayed request shows it as null. A key cannot create a key with more rights than its own, and revoking a key revokes all keys that it led to. You can have 20 keys, or what your quota allows.',
    scope: 'admin',
    request: { body: createApiKeyBody },
    reply: { status: 201, schema: createdApiKeyRecord },
    secretFields: ['api_key'],
    refusals: [quotaRefusal('api_keys')],
    uses: { table: 'write', apiKeys: true },
    ifBroken: 'Users cannot create API keys. Look at the log of create-api-key.',
  },
  () => ({ ...frame(), quotas: quotas() }),
  async (deps, { body, caller, newId }) => {
    const input = { keyId: newId, userId: caller.userId, name: body.name, scope: body.scope }
    const created = await createApiKey(deps, input, caller)
    if (isProblem(created)) return created
    return toCreatedApiKeyRecord(created.key, created.secret)
  },
  async (deps, { caller, newId }) => {
    const found = await deps.apiKeys.get(newId)
    return found?.userId === caller.userId ? toCreatedApiKeyRecord(found, null) : null
  },
)
