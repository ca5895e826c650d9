/** The user a fresh service starts with: a key, a subaccount, and credentials that work at the simulated exchange. */

import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { apiKeyStore } from '#adapters/store/api-keys.ts'
import type { Table } from '#adapters/store/table.ts'
import { newSecret } from '#domain/api-key-secret.ts'
import type { KalshiSimulator } from './venues/kalshi/start-kalshi.ts'

const Stored = v.object({
  userId: v.string(),
  apiKey: v.string(),
  venueKeyId: v.string(),
  privateKey: v.string(),
  publicKey: v.string(),
})
export type FirstUser = v.InferOutput<typeof Stored>

/** Dollars on each shard of the simulated exchange. */
const MONEY = { 0: 10_000, 1: 1_000, 2: 10_000, 3: 10_000 }

/** Read from `file`, or made and written there. */
export const firstUser = async (file: string, table: Table): Promise<FirstUser> => {
  if (existsSync(file)) return v.parse(Stored, JSON.parse(readFileSync(file, 'utf8')))
  const userId = v7()
  const keyId = v7()
  const secret = newSecret(keyId, randomBytes)
  const key = {
    keyId,
    userId,
    name: 'local',
    scope: 'trade' as const,
    secretHash: secret.hash,
    insertedAt: Date.now(),
    revokedAt: null,
  }
  await apiKeyStore(table).create(key)
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const user = {
    userId,
    apiKey: secret.text,
    venueKeyId: randomUUID(),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
  writeFileSync(file, JSON.stringify(user), { mode: 0o600 })
  return user
}

/** Makes the exchange know the user; money is given once. */
export const openVenueAccount = (user: FirstUser, simulator: KalshiSimulator): void =>
  simulator.addAccount({ id: 'local', apiKeyId: user.venueKeyId, publicKeyPem: user.publicKey, cash: MONEY })

/** The user's first subaccount with working credentials, made over the service's own interface. */
export const firstSubaccount = async (baseUrl: string, user: FirstUser): Promise<string> => {
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': user.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!reply.ok && reply.status !== 404)
      throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return { status: reply.status, body: (await reply.json()) as unknown }
  }
  const known = v.parse(v.array(Subaccount), (await call('GET', '/v1/subaccounts')).body)
  const subaccount =
    known[0] ?? v.parse(Subaccount, (await call('POST', '/v1/subaccounts', { name: 'My first subaccount' })).body)
  const path = `/v1/subaccounts/${subaccount.subaccount_id}/credentials/EXCHANGE_A`
  if ((await call('GET', path)).status === 404) {
    await call('PUT', path, { api_key_id: user.venueKeyId, private_key: user.privateKey })
  }
  return subaccount.subaccount_id
}

const Subaccount = v.object({ subaccount_id: v.string() })
