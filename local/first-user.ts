/** The user a fresh service starts with: a key, a subaccount, and credentials that work at both simulated exchanges. */

import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { privateKeyToAccount } from 'viem/accounts'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { newSecret, parseApiKey } from '#domain/accounts/api-key-secret.ts'
import type { ApiKeyStore } from '#ports/store.ts'
import type { KalshiSimulator } from './simulators/kalshi/start-kalshi.ts'
import type { PolymarketSimulator } from './simulators/polymarket/start-polymarket.ts'
import { writePrivateFile } from './write-private-file.ts'

const Stored = v.object({
  userId: v.string(),
  apiKey: v.string(),
  /** At EXCHANGE_A. */
  venueKeyId: v.string(),
  privateKey: v.string(),
  publicKey: v.string(),
  /** At EXCHANGE_B; a data folder of an earlier version has none. */
  walletKey: v.optional(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)), () => newWalletKey()),
})
export type FirstUser = v.InferOutput<typeof Stored>

/** Dollars on each shard of the simulated EXCHANGE_A. */
const MONEY = { 0: 10_000, 1: 1_000, 2: 10_000, 3: 10_000 }
/** Dollars in the wallet on the simulated EXCHANGE_B. */
const WALLET_MONEY = 10_000

/** The one kept in `file`, or a new one. Their key works: one that was revoked is replaced. */
export const firstUser = async (file: string, table: Table): Promise<FirstUser> => {
  const stored = existsSync(file) ? v.parse(Stored, JSON.parse(readFileSync(file, 'utf8'))) : null
  const keys = apiKeyStore(table)
  const key = await keys.get(parseApiKey(stored?.apiKey ?? '')?.keyId ?? '')
  const works = stored !== null && key !== null && key.revokedAt === null
  const userId = stored?.userId ?? v7()
  const user = { ...(stored ?? newSimulatorKeys()), userId, apiKey: works ? stored.apiKey : await newKey(keys, userId) }
  writePrivateFile(file, JSON.stringify(user))
  return user
}

const newWalletKey = (): string => `0x${randomBytes(32).toString('hex')}`

const newKey = async (keys: ApiKeyStore, userId: string): Promise<string> => {
  const keyId = v7()
  const secret = newSecret(keyId, randomBytes)
  const about = { name: 'local', scope: 'trade' as const, insertedAt: Date.now(), revokedAt: null }
  await keys.create({ keyId, userId, secretHash: secret.hash, ...about })
  return secret.text
}

const newSimulatorKeys = () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    venueKeyId: randomUUID(),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    walletKey: newWalletKey(),
  }
}

/** Makes both exchanges know the user; money is given once. */
export const openAccounts = (user: FirstUser, kalshi: KalshiSimulator, polymarket: PolymarketSimulator): void => {
  kalshi.addAccount({ id: 'local', apiKeyId: user.venueKeyId, publicKeyPem: user.publicKey, cash: MONEY })
  const { address } = privateKeyToAccount(v.parse(hex, user.walletKey))
  polymarket.addAccount({ id: 'local', address, funder: address, signatureType: 0, cash: WALLET_MONEY })
}

const hex = v.custom<`0x${string}`>((text) => typeof text === 'string' && text.startsWith('0x'))

/** The user's first subaccount with working credentials, made over the service's own interface. */
export const firstSubaccount = async (baseUrl: string, user: FirstUser): Promise<string> => {
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
  const credentials = {
    EXCHANGE_A: { api_key_id: user.venueKeyId, private_key: user.privateKey },
    EXCHANGE_B: { private_key: user.walletKey, signature_type: 0 },
  }
  for (const [exchange, body] of Object.entries(credentials)) {
    const path = `/v1/subaccounts/${subaccount.subaccount_id}/credentials/${exchange}`
    // 409 when the user has given these credentials to another subaccount since: theirs to decide.
    if ((await call('GET', path)).status === 404) await call('PUT', path, body)
  }
  return subaccount.subaccount_id
}

const Subaccount = v.object({ subaccount_id: v.string() })
