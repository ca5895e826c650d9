/** The user a fresh service starts with: a key, a subaccount, and credentials of the accounts that open without the user. */

import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { parseApiKey } from '#domain/accounts/api-key-secret.ts'
import { damagedData } from './damaged-data.ts'
import { operatorKey } from './operator-key.ts'
import type { ServiceExchanges } from './stack/service-exchanges.ts'
import { writePrivateFile } from './write-private-file.ts'

/** The keys of the user's accounts are stored beside these two. */
const Stored = v.objectWithRest({ userId: v.string(), apiKey: v.string() }, v.string())

/** The first user, as long as the service starts: nothing keeps the credentials in memory afterwards. */
export interface FirstUser {
  readonly apiKey: string
  /** Bodies of `PUT …/credentials/<name>`, by exchange. */
  readonly credentials: Readonly<Record<string, unknown>>
}

interface Place {
  /** File with the user's keys between runs. */
  readonly file: string
  readonly table: Table
  readonly exchanges: Pick<ServiceExchanges, 'firstAccounts'>
}

/** The user kept in the file, or a new one, with the first accounts. A revoked API key is replaced. */
export const firstUser = async ({ file, table, exchanges }: Place): Promise<FirstUser> => {
  const stored = existsSync(file) ? storedIn(file) : null
  const keys = apiKeyStore(table)
  const key = await keys.get(parseApiKey(stored?.apiKey ?? '')?.keyId ?? '')
  const works = stored !== null && key !== null && key.revokedAt === null
  const userId = stored?.userId ?? v7()
  const apiKey = works ? stored.apiKey : await operatorKey(keys, { userId, name: 'local', scope: 'admin' })
  const { keys: accountKeys, credentials } = exchanges.firstAccounts(stored ?? {})
  writePrivateFile(file, JSON.stringify({ ...accountKeys, userId, apiKey }))
  return { apiKey, credentials }
}

const storedIn = (file: string): v.InferOutput<typeof Stored> => {
  try {
    return v.parse(Stored, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw damagedData(file, 'it holds no user')
  }
}

/**
 * The user's first subaccount with the given credentials by exchange, made over the service's own interface. On a busy machine a first
 * call may not be answered in time: each is made again for as long as `patienceMs`.
 */
export const firstSubaccount = async (
  baseUrl: string,
  { apiKey, credentials }: FirstUser,
  patienceMs = 120_000,
): Promise<string> => {
  const call = async (method: string, path: string, body?: unknown) => {
    const once = method === 'POST' ? { 'idempotency-key': v7() } : {}
    const until = Date.now() + patienceMs
    for (;;) {
      const reply = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...once },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      if (isLater(reply.status, text) && Date.now() < until) {
        await setTimeout(1_000 * Number(reply.headers.get('retry-after') ?? 1))
        continue
      }
      if (!reply.ok && reply.status !== 404 && reply.status !== 409)
        throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
      return { status: reply.status, body: JSON.parse(text) as unknown }
    }
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

/** True if a retry may succeed: the service did not answer, or an earlier try is still running. */
const isLater = (status: number, text: string): boolean =>
  status === 503 || (status === 409 && text.includes('"idempotency_in_flight"'))

const Subaccount = v.object({ subaccount_id: v.string() })
