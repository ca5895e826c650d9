import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  delayed,
  newTraders,
  openPolymarket,
  type SimulatedPolymarket,
  STANDARD,
  START,
  signedHeaders,
  signOrder,
} from './simulated.ts'

let simulated: SimulatedPolymarket

afterEach(() => simulated.close())

const CONDITION = STANDARD.conditionId

const open = async (options: Parameters<typeof openPolymarket>[0] = {}) => {
  const traders = newTraders()
  simulated = await openPolymarket({ traders: Object.values(traders), ...options })
  return traders
}

const mode = (value: string) => simulated.control('mode', { mode: value })
const cancelAll = () => simulated.call('DELETE', '/cancel-all')
const orders = async () =>
  (await simulated.call('GET', '/data/orders')).body['data'] as unknown as Record<string, unknown>[]
const accountOf = async (id: string) => {
  const found = (await simulated.ledger()).accounts.find((account) => account.id === id)
  if (found === undefined) throw new Error(`no account ${id}`)
  return found
}

describe('modes', () => {
  it('a restart answers 425 to all orders and cancels, and lets reads through', async () => {
    await open()
    const placed = await simulated.place({})
    await mode('restart')
    for (const answer of [await simulated.place({}), await cancelAll()]) {
      expect(answer).toMatchObject({ status: 425, body: { error: expect.any(String) } })
    }
    expect(await orders()).toMatchObject([{ id: placed.body['orderID'] }])
  })

  it('after a restart only post-only orders are taken for two minutes, and cancels', async () => {
    await open()
    await mode('restart')
    await mode('open')
    simulated.time.now += 30_000
    const refused = await simulated.place({ salt: 5 })
    expect(refused).toMatchObject({
      status: 503,
      body: {
        error: 'post-only mode: only post-only orders and cancels are allowed',
        code: 'post_only_mode',
        retry_after_seconds: 90,
      },
    })
    expect(refused.headers.get('retry-after')).toBe('90')
    expect((await simulated.place({ postOnly: true })).status).toBe(200)
    expect((await cancelAll()).status).toBe(200)
    simulated.time.now += 90_000
    expect((await simulated.place({})).status).toBe(200)
  })

  it('post-only by hand lasts, and a batch hears of it leg by leg', async () => {
    const { ann } = await open()
    await simulated.call('GET', '/data/orders')
    await mode('post_only')
    simulated.time.now += 600_000
    const now = simulated.time.now
    const bodies = [await signOrder({ postOnly: true }, ann, now), await signOrder({}, ann, now)].map(
      ({ body }) => body,
    )
    const answer = await simulated.call('POST', '/orders', bodies)
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { status: 'live' },
        { success: true, orderID: '', errorMsg: 'post-only mode: only post-only orders and cancels are allowed' },
      ],
    })
    await mode('open')
    expect((await simulated.place({})).status).toBe(200)
  })

  it('cancel-only lets cancels through, disabled nothing', async () => {
    await open()
    await simulated.place({})
    await mode('cancel_only')
    expect(await simulated.place({})).toMatchObject({ status: 503, body: { error: /cancel-only/ } })
    await mode('disabled')
    const words = 'Trading is currently disabled. Check polymarket.com for updates'
    expect(await simulated.place({})).toMatchObject({ status: 503, body: { error: words } })
    expect(await cancelAll()).toMatchObject({ status: 503, body: { error: words } })
    await mode('cancel_only')
    expect((await cancelAll()).body['canceled']).toHaveLength(1)
  })

  it('a geoblock refuses orders before it asks who is calling', async () => {
    await open()
    await simulated.place({})
    await mode('geoblock')
    const response = await fetch(`${simulated.simulator.urls.clob}/order`, { method: 'POST', body: '{}' })
    expect([response.status, await response.json()]).toEqual([403, { error: 'Trading restricted in your region' }])
    expect((await cancelAll()).body['canceled']).toHaveLength(1)
  })

  it.each([
    ['html_403', 403, 'text/html', /Attention Required! \| Cloudflare/],
    ['bare_403', 403, null, /^$/],
    ['bare_418', 418, null, /^$/],
    ['bare_451', 451, null, /^$/],
  ])(
    'the front door in mode %s refuses orders, cancels and keys, and lets reads through',
    async (name, status, type, text) => {
      await open()
      const placed = await simulated.place({})
      await mode(name)
      const { clob } = simulated.simulator.urls
      for (const [method, path] of [
        ['POST', '/order'],
        ['DELETE', '/cancel-all'],
        ['GET', '/auth/derive-api-key'],
      ]) {
        const response = await fetch(`${clob}${path}`, { method: method ?? '' })
        expect([response.status, response.headers.get('content-type')]).toEqual([status, type])
        expect(await response.text()).toMatch(text)
      }
      expect(await orders()).toMatchObject([{ id: placed.body['orderID'] }])
      await mode('open')
      expect((await cancelAll()).body['canceled']).toHaveLength(1)
    },
  )

  it('the modes of the other exchange mean the nearest thing here', async () => {
    await open()
    await mode('trading_paused')
    expect((await simulated.place({})).body['error']).toMatch('cancel-only')
    await mode('exchange_paused')
    expect((await cancelAll()).status).toBe(503)
  })
})

describe('faults', () => {
  const fault = (body: Record<string, unknown>) =>
    simulated.control('faults', { path: '^/clob/order$', times: 1, ...body })

  it('lose a call before or after it happened', async () => {
    await open()
    await simulated.call('GET', '/data/orders')
    await fault({ kind: 'drop_before' })
    await expect(simulated.place({ salt: 1 })).rejects.toThrow()
    expect(await orders()).toEqual([])
    await fault({ kind: 'drop_after' })
    await expect(simulated.place({ salt: 1 })).rejects.toThrow()
    expect(await orders()).toHaveLength(1)
    expect((await simulated.place({ salt: 1 })).body['error']).toMatch('Duplicated')
  })

  it('answer with a status, replace an answer by one, or do a thing twice', async () => {
    await open()
    await fault({ kind: 'status', status: 429 })
    const slowed = await simulated.place({})
    expect(slowed).toMatchObject({ status: 429, body: { error: 'Too Many Requests' } })
    expect(slowed.headers.get('retry-after')).toBe('1')
    await fault({ kind: 'drop_after', status: 502 })
    expect((await simulated.place({})).status).toBe(502)
    expect(await orders()).toHaveLength(1)
    await fault({ kind: 'duplicate', method: 'post' })
    expect((await simulated.place({})).status).toBe(200)
    expect((await simulated.ledger()).submits.map(({ outcome }) => outcome)).toEqual([
      'accepted',
      'accepted',
      'duplicate',
    ])
  })

  it('a cancel that comes late loses to the match', async () => {
    await open()
    const placed = await simulated.place({ price: 0.4 })
    const id = String(placed.body['orderID'])
    await fault({ kind: 'delay', delay_ms: 150, method: 'DELETE' })
    const cancel = simulated.call('DELETE', '/order', { orderID: id })
    await simulated.control('trade', { market: CONDITION, price: 0.4, qty: 10, buy_flag: false })
    expect((await cancel).body).toEqual({ canceled: [], not_canceled: { [id]: "matched orders can't be canceled" } })
  })
})

describe('reads', () => {
  it('reads of orders and trades lag behind on request, while writes know at once', async () => {
    await open({ staleReadsMs: 1_000 })
    const placed = await simulated.place({ salt: 8 })
    const id = placed.body['orderID']
    expect((await simulated.place({ salt: 8 })).body['error']).toMatch('Duplicated')
    let missed = 0
    for (let count = 0; count < 40; count += 1) {
      simulated.time.now += 20
      if ((await simulated.call('GET', `/data/order/${id}`)).status === 404) missed += 1
    }
    expect(missed).toBeGreaterThan(0)
    simulated.time.now += 1_000
    expect((await simulated.call('GET', `/data/order/${id}`)).status).toBe(200)
  })

  it('forget ended orders where asked to', async () => {
    await open({ showsEndedOrders: false })
    const id = (await simulated.place({})).body['orderID']
    expect((await simulated.call('GET', `/data/order/${id}`)).status).toBe(200)
    await cancelAll()
    expect((await simulated.call('GET', `/data/order/${id}`)).status).toBe(404)
  })
})

describe('the control API', () => {
  it('sets books on the market grid, never crossed, and knows its markets', async () => {
    await open()
    const book = (bids: number[][], asks: number[][], market = CONDITION) =>
      simulated.control('book', { market, bids, asks })
    expect((await book([[0.4, 5]], [[0.6, 5]])).status).toBe(200)
    expect((await book([[0.405, 5]], [])).status).toBe(400)
    expect((await book([[0.5, 5]], [[0.5, 5]])).status).toBe(400)
    expect((await book([], [], '0x1')).status).toBe(404)
    expect((await simulated.control('resolve', { market: '0x1', outcome: 'yes' })).status).toBe(404)
  })

  it('makes trades against resting orders at their price', async () => {
    await open()
    await simulated.place({ price: 0.4, size: 10 })
    const made = await simulated.control('trade', { market: CONDITION, price: 0.35, qty: 4, buy_flag: false })
    expect(made.body).toEqual({ traded_qty: 4 })
    expect((await accountOf('ann')).fills).toMatchObject([{ price: 0.4, qty: 4 }])
  })
})

describe('a data file', () => {
  it('keeps money, keys, orders, seen ids, trades on their way and the mode over a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'polymarket-'))
    const dataFile = join(folder, 'exchange.sqlite')
    const traders = newTraders()
    const { ann, bob } = traders
    simulated = await openPolymarket({ traders: Object.values(traders), dataFile })
    const market = delayed()
    await simulated.control('book', { market: market.conditionId, asks: [[0.5, 100]] })
    await simulated.place({ salt: 1, price: 0.3 })
    await simulated.place({ salt: 2, price: 0.4, size: 20 }, bob)
    await simulated.place({ salt: 3, side: 'BUY', outcome: 1, price: 0.6, size: 5 })
    await simulated.control('mode', { mode: 'settlement_fails' })
    await simulated.place({ salt: 4, side: 'BUY', outcome: 1, price: 0.6, size: 6 })
    await simulated.place({ salt: 5, market, price: 0.5 })
    const before = await simulated.ledger()
    const rows = await orders()
    await simulated.close()

    simulated = await openPolymarket({ traders: Object.values(traders), dataFile })
    expect(await simulated.ledger()).toEqual(before)
    expect(await orders()).toEqual(rows)
    expect(signedHeaders(ann, 'GET', '/', '', START)['POLY_API_KEY']).toBe(ann.keys?.apiKey)
    expect((await simulated.place({ salt: 1, price: 0.3 })).body['error']).toMatch('Duplicated')
    expect((await simulated.place({ salt: 5, market, price: 0.5 })).body['error']).toMatch('Duplicated')
    // The house's own quotes are not kept.
    await simulated.control('book', { market: market.conditionId, asks: [[0.5, 100]] })
    await simulated.pass(4_000)
    const trades = (await simulated.call('GET', '/data/trades')).body['data'] as unknown as Record<string, unknown>[]
    expect(trades.map(({ status, size }) => [status, size])).toEqual([
      ['MATCHED', '10'],
      ['FAILED', '6'],
      ['CONFIRMED', '5'],
    ])
    expect((await accountOf('bob')).positions).toMatchObject([{ yes: 5 }])
    await rm(folder, { recursive: true })
  })
})

describe('kill -9', () => {
  it('takes back nothing that was acknowledged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'polymarket-'))
    const dataFile = join(folder, 'exchange.sqlite')
    const url = new URL('./doomed.ts', import.meta.url)
    const child = spawn(process.execPath, [url.pathname, dataFile], { stdio: ['ignore', 'pipe', 'inherit'] })
    const reported = await new Promise<string>((done) => child.stdout.once('data', (chunk) => done(String(chunk))))
    child.kill('SIGKILL')
    await new Promise((done) => child.once('exit', done))
    const before = JSON.parse(reported) as { ledger: unknown; orders: unknown; trades: unknown }
    const traders = newTraders()
    simulated = await openPolymarket({ traders: Object.values(traders), dataFile })
    expect(await simulated.ledger()).toEqual(before.ledger)
    expect((await simulated.call('GET', '/data/orders')).body).toEqual(before.orders)
    expect((await simulated.call('GET', '/data/trades', undefined, traders.dan)).body).toEqual(before.trades)
    expect((await simulated.place({ salt: 1, price: 0.4, size: 10 })).body['error']).toMatch('Duplicated')
    await simulated.control('trade', { market: CONDITION, price: 0.4, qty: 4, buy_flag: false })
    const { fills } = await accountOf('ann')
    expect(new Set(fills.map(({ id }) => id)).size).toBe(2)
    await rm(folder, { recursive: true })
  })
})

describe('a live exchange', () => {
  it('keeps quoting unobserved, and stops while it is shut', async () => {
    await open({ bot: true })
    const book = async () =>
      (await fetch(`${simulated.simulator.urls.clob}/book?token_id=${STANDARD.tokens[0]}`)).json() as Promise<{
        readonly bids: unknown[]
        readonly asks: unknown[]
      }>
    const steps = async () => {
      for (let count = 0; count < 30; count += 1) await simulated.pass(1_000)
      const { bids, asks } = await book()
      return { bids, asks }
    }
    const early = await book()
    const late = await steps()
    expect(early.asks.length).toBeGreaterThan(0)
    expect(late).not.toEqual({ bids: early.bids, asks: early.asks })
    await mode('disabled')
    expect(await steps()).toEqual(late)
  })
})
