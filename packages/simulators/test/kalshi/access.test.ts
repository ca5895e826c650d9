import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { ANN, BOB, CRYPTO, openSimulated, orderBody, type SimulatedExchange, TENNIS } from './simulated.ts'

let simulated: SimulatedExchange

afterEach(() => simulated.close())

const BALANCE = '/portfolio/balance'

describe('signatures', () => {
  it('accepts RSA-PSS and Ed25519 over time, method and path without the query', async () => {
    simulated = await openSimulated()
    expect((await simulated.call('GET', `${BALANCE}?exchange_index=0`)).status).toBe(200)
    expect((await simulated.call('GET', BALANCE, undefined, BOB)).status).toBe(200)
  })

  it('refuses another text, another key or another padding', async () => {
    simulated = await openSimulated()
    const wrong = {
      error: { code: 'authentication_error', message: 'authentication_error', details: 'INCORRECT_API_KEY_SIGNATURE' },
    }
    const other = generateKeyPairSync('ed25519').privateKey
    for (const as of [
      { ...ANN, signedPath: (path: string) => `${path}?exchange_index=0` },
      { ...ANN, signedPath: (path: string) => path.replace('/trade-api/v2', '') },
      { ...ANN, padding: 'pkcs1' as const },
      { ...ANN, privateKey: other },
      { ...BOB, privateKey: other },
    ]) {
      const answer = await simulated.call('GET', `${BALANCE}?exchange_index=0`, undefined, as)
      expect([answer.status, answer.body]).toEqual([401, wrong])
    }
  })

  it('names the missing header, the unknown key and the stale clock', async () => {
    simulated = await openSimulated()
    const ask = async (as: typeof ANN) => (await simulated.call('GET', BALANCE, undefined, as)).body
    expect(await ask({ ...ANN, leaveOut: 'KALSHI-ACCESS-SIGNATURE' })).toEqual({
      error: { code: 'signature_is_missing_from_headers', message: 'signature is missing from headers' },
    })
    expect(await ask({ ...ANN, apiKeyId: '00000000-0000-0000-0000-000000000000' })).toEqual({
      error: { code: 'authentication_error', message: 'authentication_error', details: 'NOT_FOUND' },
    })
    for (const skew of [-30_000, -300_000, 60_000, 300_000]) {
      expect(await ask({ ...ANN, skew })).toEqual({
        error: { code: 'header_timestamp_expired', message: 'header timestamp expired' },
      })
    }
    for (const skew of [-10_000, 10_000]) expect(await ask({ ...ANN, skew })).toMatchObject({ balance: 120_000 })
  })

  it('needs no key for market data', async () => {
    simulated = await openSimulated()
    for (const path of ['/markets', '/events', '/series', '/exchange/status', `/markets/${CRYPTO}/orderbook`]) {
      expect((await fetch(`${simulated.simulator.url}${path}`)).status).toBe(200)
    }
    expect((await fetch(`${simulated.simulator.url}/portfolio/orders`)).status).toBe(401)
  })
})

describe('scopes', () => {
  const keyWith = async (scopes: string[]) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const pem = publicKey.export({ type: 'spki', format: 'pem' })
    const made = await simulated.call('POST', '/api_keys', { name: 'second', public_key: pem, scopes })
    return { status: made.status, apiKeyId: String(made.body['api_key_id']), privateKey }
  }

  it('lets a key do what its scopes name and nothing else', async () => {
    simulated = await openSimulated()
    const reader = await keyWith(['read'])
    expect((await simulated.call('GET', BALANCE, undefined, reader)).status).toBe(200)
    expect((await simulated.call('POST', '/portfolio/events/orders', orderBody(), reader)).status).toBe(403)
    const trader = await keyWith(['read', 'write::trade'])
    expect((await simulated.call('POST', '/portfolio/events/orders', orderBody(), trader)).status).toBe(201)
    expect((await simulated.call('POST', '/portfolio/intra_exchange_instance_transfer', {}, trader)).status).toBe(403)
    const purse = await keyWith(['read::portfolio_balance'])
    expect((await simulated.call('GET', BALANCE, undefined, purse)).status).toBe(200)
    expect((await simulated.call('GET', '/portfolio/fills', undefined, purse)).status).toBe(403)
    expect((await keyWith(['write'])).status).toBe(400)
  })

  it('lists, makes and deletes keys', async () => {
    simulated = await openSimulated()
    const made = await simulated.call('POST', '/api_keys/generate', { name: 'made', key_type: 'ed25519' })
    expect([made.status, made.body]).toMatchObject([201, { key_type: 'ed25519', private_key: expect.any(String) }])
    const { api_keys } = (await simulated.call('GET', '/api_keys')).body
    expect(api_keys).toMatchObject([{ api_key_id: 'ann-key', scopes: ['read', 'write'] }, { name: 'made' }])
    expect((await simulated.call('DELETE', `/api_keys/${made.body['api_key_id']}`)).status).toBe(204)
    expect((await simulated.call('DELETE', '/api_keys/bob-key')).status).toBe(404)
  })
})

describe('rate limits', () => {
  const many = async (count: number, one: () => ReturnType<SimulatedExchange['call']>) => {
    const statuses: number[] = []
    for (let index = 0; index < count; index += 1) statuses.push((await one()).status)
    return statuses.filter((status) => status === 429).length
  }
  const create = (more: Record<string, unknown>) => () =>
    simulated.call('POST', '/portfolio/events/orders', orderBody({ count: '0.01', ...more }))

  it('answers 429 in its own shape without headers once the bucket is empty, and refills with time', async () => {
    simulated = await openSimulated({ rateLimits: true })
    expect(await many(90, () => simulated.call('GET', '/portfolio/fills'))).toBe(0)
    const empty = await simulated.call('GET', '/portfolio/fills')
    expect([empty.status, empty.body]).toEqual([429, { error: 'too many requests' }])
    expect([empty.headers.get('retry-after'), empty.headers.get('x-ratelimit-remaining')]).toEqual([null, null])
    simulated.time.now += 100
    expect(await many(4, () => simulated.call('GET', '/portfolio/fills'))).toBe(1)
  })

  it('counts calls for the balance apart, one a second without a burst', async () => {
    simulated = await openSimulated({ rateLimits: true })
    const balance = () => simulated.call('GET', BALANCE)
    expect(await many(3, balance)).toBe(2)
    expect(await many(90, () => simulated.call('GET', '/portfolio/fills'))).toBe(0)
    simulated.time.now += 999
    expect(await many(1, balance)).toBe(1)
    simulated.time.now += 1
    expect(await many(1, balance)).toBe(0)
  })

  it('keeps reads, the unscoped writes and each shard’s writes apart', async () => {
    simulated = await openSimulated({ rateLimits: true })
    expect(await many(95, create({ ticker: CRYPTO, exchange_index: 2 }))).toBe(5)
    expect(await many(1, create({ ticker: TENNIS, exchange_index: 3 }))).toBe(0)
    expect(await many(1, create({ exchange_index: 0 }))).toBe(0)
    expect(await many(1, create({}))).toBe(1)
    expect(await many(1, () => simulated.call('GET', '/portfolio/orders'))).toBe(0)
  })

  it('charges whatever is no order to the reads', async () => {
    simulated = await openSimulated({ rateLimits: true })
    expect(await many(90, () => simulated.call('GET', '/portfolio/fills'))).toBe(0)
    const body = { allocations: [{ exchange_index: 0, percent: 100 }] }
    expect((await simulated.call('POST', '/portfolio/target_balance_allocation', body)).status).toBe(429)
    expect((await simulated.call('POST', '/portfolio/intra_exchange_instance_transfer', {})).status).toBe(429)
    expect(await many(1, create({}))).toBe(0)
  })

  it('charges a routed order to every shard, and a cancel two tokens', async () => {
    simulated = await openSimulated({ rateLimits: true })
    expect(await many(90, create({}))).toBe(0)
    expect(await many(1, create({ ticker: TENNIS, exchange_index: 3 }))).toBe(1)
    simulated.time.now += 1_000
    expect(await many(151, () => simulated.call('DELETE', '/portfolio/events/orders/none?exchange_index=0'))).toBe(1)
  })

  it('reports the limits', async () => {
    simulated = await openSimulated()
    expect((await simulated.call('GET', '/account/limits')).body).toEqual({
      usage_tier: 'advanced',
      read: { refill_rate: 300, bucket_capacity: 900 },
      write: { refill_rate: 300, bucket_capacity: 900 },
      grants: [{ exchange_instance: 'event_contract', level: 'advanced', source: 'manual' }],
    })
  })
})
