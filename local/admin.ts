/** `npm run admin -- …`: manages users and keys of a deployment, with the rights of the caller's AWS credentials. */

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { SCOPES } from '#domain/accounts/api-key.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { toIso } from '#domain/kernel/time.ts'
import { LOCAL_CREDENTIALS } from './stack/dynamodb.ts'

const USAGE = `npm run admin -- create-user  --table <name>                     creates a user and a first key, shown once
npm run admin -- create-key   --table <name> --user <id> [--scope read|trade]
npm run admin -- list-keys    --table <name> --user <id>
npm run admin -- revoke-key   --table <name> --key <key id>

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
    scope: { type: 'string', default: 'trade' },
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
  const scope = SCOPES.find((known) => known === values.scope) ?? fail('--scope must be read or trade.')
  const keyId = v7()
  const secret = newSecret(keyId, randomBytes)
  const key = {
    keyId,
    userId,
    name: values.name,
    scope,
    secretHash: secret.hash,
    insertedAt: Date.now(),
    revokedAt: null,
  }
  await keys().create(key)
  console.log(`user     ${userId}\nAPI key  ${secret.text}\n\nCopy the key now. Only its hash is stored.`)
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
    if (!(await keys().revoke(values.key ?? fail('--key is missing.'), Date.now()))) fail('The key does not exist.')
    console.log('Revoked. The key stops working with the next request.')
    break
  default:
    fail('Name a command.')
}
