/** `npm run admin -- …`: manages users and keys of a deployment, with the rights of the caller's AWS credentials. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { SCOPES } from '#domain/accounts/api-key.ts'
import { toIso } from '#domain/kernel/time.ts'
import { revokeApiKey, revokeUser } from '#use-cases/accounts/keep-api-keys.ts'
import { OPERATOR, operatorKey } from './operator-key.ts'
import { LOCAL_CREDENTIALS } from './stack/dynamodb.ts'

const USAGE = `npm run admin -- create-user  --table <name>                     creates a user and a first key, shown once
npm run admin -- create-key   --table <name> --user <id> [--scope read|trade|admin]
npm run admin -- list-keys    --table <name> --user <id>
npm run admin -- revoke-key   --table <name> --key <key id>      also revokes every key that exists because of it
npm run admin -- revoke-user  --table <name> --user <id>         revokes all keys of the user

--table   the table of the deployment (output TableName of TradingData), or "local" for a running npm start
--region  the region of the table, if AWS_REGION is not set`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    table: { type: 'string' },
    region: { type: 'string' },
    user: { type: 'string' },
    key: { type: 'string' },
    name: { type: 'string', default: 'first key' },
    scope: { type: 'string', default: 'admin' },
  },
})

const fail = (words: string): never => {
  console.error(`${words}\n\n${USAGE}`)
  process.exit(2)
}

const keys = () => {
  if (values.table === undefined) return fail('--table is missing.')
  if (values.table !== 'local') {
    return apiKeyStore(openTable({ name: values.table, region: values.region ?? process.env['AWS_REGION'] }))
  }
  const file = join(process.env['LOCAL_DIR'] ?? '.local', 'table.json')
  if (!existsSync(file)) return fail('No service runs here. Run npm start first.')
  const { endpoint, name } = JSON.parse(readFileSync(file, 'utf8')) as { endpoint: string; name: string }
  return apiKeyStore(openTable({ name, endpoint, region: 'us-east-1', credentials: LOCAL_CREDENTIALS }))
}

const createKey = async (userId: string): Promise<void> => {
  const scope = SCOPES.find((known) => known === values.scope) ?? fail('--scope must be read, trade or admin.')
  const text = await operatorKey(keys(), { userId, name: values.name, scope })
  console.log(`user     ${userId}\nAPI key  ${text}\n\nCopy the key now. Only its hash is stored.`)
}

const revokeKey = async (keyId: string): Promise<void> => {
  const apiKeys = keys()
  const key = (await apiKeys.get(keyId)) ?? fail('The key does not exist.')
  const refused = await revokeApiKey({ ...OPERATOR, apiKeys }, key.userId, keyId, null)
  if (refused !== null && key.revokedAt === null) fail(refused.detail)
}

const user = (): string => values.user ?? fail('--user is missing.')

switch (positionals[0]) {
  case 'create-user':
    await createKey(v7())
    break
  case 'create-key':
    await createKey(user())
    break
  case 'list-keys':
    for (const key of await keys().list(user())) {
      console.log(
        key.keyId,
        key.scope,
        toIso(key.insertedAt),
        key.revokedAt === null ? key.name : `${key.name} (revoked)`,
      )
    }
    break
  case 'revoke-key':
    await revokeKey(values.key ?? fail('--key is missing.'))
    console.log('Revoked. The key and all that exist because of it stop working with the next request.')
    break
  case 'revoke-user':
    console.log(
      `${await revokeUser({ ...OPERATOR, apiKeys: keys() }, user())} keys revoked. They stop working with the next request.`,
    )
    break
  default:
    fail('Name a command.')
}
