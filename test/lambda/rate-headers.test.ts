/** Each answer to a key shows how many requests its user may still send, without a further read of the table. */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { object, string } from 'valibot'
import { describe, expect, it } from 'vitest'
import { requestCountStore } from '#adapters/store/accounts/request-counts.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import type { ApiKey } from '#domain/accounts/api-key.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { bareFrame } from '#functions/bare-frame.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { requestCounts } from '#lambda/limits/request-counts.ts'
import { tokenBuckets } from '#lambda/limits/token-buckets.ts'
import { uuidAt } from '#test/adapters/store/samples.ts'
import { memoryTable } from '../support/store.ts'

/** Ten seconds into a minute. */
const NOW = Date.UTC(2026, 10, 21, 9, 30, 10)
const context = { getRemainingTimeInMillis: () => 1_000 } as Context

const openDoor = async ({ perMinute }: { readonly perMinute: number }) => {
  let looks = 0
  const { reach } = await memoryTable()
  const onConsumed = () => {
    looks += 1
  }
  const table = openTable({ ...reach, onConsumed })
  const keyId = uuidAt(NOW, 1)
  const { text: key, hash: secretHash } = newSecret(keyId, (bytes) => new Uint8Array(bytes).fill(1))
  const stored = { keyId, userId: uuidAt(NOW, 2), scope: 'read', secretHash, revokedAt: null } as ApiKey
  const time = { now: NOW }
  const frame = {
    ...bareFrame(),
    apiKeys: { ...bareFrame().apiKeys, get: async () => stored },
    keyUses: { record: async () => undefined },
    buckets: tokenBuckets({ perSecond: 2, burst: 4 }),
    requestCounts: requestCounts({ store: requestCountStore(table), limit: perMinute, container: 'c' }),
    clock: () => time.now,
  }
  const declared = { method: 'GET', tag: 'door', summary: '', uses: { table: 'read' }, request: {} } as const
  const reply = { status: 200, schema: object({ open: string() }) } as const
  const door = (scope: 'read' | 'trade' | 'none') =>
    endpoint(
      { ...declared, name: 'door', path: '/v1/door', scope, ifBroken: '', reply },
      () => frame,
      async () => ({ open: 'yes' }),
    )
  const knock = async (sent: string, scope: 'read' | 'trade' | 'none' = 'read') => {
    const event = {
      rawQueryString: '',
      headers: { 'x-api-key': sent },
      requestContext: { http: { method: 'GET', path: '/v1/door', sourceIp: '192.0.2.1' }, requestId: 'r' },
    } as unknown as APIGatewayProxyEventV2
    const { statusCode, headers = {} } = await door(scope)(event, context)
    return [statusCode, headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['ratelimit-reset']]
  }
  return { knock, key, time, looks: () => looks }
}

describe('an answer to a key', () => {
  it('shows the rest of the bucket of its user, also in a refusal', async () => {
    const { knock, key, time, looks } = await openDoor({ perMinute: 1_000 })
    expect(await knock(key)).toEqual([200, '4', '3', '1'])
    expect(await knock(key, 'trade')).toEqual([403, '4', '2', '1'])
    await knock(key)
    expect(await knock(key)).toEqual([200, '4', '0', '2'])
    expect(await knock(key)).toEqual([429, '4', '0', '2'])
    time.now += 1_000
    expect(await knock(key)).toEqual([200, '4', '1', '2'])
    expect(looks()).toBe(0)
  })

  it('shows the rest of the minute if that is less', async () => {
    const { knock, key, time } = await openDoor({ perMinute: 3 })
    expect(await knock(key)).toEqual([200, '3', '2', '50'])
    await knock(key)
    time.now += 10_000
    expect(await knock(key)).toEqual([200, '3', '0', '40'])
    expect(await knock(key)).toEqual([429, '3', '0', '40'])
  })

  it('an answer to an unknown key shows the rest of the bucket of its address', async () => {
    const { knock } = await openDoor({ perMinute: 1_000 })
    const statuses = []
    for (let n = 0; n < 5; n += 1) statuses.push(await knock('not a key'))
    expect([statuses[0], statuses[3], statuses[4]]).toEqual([
      [401, '4', '3', '1'],
      [401, '4', '0', '2'],
      [429, '4', '0', '2'],
    ])
  })

  it('shows no limits on an endpoint without a key', async () => {
    const { knock, key } = await openDoor({ perMinute: 1_000 })
    expect(await knock(key, 'none')).toEqual([200, undefined, undefined, undefined])
  })
})
