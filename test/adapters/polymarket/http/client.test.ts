/** Calls of EXCHANGE_B: the requests on the wire, their repeats, and the cached answers. */

import { afterEach, describe, expect, it } from 'vitest'
import { http } from '#adapters/exchanges/http/http.ts'
import { RateBudget } from '#adapters/exchanges/http/rate-budget.ts'
import type { Call } from '#adapters/exchanges/polymarket/http/client.ts'
import { tradingClient } from '#adapters/exchanges/polymarket/http/trading-client.ts'
import { WireBalance } from '#adapters/exchanges/polymarket/http/wire.ts'
import { marketContexts } from '#adapters/exchanges/polymarket/markets/market-context.ts'
import { accountHeaders } from '#adapters/exchanges/polymarket/signing/account-headers.ts'
import { price } from '#domain/kernel/numbers.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { STANDARD, START } from '#simulators/test/polymarket/simulated.ts'
import { answerAlways, type Listener, listen } from '../../http/loopback-server.ts'
import { anySignal, MARKET, openDesk, someOrder } from '../desk.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SECRET = `${'A'.repeat(43)}=`
const ACCOUNT = {
  accountKey: 'ann',
  secrets: {
    private_key: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    signature_type: '0',
    address: ADDRESS,
    funder: ADDRESS,
    api_key: 'key',
    api_secret: SECRET,
    api_passphrase: 'phrase',
  },
}

let server: Listener
let now = START

afterEach(() => server.close())

const clientOf = ({ url }: Listener, budget: RateBudget = new RateBudget(() => 0), slept: number[] = []) =>
  tradingClient({
    urls: {
      clob: `${url}/clob`,
      gamma: `${url}/gamma/`,
      data: `${url}/data`,
      relayer: `${url}/relayer`,
      site: `${url}/site`,
    },
    clock: () => now,
    http: http(),
    budget,
    sleep: async (ms) => {
      slept.push(ms)
    },
  })
const READ = { host: 'clob', area: 'balances', path: '/balance-allowance' } as const

describe('a call', () => {
  it('is signed over its path without host, prefix and query, with the body it carries', async () => {
    server = await answerAlways(200, {})
    const body = '{"hash": "0x123"}'
    const call: Call = { ...READ, area: 'cancels', method: 'DELETE', path: '/orders', query: { a: 1 }, body }
    await clientOf(server).once(ACCOUNT, call, anySignal())
    const credentials = { address: ADDRESS, apiKey: 'key', secret: SECRET, passphrase: 'phrase' } as const
    const signed = accountHeaders(credentials, START / 1_000, 'DELETE', '/orders', body)
    const received = Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value])
    expect(server.requests).toMatchObject([
      { method: 'DELETE', url: '/clob/orders?a=1', headers: Object.fromEntries(received) },
    ])
  })

  it('a call without an account carries no name of one, and names the caller', async () => {
    server = await answerAlways(200, { balance: '1' })
    const query = { ids: ['1', '2'], none: undefined, limit: 5 }
    await clientOf(server).read(null, { ...READ, host: 'gamma', area: 'gamma', query }, WireBalance, anySignal())
    expect(server.requests[0]?.url).toBe('/gamma/balance-allowance?ids=1&ids=2&limit=5')
    const names = Object.keys(server.requests[0]?.headers ?? {})
    expect(names.filter((name) => name.startsWith('poly'))).toEqual([])
    expect(names).toContain('user-agent')
  })

  it('a writing call is sent once, whatever the answer is', async () => {
    for (const status of [200, 425, 429, 500, 503]) {
      server = await answerAlways(status, {})
      await clientOf(server).once(ACCOUNT, { ...READ, method: 'POST', body: '{}' }, anySignal())
      expect(server.requests).toHaveLength(1)
      if (status !== 503) await server.close()
    }
  })

  it('a reading call is repeated over trouble, with more time between, and not over a refusal', async () => {
    const sends = async (status: number): Promise<[number, number[]]> => {
      server = await answerAlways(status, {})
      const slept: number[] = []
      const read = clientOf(server, undefined, slept).read(ACCOUNT, READ, WireBalance, anySignal())
      await expect(read).rejects.toThrow(ExchangeUnavailable)
      await server.close()
      return [server.requests.length, slept]
    }
    for (const status of [425, 429, 500, 503]) expect((await sends(status))[0]).toBe(3)
    expect(await sends(502)).toEqual([3, [1_000, 2_000]])
    for (const status of [400, 401, 403, 404, 200]) expect((await sends(status))[0]).toBe(1)
    server = await answerAlways(200, {})
  })

  it.each([
    ['ten thousand levels', '['.repeat(10_000) + ']'.repeat(10_000), 'nested deeper than 64 levels'],
    ['a list of 200,000 items', `[${'0,'.repeat(200_000)}0]`, 'a list of more than 100000 items'],
  ])('has no answer when that has %s, and says why', async (_, hostile, words) => {
    server = await listen((_request, response) => response.writeHead(200).end(`{"balance":${hostile}}`))
    const written = await clientOf(server).once(ACCOUNT, { ...READ, method: 'POST', body: '{}' }, anySignal())
    expect(written).toEqual({ kind: 'no_answer', reason: expect.stringContaining(words) })
    await expect(clientOf(server).read(ACCOUNT, READ, WireBalance, anySignal())).rejects.toThrow(words)
  })

  it('waits for our own share of the rate limit, and does not go without', async () => {
    server = await answerAlways(429, {})
    const slept: number[] = []
    const api = clientOf(server, new RateBudget(() => 0), slept)
    const order: Call = { ...READ, area: 'orders', method: 'POST', body: '{}' }
    expect(await api.once(ACCOUNT, order, anySignal())).toMatchObject({ kind: 'answered', status: 429 })
    // The refusal has emptied the bucket of the account, and only that one.
    await api.once(ACCOUNT, order, anySignal())
    expect(slept).toEqual([25])
    await api.once({ ...ACCOUNT, accountKey: 'bob' }, order, anySignal())
    expect(slept).toEqual([25])
    const impatient = await api.once(ACCOUNT, { ...order, patienceMs: 0 }, anySignal())
    expect(impatient).toMatchObject({ kind: 'too_fast', waitMs: expect.any(Number) })
    expect(server.requests).toHaveLength(3)
  })

  it('follows the tier and the bucket of a signer, which others share, as the exchange reports them', async () => {
    let reported: Readonly<Record<string, string>> = { 'poly-ratelimit-remaining': '0' }
    server = await listen((_request, response) => response.writeHead(200, reported).end('{}'))
    const slept: number[] = []
    const api = clientOf(server, new RateBudget(() => 0), slept)
    const order: Call = { ...READ, area: 'orders', method: 'POST', body: '{}' }
    await api.once(ACCOUNT, order, anySignal())
    reported = { 'poly-ratelimit-remaining': '-1', 'poly-ratelimit-tier': 'Silver' }
    await api.once(ACCOUNT, order, anySignal())
    await api.once(ACCOUNT, order, anySignal())
    // One token at 40 a second, then two at the 200 of the tier that was named.
    expect(slept).toEqual([25, 10])
  })

  it('a call with unreadable secrets is not sent', async () => {
    server = await answerAlways(200, {})
    const stranger = { accountKey: 'x', secrets: { private_key: '0x12' } }
    expect(await clientOf(server).once(stranger, { ...READ, method: 'GET' }, anySignal())).toMatchObject({
      kind: 'not_sent',
    })
    expect(server.requests).toEqual([])
  })
})

describe('the market rules for an order', () => {
  const [yes, no] = STANDARD.tokens
  const RULES = { t: [{ t: no }, { t: yes }], mts: 0.001, mos: '5', v: 'v1', nr: true, fd: { r: 0.05, e: 1, to: true } }
  const contexts = async (...answers: readonly (readonly [number, unknown])[]) => {
    server = await listen((_, response, nth) => {
      const [status, body] = answers[Math.min(nth, answers.length) - 1] ?? [500, {}]
      response.writeHead(status)
      response.end(JSON.stringify(body))
    })
    now = START
    return marketContexts(
      clientOf(server),
      () => now,
      async () => ({ yes, no }),
    )
  }

  it('is read once in five minutes, and anew once the exchange refused it', async () => {
    const markets = await contexts([200, RULES])
    const tick = async () => {
      const reading = await markets.read(MARKET, anySignal())
      return reading.kind === 'traded' ? reading.market.tick : reading.code
    }
    expect([await tick(), await tick()]).toEqual([1_000, 1_000])
    expect(server.requests).toHaveLength(1)
    now += 5 * MINUTE
    await tick()
    expect(server.requests).toHaveLength(2)
    markets.forget(MARKET)
    await tick()
    expect(server.requests).toHaveLength(3)
  })

  it('names the contract by version and group, and the tokens by our catalogue', async () => {
    const markets = await contexts([200, RULES], [200, { ...RULES, v: 'v2' }])
    const read = async () => {
      markets.forget(MARKET)
      return markets.read(MARKET, anySignal())
    }
    expect(await read()).toMatchObject({
      market: { yes, no, minSize: 5_000_000, context: { domainVersion: '2', assetType: 'CONDITIONAL' } },
    })
    expect(await read()).toMatchObject({ market: { context: { domainVersion: '3', assetType: 'CONDITIONAL-V2' } } })
    expect(await markets.feeOf(MARKET, anySignal())).toEqual({ rate: 50_000, exponent: 1 })
  })

  it('is not remembered as missing', async () => {
    const markets = await contexts([404, { error: 'market not found' }], [200, RULES])
    expect(await markets.read(MARKET, anySignal())).toMatchObject({ kind: 'unknown', code: 'market_not_found' })
    expect(await markets.read(MARKET, anySignal())).toMatchObject({ kind: 'traded' })
  })

  it.each([{ ...RULES, mts: 0 }, { ...RULES, mts: 'x' }, { ...RULES, mos: -1 }, { ...RULES, t: 7 }, []])(
    'is no guess when it makes no sense: %j',
    async (body) => {
      const markets = await contexts([200, body])
      await expect(markets.read(MARKET, anySignal())).rejects.toThrow(ExchangeUnavailable)
    },
  )

  it('a refused tick is read anew for the next order', async () => {
    server = await answerAlways(200, {})
    const desk = await openDesk()
    try {
      const finer = { ...RULES, nr: false, mts: 0.0001 }
      await desk.fault({ method: 'GET', path: '/clob-markets/', kind: 'status', status: 200, body: finer })
      const order = await desk.prepared({ price: price(405_000) })
      expect(await desk.submit(order)).toMatchObject({ kind: 'rejected', code: 'price_off_tick' })
      expect(await desk.prepare(someOrder({ price: price(405_000) }), 2)).toMatchObject({
        kind: 'refused',
        code: 'price_off_tick',
      })
    } finally {
      await desk.simulated.close()
    }
  })
})
