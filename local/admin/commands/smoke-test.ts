/** `smoke-test`: health of a service and, with play money, one order of a user that exists only for the test. */

import { setTimeout } from 'node:timers/promises'
import { v7 } from 'uuid'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { revokeUser } from '#use-cases/accounts/manage-api-keys.ts'
import { OPERATOR, operatorKey } from '../../operator-key.ts'
import { type Call, type Command, Refusal } from '../command.ts'
import { type Answer, tryOrder } from '../smoke/try-order.ts'

const PATIENCE_MS = 30_000

export const smokeTest: Command = {
  summary:
    'checks the health of the service and, with paper accounts, places and cancels an order of a user of its own',
  more: 'With demo accounts the order needs a demo key of EXCHANGE_A: its id in DEMO_KEY_ID, its text in DEMO_PRIVATE_KEY.',
  flags: {},
  run: async (call) => {
    const health = await caller(call.place.baseUrl)('GET', '/v1/health')
    if (health.status !== 200) throw new Refusal(`health: answered ${health.status} ${JSON.stringify(health.body)}`)
    call.print(`the service answers: version ${health.body.version}, accounts ${call.place.accounts}`)
    const credentials = credentialsOf(call.place.accounts, process.env)
    if (credentials === null) {
      call.print(`no order was placed: ${NO_ORDER[call.place.accounts]}`)
      return 0
    }
    return ofOwnUser(call, credentials)
  },
}

const NO_ORDER: Readonly<Record<AccountKind, string>> = {
  simulated: 'npm start has placed orders of its own',
  paper: '',
  demo: 'there is no DEMO_KEY_ID with its DEMO_PRIVATE_KEY',
  production: 'accounts have real money',
}

/** Returns null if no order may be placed. */
export const credentialsOf = (
  accounts: AccountKind,
  { DEMO_KEY_ID: id = '', DEMO_PRIVATE_KEY: text = '' }: NodeJS.ProcessEnv,
): object | null => {
  if (accounts === 'paper') return { paper: { cash: 100 } }
  return accounts === 'demo' && id !== '' && text !== '' ? { api_key_id: id, private_key: text } : null
}

/** The keys of the user are revoked afterwards, also after a failure. */
const ofOwnUser = async ({ place, print }: Call, credentials: object): Promise<number> => {
  const keys = apiKeyStore(openTable(place.table))
  const userId = v7()
  const key = await operatorKey(keys, { userId, name: 'smoke test', scope: 'admin' })
  try {
    await tryOrder({
      call: caller(place.baseUrl, key),
      sleep: (seconds) => setTimeout(1_000 * seconds),
      credentials,
      report: print,
    })
    print('All steps succeeded.')
    return 0
  } catch (error) {
    print(`FAILED ${error instanceof Error ? error.message : String(error)}`)
    return 1
  } finally {
    await revokeUser({ ...OPERATOR, apiKeys: keys }, userId)
  }
}

/** An answer that says "later" (429, 503) is requested again, with the same key of idempotency. */
const caller =
  (baseUrl: string, apiKey = '') =>
  async (method: string, path: string, body?: object): Promise<Answer> => {
    const once = method === 'POST' ? { 'idempotency-key': v7() } : {}
    for (let left = 10; ; left -= 1) {
      const reply = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { ...(apiKey === '' ? {} : { 'x-api-key': apiKey }), 'content-type': 'application/json', ...once },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await reply.text()
      if ((reply.status === 429 || reply.status === 503) && left > 0) {
        await setTimeout(1_000 * Number(reply.headers.get('retry-after') ?? 1))
        continue
      }
      return { status: reply.status, body: text === '' ? null : JSON.parse(text) }
    }
  }
