/** GET /v1/api-keys */

import { apiKeyRecord, toApiKeyRecord } from '#contract/accounts/api-key-record.ts'
import { list } from '#contract/validation/fields/list.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { listApiKeys } from '#use-cases/accounts/manage-api-keys.ts'
import { frame, keyUseRows } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-api-keys',
    method: 'GET',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'List your API keys',
    description: 'The keys that work, oldest first. The last use is kept to the hour.',
    scope: 'read',
    request: {},
    reply: { status: 200, schema: list(apiKeyRecord) },
    uses: { table: 'read' },
    ifBroken: 'Users cannot list their API keys. Look at the log of list-api-keys.',
  },
  () => ({ ...frame(), keyUseRows: keyUseRows() }),
  async (deps, { caller }) => {
    const keys = await listApiKeys(deps, caller.userId)
    const uses = await deps.keyUseRows.lastUses(keys.map(({ keyId }) => keyId))
    return keys.map((key) => toApiKeyRecord(key, uses.get(key.keyId)))
  },
)
