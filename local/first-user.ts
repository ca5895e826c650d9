/** The user a fresh service starts with: a key, a subaccount, and credentials that work at every simulated exchange. */

import { existsSync, readFileSync } from 'node:fs'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { parseApiKey } from '#domain/accounts/api-key-secret.ts'
import { operatorKey } from './operator-key.ts'
import type { AccountKeys } from './simulators/local-exchange.ts'
import { writePrivateFile } from './write-private-file.ts'

/** The keys of the user's accounts stand beside these two. */
const Stored = v.objectWithRest({ userId: v.string(), apiKey: v.string() }, v.string())
export type FirstUser = v.InferOutput<typeof Stored>

/** The user kept in `file`, or a new one. A revoked API key is replaced; `keysIn` adds account keys that the file does not have. */
export const firstUser = async (
  file: string,
  table: Table,
  keysIn: (stored: AccountKeys) => AccountKeys,
): Promise<FirstUser> => {
  const stored = existsSync(file) ? v.parse(Stored, JSON.parse(readFileSync(file, 'utf8'))) : null
  const keys = apiKeyStore(table)
  const key = await keys.get(parseApiKey(stored?.apiKey ?? '')?.keyId ?? '')
  const works = stored !== null && key !== null && key.revokedAt === null
  const userId = stored?.userId ?? v7()
  const apiKey = works ? stored.apiKey : await operatorKey(keys, { userId, name: 'local', scope: 'admin' })
  const user = { ...keysIn(stored ?? {}), userId, apiKey }
  writePrivateFile(file, JSON.stringify(user))
  return user
}
/** The user's first subaccount with the given credentials by exchange, made over the service's own interface. */
export const firstSubaccount = async (
  baseUrl: string,
  user: FirstUser,
  credentials: Readonly<Record<string, unknown>>,
): Promise<string> => {
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': user.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!reply.ok && reply.status !== 404 && reply.status !== 409)
      throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return { status: reply.status, body: (await reply.json()) as unknown }
  }
  const known = v.parse(v.array(Subaccount), (await call('GET', '/v1/subaccounts')).body)
  const subaccount =
    known[0] ?? v.parse(Subaccount, (await call('POST', '/v1/subaccounts', { name: 'My first subaccount' })).body)
  for (const [exchange, body] of Object.entries(credentials)) {
    const path = `/v1/subaccounts/${subaccount.subaccount_id}/credentials/${exchange}`
    // 409 when the user has given these credentials to another subaccount since: theirs to decide.
    if ((await call('GET', path)).status === 404) await call('PUT', path, body)
  }
  return subaccount.subaccount_id
}

const Subaccount = v.object({ subaccount_id: v.string() })
