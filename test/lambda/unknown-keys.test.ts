/** Unknown keys cost little: a mistyped key no read of the table, and guesses no more reads than their address may use. */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { object, string } from 'valibot'
import { describe, expect, it } from 'vitest'
import type { ApiKey } from '#domain/accounts/api-key.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { bareFrame } from '#functions/bare-frame.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { tokenBuckets } from '#lambda/limits/token-buckets.ts'
import { uuidAt } from '#test/adapters/store/samples.ts'

const NOW = Date.UTC(2026, 10, 21)
const context = { getRemainingTimeInMillis: () => 1_000 } as Context
const BURST = 5

/** An endpoint whose store knows one key and counts the looks at it. */
const openDoor = () => {
  let looks = 0
  let drawn = 0
  const secretOf = (keyId: string) => {
    drawn += 1
    return newSecret(keyId, (bytes) => new Uint8Array(bytes).fill(drawn))
  }
  const keyId = uuidAt(NOW, 1)
  const { text: right, hash: secretHash } = secretOf(keyId)
  const stored = { keyId, userId: uuidAt(NOW, 2), scope: 'read', secretHash, revokedAt: null } as ApiKey
  const time = { now: NOW }
  const apiKeys = {
    ...bareFrame().apiKeys,
    get: async (id: string) => {
      looks += 1
      return id === keyId ? stored : null
    },
  }
  const frame = {
    ...bareFrame(),
    apiKeys,
    keyUses: { record: async () => undefined },
    buckets: tokenBuckets({ perSecond: 1, burst: BURST }),
    clock: () => time.now,
  }
  const { on } = endpoint(
    {
      name: 'door',
      method: 'GET',
      path: '/v1/door',
      tag: 'door',
      summary: '',
      scope: 'read',
      uses: { table: 'read' },
      request: {},
      ifBroken: '',
      reply: { status: 200, schema: object({ open: string() }) },
    },
    () => frame,
    async () => ({ open: 'yes' }),
  )
  const handle = on(() => frame)
  const knock = async (key: string, from: string): Promise<number> => {
    const event = {
      rawQueryString: '',
      headers: { 'x-api-key': key },
      requestContext: { http: { method: 'GET', path: '/v1/door', sourceIp: from }, requestId: 'r' },
    } as unknown as APIGatewayProxyEventV2
    return (await handle(event, context)).statusCode ?? 0
  }
  let guesses = 0
  const guess = (): string => {
    guesses += 1
    return secretOf(uuidAt(NOW, 100 + guesses)).text
  }
  return { knock, right, guess, time, looks: () => looks }
}

describe('an unknown key', () => {
  it('a mistyped key is refused without a read of the table', async () => {
    const { knock, right, looks } = openDoor()
    const mistyped = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`
    expect(await knock(mistyped, '192.0.2.1')).toBe(401)
    expect(looks()).toBe(0)
  })

  it('an unknown key of valid form is looked up only as often as its address may try', async () => {
    const { knock, guess, looks, time } = openDoor()
    const answers: number[] = []
    for (let n = 0; n < 100; n += 1) answers.push(await knock(guess(), '192.0.2.1'))
    expect(answers.filter((status) => status === 401)).toHaveLength(BURST)
    expect(answers.filter((status) => status === 429)).toHaveLength(100 - BURST)
    expect(looks()).toBe(BURST)
    time.now += 2_000
    for (let n = 0; n < 100; n += 1) await knock(guess(), '192.0.2.1')
    expect(looks()).toBe(BURST + 2)
  })

  it('blocks neither known keys nor other addresses', async () => {
    const { knock, right, guess } = openDoor()
    expect(await knock(right, '192.0.2.1')).toBe(200)
    for (let n = 0; n < 50; n += 1) await knock(guess(), '192.0.2.1')
    expect(await knock(right, '192.0.2.1')).toBe(200)
    expect(await knock(right, '192.0.2.9')).toBe(200)
  })
})
