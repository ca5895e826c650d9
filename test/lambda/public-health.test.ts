/** Health that a stranger sees, and its cost: no read of the table. */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { VERSION } from '#contract/openapi/version.ts'
import type { ApiKey } from '#domain/accounts/api-key.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { handler as health } from '#functions/api/service/get-health.ts'
import { handler as otherwise } from '#functions/api/service/no-such-route.ts'
import { bareFrame } from '#functions/bare-frame.ts'
import { tokenBuckets } from '#lambda/limits/token-buckets.ts'
import { uuidAt } from '#test/adapters/store/samples.ts'

const NOW = Date.UTC(2026, 10, 21)
const context = { getRemainingTimeInMillis: () => 1_000 } as Context

const openHealth = () => {
  const looks: string[] = []
  const look = (what: string, answer: unknown) => async () => {
    looks.push(what)
    return answer as never
  }
  const keyId = uuidAt(NOW, 1)
  const { text, hash: secretHash } = newSecret(keyId, (bytes) => new Uint8Array(bytes))
  const stored = { keyId, userId: uuidAt(NOW, 2), scope: 'read', secretHash, revokedAt: null } as ApiKey
  const get = async (id: string) => {
    looks.push('key')
    return id === keyId ? stored : null
  }
  const deps = {
    ...bareFrame(),
    apiKeys: { ...bareFrame().apiKeys, get },
    keyUses: { record: async () => undefined },
    buckets: tokenBuckets({ perSecond: 1, burst: 5 }),
    clock: () => NOW,
    priceFeeds: { all: look('feeds', []), late: look('late', []) },
    exchangeRefusals: { all: look('refusals', []) },
    costStop: look('cost stop', { action: 'new-risk', since: NOW, reason: 'account 123456789012: 9,000 requests' }),
    accounts: 'paper',
    streamUrl: 'wss://stream.example.com/live',
  }
  const ask = async (key?: string) => {
    const event = {
      rawQueryString: '',
      rawPath: '/v1/health',
      headers: key === undefined ? {} : { 'x-api-key': key },
      requestContext: { http: { method: 'GET', path: '/v1/health', sourceIp: '192.0.2.1' }, requestId: 'r' },
    } as unknown as APIGatewayProxyEventV2
    const { statusCode, body } = await health.on(() => deps as never)(event, context)
    return { statusCode, body: JSON.parse(body ?? '') }
  }
  return { ask, looks, text, wrong: newSecret(uuidAt(NOW, 3), (bytes) => new Uint8Array(bytes)).text }
}

const STRANGER = {
  statusCode: 200,
  body: {
    status: 'ok',
    version: VERSION,
    accounts: 'paper',
    markets: 'live',
    stream_url: 'wss://stream.example.com/live',
  },
}

describe('GET /v1/health', () => {
  it('shows a stranger that the service answers, which accounts it trades with and where its stream is, without a read of the table', async () => {
    const { ask, looks } = openHealth()
    expect(await ask()).toEqual(STRANGER)
    expect(await ask('not a key')).toEqual(STRANGER)
    expect(looks).toEqual([])
  })

  it('shows everything to a caller with a key', async () => {
    const { ask, text } = openHealth()
    expect((await ask(text)).body).toEqual({
      ...STRANGER.body,
      price_watch: [],
      late_shares: [],
      refusals: [],
      // The text of the alarm is for the owner.
      cost_stop: { since: new Date(NOW).toISOString(), halts_new_orders: true },
    })
  })

  it('treats a caller who guesses keys as a stranger, and looks up only as many keys as the address may try', async () => {
    const { ask, looks, wrong } = openHealth()
    for (let n = 0; n < 20; n += 1) expect(await ask(wrong)).toEqual(STRANGER)
    expect(looks).toHaveLength(5)
  })
})

it('HEAD /v1/health is answered by the function that makes no read', async () => {
  const event = {
    rawQueryString: '',
    rawPath: '/v1/health',
    headers: {},
    requestContext: { http: { method: 'HEAD', path: '/v1/health', sourceIp: '192.0.2.1' }, requestId: 'r' },
  } as unknown as APIGatewayProxyEventV2
  expect(await otherwise(event, context)).toMatchObject({ statusCode: 200 })
})
