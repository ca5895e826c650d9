import { afterEach, describe, expect, it } from 'vitest'
import {
  NEG_RISK as NEG_RISK_EXCHANGE,
  ORDER_TYPE,
  orderHash,
  PROTOCOL_V2,
  type SignedFields,
  STANDARD as STANDARD_EXCHANGE,
  structHash,
  walletDigest,
} from '../../polymarket/world/exchange-context.ts'
import {
  makeKeys,
  newTraders,
  openPolymarket,
  type SimulatedPolymarket,
  START,
  signedHeaders,
  type Trader,
  walletHeaders,
} from './simulated.ts'

let simulated: SimulatedPolymarket

afterEach(() => simulated.close())

const open = async (options: Parameters<typeof openPolymarket>[0] = {}) => {
  const { ann, bob } = newTraders()
  simulated = await openPolymarket({ traders: [ann, bob], ...options })
  return { ann, bob }
}

const auth = async (method: string, path: string, headers: Record<string, string>) => {
  const response = await fetch(`${simulated.simulator.urls.clob}${path}`, { method, headers })
  return { status: response.status, body: await response.json() }
}

const INVALID_WALLET = { status: 401, body: { error: 'Invalid L1 Request headers' } }
const INVALID_KEY = { status: 401, body: { error: 'Unauthorized/Invalid api key' } }

describe('the wallet signature', () => {
  it('makes a key once per nonce and finds the same one again', async () => {
    const { ann } = await open()
    const headers = await walletHeaders(ann, START)
    expect(await auth('GET', '/auth/derive-api-key', headers)).toEqual({
      status: 400,
      body: { error: 'Could not derive api key!' },
    })
    const made = await auth('POST', '/auth/api-key', headers)
    expect(made.body).toEqual({
      apiKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      secret: expect.stringMatching(/^[\w-]{43}=$/),
      passphrase: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await auth('POST', '/auth/api-key', headers)).toMatchObject({ status: 400 })
    expect(await auth('GET', '/auth/derive-api-key', headers)).toEqual(made)
    const other = await auth('POST', '/auth/api-key', await walletHeaders(ann, START, 1))
    expect(other.status).toBe(200)
    expect(other.body).not.toEqual(made.body)
  })

  it('must be the address it claims, of now, and whole', async () => {
    const { ann, bob } = await open()
    const headers = await walletHeaders(ann, START)
    const wrong = [
      { ...headers, POLY_ADDRESS: bob.account.address },
      { ...headers, POLY_NONCE: '1' },
      { ...headers, POLY_TIMESTAMP: String(START / 1000 + 1) },
      { ...headers, POLY_SIGNATURE: '0x1234' },
      await walletHeaders(ann, START - 3_600_000),
      {},
    ]
    for (const one of wrong) expect(await auth('POST', '/auth/api-key', one)).toEqual(INVALID_WALLET)
  })
})

describe('the API key', () => {
  it('opens what belongs to it, is listed, and is gone once revoked', async () => {
    const { ann } = await open()
    expect((await simulated.call('GET', '/auth/ban-status/closed-only')).body).toEqual({ closed_only: false })
    expect((await simulated.call('GET', '/auth/api-keys')).body).toEqual({ apiKeys: [ann.keys?.apiKey] })
    expect((await simulated.call('DELETE', '/auth/api-key')).status).toBe(200)
    expect(await simulated.call('GET', '/data/orders')).toMatchObject(INVALID_KEY)
    const again = await makeKeys(simulated.simulator, ann, START)
    expect(again.apiKey).not.toBe(ann.keys?.apiKey)
  })

  it('signs time, method, path without query, and the exact body', async () => {
    const { ann, bob } = await open()
    ann.keys = await makeKeys(simulated.simulator, ann, START)
    bob.keys = await makeKeys(simulated.simulator, bob, START)
    const path = '/data/orders'
    const good = signedHeaders(ann, 'GET', path, '', START)
    expect((await auth('GET', `${path}?market=0x1`, good)).status).toBe(200)
    const wrong = [
      signedHeaders(ann, 'GET', `${path}?market=0x1`, '', START),
      signedHeaders(ann, 'get', path, '', START),
      signedHeaders(ann, 'GET', `/clob${path}`, '', START),
      signedHeaders(ann, 'GET', path, '{}', START),
      signedHeaders(ann, 'GET', path, '', START - 3_600_000),
      { ...good, POLY_PASSPHRASE: 'x' },
      { ...good, POLY_ADDRESS: bob.account.address },
      { ...good, POLY_API_KEY: bob.keys.apiKey },
      { ...good, POLY_TIMESTAMP: String(START) },
      {},
    ]
    for (const headers of wrong) expect(await auth('GET', `${path}?market=0x1`, headers)).toEqual(INVALID_KEY)
  })

  it('sees the orders of its own wallets only', async () => {
    const { bob } = await open()
    const placed = await simulated.place({})
    const id = String(placed.body['orderID'])
    expect((await simulated.call('GET', `/data/order/${id}`)).status).toBe(200)
    expect(await simulated.call('GET', `/data/order/${id}`, undefined, bob)).toMatchObject({
      status: 404,
      body: { error: 'Order not found' },
    })
    expect((await simulated.call('GET', '/data/orders', undefined, bob)).body).toMatchObject({ count: 0, data: [] })
    expect((await simulated.call('DELETE', '/order', { orderID: id }, bob)).body).toMatchObject({ canceled: [] })
  })
})

describe('routes', () => {
  it('are only those of the three hosts', async () => {
    await open()
    for (const path of ['/clob/nothing', '/nothing', '/clobber/order', '/gamma/order']) {
      const response = await fetch(simulated.simulator.urls.clob.replace('/clob', path))
      expect([response.status, await response.json()]).toEqual([404, { error: expect.any(String) }])
    }
  })
})

describe('the content of a signature', () => {
  // The exchange's own vectors (Polymarket reference, section 3.3).
  const order: SignedFields = {
    salt: 1_234_567_890_123n,
    maker: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    signer: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    tokenId: 71321045679252212594626385532706912750332728571942532289631379312455583992563n,
    makerAmount: 5_200_000n,
    takerAmount: 10_000_000n,
    side: 0,
    signatureType: 0,
    timestamp: 1_795_219_200_000n,
    metadata: `0x${'0'.repeat(64)}`,
    builder: `0x${'0'.repeat(64)}`,
  }
  const wallet = `0x${'1'.repeat(40)}` as const
  const deposited: SignedFields = {
    ...order,
    salt: 897_609_600_000n,
    maker: wallet,
    signer: wallet,
    signatureType: 3,
  }

  it('has the domain separators, struct hashes and ids of the reference', async () => {
    await open()
    expect([STANDARD_EXCHANGE, NEG_RISK_EXCHANGE, PROTOCOL_V2].map(({ separator }) => separator)).toEqual([
      '0x3264e159346253e26a64e00b69032db0e7d32f94628de3e6eecb50304d7af3d2',
      '0x9b858f53327b0bd13af8ec14cfb35234fb9eb7b0504d1a4e61f433840d30e81a',
      '0x466c63910185bbd55e8679264200c4e0abdcbb0c6264eb3d41d13326022e095b',
    ])
    expect(ORDER_TYPE).toHaveLength(186)
    expect(structHash(order)).toBe('0x035464d568902a670b7240d25a3c1e383f21917cea1bb95ccac760b938e1ebb5')
    expect([STANDARD_EXCHANGE, NEG_RISK_EXCHANGE, PROTOCOL_V2].map((context) => orderHash(context, order))).toEqual([
      '0x58ebe5ae46b588b458cfc2215ab5bd2a059b49ebf3f021af84d2ca694fa941ab',
      '0x1d94b5996edb82989515b894ba2aa2b89bb8f5d7681d7effe45207b0463aeba4',
      '0x7a68ff8c9077d8421beea354c9d0d582abbdfde416a3d422011c3f79aa0fa06d',
    ])
    expect(structHash(deposited)).toBe('0x4783abe35c9c5dcf3001f2f842baf36ea6188210637f0bd23f1700b106f7555e')
    expect(orderHash(STANDARD_EXCHANGE, deposited)).toBe(
      '0xb2c691b0c76affd19093d7b5ce0b2d3b01f50854c25de7fec708461ce264b160',
    )
    expect(walletDigest(STANDARD_EXCHANGE, deposited)).toBe(
      '0x6c0a4c15bc2547e0f618ab66fadaf58ca35d6b8331c8b24b965f2ff909461ffe',
    )
  })
})

describe('wallets', () => {
  const balance = async (query: string, as: Trader) =>
    (await simulated.call('GET', `/balance-allowance?${query}`, undefined, as)).body['balance']

  it('are distinguished by signature type; the wrong one is empty', async () => {
    const { ann, bob } = await open({ cash: 12.5 })
    expect(await balance('asset_type=COLLATERAL&signature_type=0', ann)).toBe('12500000')
    expect(await balance('asset_type=COLLATERAL&signature_type=1', bob)).toBe('12500000')
    expect(await balance('asset_type=COLLATERAL&signature_type=0', bob)).toBe('0')
    expect(await balance('asset_type=COLLATERAL', bob)).toBe('0')
    expect((await simulated.call('GET', '/balance-allowance?asset_type=GOLD')).status).toBe(400)
  })
})

describe('the token buckets of a signer', () => {
  const control = (body: object) =>
    fetch(`${simulated.simulator.controlUrl}/control/switches`, { method: 'POST', body: JSON.stringify(body) })
  const cancel = async (ann: Trader) => {
    const headers = signedHeaders(ann, 'DELETE', '/cancel-all', '', START)
    return fetch(`${simulated.simulator.urls.clob}/cancel-all`, { method: 'DELETE', headers })
  }
  const bucketIn = ({ status, headers }: Response) => [
    status,
    headers.get('poly-ratelimit-remaining'),
    headers.get('poly-ratelimit-tier'),
    headers.get('poly-ratelimit-warning'),
    headers.get('retry-after'),
  ]

  it('are reported, overdrawn with a warning, and then enforced', async () => {
    const { ann } = await open()
    ann.keys = await makeKeys(simulated.simulator, ann, START)
    expect(bucketIn(await cancel(ann))).toEqual([200, null, null, null, null])
    await control({ trading_limits: 'warn' })
    for (let left = 119; left >= 0; left -= 1)
      expect(bucketIn(await cancel(ann))).toEqual([200, String(left), 'standard', null, null])
    expect(bucketIn(await cancel(ann))).toEqual([200, '-1', 'standard', 'true', null])
    await control({ trading_limits: 'enforce' })
    expect(bucketIn(await cancel(ann))).toEqual([429, '-1', 'standard', null, '1'])
  })

  it('pay for each order that a call names, so that a call for more than they hold is never taken', async () => {
    const { ann } = await open()
    ann.keys = await makeKeys(simulated.simulator, ann, START)
    await control({ trading_limits: 'enforce' })
    const cancels = (count: number) => {
      const body = JSON.stringify(Array.from({ length: count }, (_, n) => `0x${n}`))
      const headers = signedHeaders(ann, 'DELETE', '/orders', body, START)
      return fetch(`${simulated.simulator.urls.clob}/orders`, { method: 'DELETE', headers, body })
    }
    expect(bucketIn(await cancels(121))).toEqual([429, '120', 'standard', null, '1'])
    expect(bucketIn(await cancels(100))).toEqual([200, '20', 'standard', null, null])
    expect(bucketIn(await cancels(21))).toEqual([429, '20', 'standard', null, '1'])
  })
})
