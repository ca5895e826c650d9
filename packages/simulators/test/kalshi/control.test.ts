import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { BOB, openSimulated, orderBody, POLITICS, type SimulatedExchange, START, TENNIS } from './simulated.ts'

let simulated: SimulatedExchange

afterEach(() => simulated.close())

const ORDERS = '/portfolio/events/orders'
const place = (more: Record<string, unknown> = {}, as?: Parameters<SimulatedExchange['call']>[3]) =>
  simulated.call('POST', ORDERS, orderBody(more), as)
const market = async (ticker = POLITICS) =>
  (await simulated.call('GET', `/markets/${ticker}`)).body['market'] as unknown as Record<string, unknown>
const orders = async () =>
  (await simulated.call('GET', '/portfolio/orders')).body['orders'] as unknown as Record<string, unknown>[]

const SWITCHES =
  'stream_timing, cache, signed_bypass, cache_age, unsigned_refusals, paused_shards, post_only_ends, expires_late_ms, archive_after_ms, rate_limits, settlement_floors, markets_per_subscription'

describe('pauses and ends', () => {
  it('refuses new and amended orders in a trading pause, lets cancels through, and cancels who asked', async () => {
    simulated = await openSimulated()
    const staying = await place()
    const leaving = await place({ cancel_order_on_pause: true })
    await simulated.control('mode', { mode: 'trading_paused' })
    const refused = await place()
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'trading_is_paused' } }])
    const amend = { ticker: POLITICS, side: 'bid', price: '0.3000', count: '10.00' }
    expect((await simulated.call('POST', `${ORDERS}/${staying.body['order_id']}/amend`, amend)).status).toBe(409)
    expect((await simulated.call('DELETE', `${ORDERS}/${leaving.body['order_id']}`)).status).toBe(404)
    expect((await simulated.call('DELETE', `${ORDERS}/${staying.body['order_id']}`)).status).toBe(200)
    expect((await simulated.call('GET', '/exchange/status')).body).toMatchObject({
      exchange_active: true,
      trading_active: false,
    })
    await simulated.control('mode', { mode: 'open' })
    expect((await place()).status).toBe(201)
  })

  it('accepts nothing while the whole exchange is paused', async () => {
    simulated = await openSimulated()
    const order = await place()
    await simulated.control('mode', { mode: 'exchange_paused' })
    expect((await place()).body).toMatchObject({ error: { code: 'exchange_is_paused' } })
    expect((await simulated.call('DELETE', `${ORDERS}/${order.body['order_id']}`)).status).toBe(409)
    expect((await simulated.call('GET', '/exchange/status')).body).toMatchObject({ exchange_active: false })
    expect((await simulated.control('mode', { mode: 'restart' })).status).toBe(200)
    expect((await simulated.call('GET', '/portfolio/orders')).status).toBe(503)
    expect((await simulated.control('mode', { mode: 'settlement_fails' })).status).toBe(400)
  })

  it('lets reads through while its front door refuses all writes', async () => {
    simulated = await openSimulated()
    const order = await place()
    await simulated.control('mode', { mode: 'bare_403' })
    expect((await simulated.call('DELETE', `${ORDERS}/${order.body['order_id']}`)).status).toBe(403)
    await simulated.control('mode', { mode: 'bare_451' })
    expect((await simulated.call('DELETE', `${ORDERS}/${order.body['order_id']}`)).status).toBe(451)
    expect(await orders()).toMatchObject([{ status: 'resting' }])
    await simulated.control('mode', { mode: 'open' })
    expect((await simulated.call('DELETE', `${ORDERS}/${order.body['order_id']}`)).status).toBe(200)
  })

  it('cancels all resting orders of a market that is activated again', async () => {
    simulated = await openSimulated()
    await place()
    await simulated.control('status', { market: POLITICS, status: 'paused' })
    expect(await market()).toMatchObject({ status: 'inactive' })
    expect((await place()).body).toMatchObject({ error: { code: 'market_inactive' } })
    expect(await orders()).toMatchObject([{ status: 'resting' }])
    await simulated.control('status', { market: POLITICS, status: 'active' })
    expect(await orders()).toMatchObject([{ status: 'canceled' }])
    expect((await place()).status).toBe(201)
  })

  it('refuses everything after the close, cancels included, and cancels what rested', async () => {
    simulated = await openSimulated()
    const closing = Date.parse(String((await market(TENNIS))['close_time']))
    const order = await place({ ticker: TENNIS })
    simulated.time.now = closing
    const path = `${ORDERS}/${order.body['order_id']}?market_ticker=${TENNIS}`
    expect((await simulated.call('DELETE', path)).body).toMatchObject({ error: { code: 'market_inactive' } })
    expect((await place({ ticker: TENNIS })).body).toMatchObject({ error: { code: 'market_inactive' } })
    await simulated.pass(0)
    expect(await orders()).toMatchObject([{ status: 'canceled' }])
    expect(await market(TENNIS)).toMatchObject({ status: 'closed', result: '' })
  })

  it('walks a market from closed over determined to finalized, and pays', async () => {
    simulated = await openSimulated()
    await simulated.control('book', { market: TENNIS, asks: [[0.5, 10]] })
    await place({ ticker: TENNIS, price: '0.5000' })
    const [, before] = [await simulated.pass(0), (await simulated.ledger()).accounts[0]?.cash ?? 0]
    simulated.time.now = Date.parse(String((await market(TENNIS))['close_time']))
    const seen: unknown[] = []
    for (let minute = 0; minute < 80; minute += 1) {
      await simulated.pass(60_000)
      const { status } = await market(TENNIS)
      if (seen.at(-1) !== status) seen.push(status)
    }
    expect(seen).toEqual(['closed', 'determined', 'finalized'])
    const { result, settlement_value_dollars } = await market(TENNIS)
    const after = (await simulated.ledger()).accounts[0]?.cash ?? 0
    expect(after - before).toBeCloseTo(result === 'yes' ? 10 : 0, 6)
    expect(settlement_value_dollars).toBe(result === 'yes' ? '1.0000' : '0.0000')
  })

  it('reopens a closed market by hand, and offers fresh markets every day', async () => {
    simulated = await openSimulated()
    await simulated.control('status', { market: POLITICS, status: 'closed' })
    expect((await place()).body).toMatchObject({ error: { code: 'market_inactive' } })
    await simulated.control('status', { market: POLITICS, status: 'active' })
    await simulated.pass(1000)
    expect(await market()).toMatchObject({ status: 'active', result: '' })
    expect((await place()).status).toBe(201)
    const tomorrow = '/markets?event_ticker=KXHIGHNY-26NOV23'
    expect((await simulated.call('GET', tomorrow)).body['markets']).toEqual([])
    await simulated.pass(86_400_000)
    expect((await simulated.call('GET', tomorrow)).body['markets']).toHaveLength(6)
  })

  it('lets exactly one of exclusive outcomes happen', async () => {
    simulated = await openSimulated()
    await simulated.pass(5 * 86_400_000)
    const settled = (await simulated.call('GET', '/markets?status=settled&limit=1000')).body[
      'markets'
    ] as unknown as Record<string, string>[]
    const games = Map.groupBy(settled, (one) => one['event_ticker'])
    const results = [...games].filter(([event]) => /GAME|MATCH|HIGH/.test(String(event)))
    expect(results.length).toBeGreaterThan(10)
    for (const [, markets] of results) expect(markets.filter(({ result }) => result === 'yes')).toHaveLength(1)
  })
})

describe('control of books and trades', () => {
  it('sets the house’s book to exactly this, and customers’ orders trade with it', async () => {
    simulated = await openSimulated({ bot: true })
    await simulated.pass(1000)
    await simulated.control('book', { market: POLITICS, bids: [[0.3, 5]], asks: [[0.6, 5]] })
    await simulated.pass(1000)
    const book = async () => (await simulated.call('GET', `/markets/${POLITICS}/orderbook`)).body['orderbook_fp']
    expect(await book()).toEqual({ yes_dollars: [['0.3000', '5.00']], no_dollars: [['0.4000', '5.00']] })
    const order = await place({ price: '0.4000' })
    await simulated.control('book', {
      market: POLITICS,
      asks: [
        [0.35, 4],
        [0.6, 1],
      ],
    })
    expect(await book()).toEqual({ yes_dollars: [['0.4000', '6.00']], no_dollars: [['0.4000', '1.00']] })
    const traded = await simulated.control('trade', { market: POLITICS, price: 0.4, qty: 10, buy_flag: false })
    expect(traded.body).toEqual({ traded_qty: 6 })
    expect((await simulated.call('GET', `/portfolio/orders/${order.body['order_id']}`)).body['order']).toMatchObject({
      status: 'executed',
    })
  })

  it('refuses what makes no sense in words', async () => {
    simulated = await openSimulated()
    expect((await simulated.control('book', { market: 'KXNONE' })).status).toBe(404)
    expect((await simulated.control('book', { market: POLITICS, bids: [[0.5, 1]], asks: [[0.4, 1]] })).body).toEqual({
      detail: 'the book would be crossed',
    })
    expect((await simulated.control('book', { market: POLITICS, bids: [[0.4005, 1]] })).status).toBe(400)
    expect((await simulated.control('trade', { market: POLITICS })).status).toBe(400)
    expect((await simulated.control('faults', { kind: 'drop_before', path: '(' })).status).toBe(400)
    expect((await simulated.control('nothing', {})).status).toBe(404)
  })

  it('names the missing field of an unreadable call, and the list of all calls', async () => {
    simulated = await openSimulated()
    const send = async (path: string, init: RequestInit) =>
      (await fetch(`${simulated.simulator.controlUrl}/control/${path}`, init)).json()
    const unknown = (call: string) => ({ detail: `There is no ${call}. docs/simulators.md lists all calls.` })
    expect(await send('book', { method: 'GET' })).toEqual(unknown('GET /control/book'))
    expect(await send('nothing', { method: 'POST', body: '{}' })).toEqual(unknown('POST /control/nothing'))
    expect(await send('book', { method: 'POST', body: '{"market":' })).toEqual({ detail: 'The body is no JSON.' })
    expect(await send('switches', { method: 'POST', body: 'cache' })).toEqual({ detail: 'The body is no JSON.' })
    expect(await send('trade', { method: 'POST', body: `{"market":"${POLITICS}","qty":1}` })).toEqual({
      detail: 'price is missing. buy_flag is missing.',
    })
  })

  it.each<[call: string, body: unknown, said: string]>([
    ['book', { market: 'KXNONE' }, 'There is no market with the ticker "KXNONE" here.'],
    [
      'trade',
      { market: 'KXNONE', price: 0.4, qty: 1, buy_flag: true },
      'There is no market with the ticker "KXNONE" here.',
    ],
    ['status', { market: POLITICS, status: 'open' }, 'status must be "active", "paused" or "closed", and is "open".'],
    [
      'trade',
      { market: POLITICS, price: '0.4', qty: 1, buy_flag: 1 },
      'price must be a number, and is "0.4". buy_flag must be true or false, and is 1.',
    ],
    ['book', { market: POLITICS, bids: { 0: 1 } }, 'bids must be a list, and is an object.'],
    ['book', { market: POLITICS, bids: [[0.4, -1]] }, 'bids.0.1 must be at least 0, and is -1.'],
    ['book', null, 'The body must be a JSON object.'],
    [
      'faults',
      { kind: 'drop_before', path: '(', times: 1.5 },
      'path must be a regular expression, and is "(". times must be a whole number, and is 1.5.',
    ],
    ['relayer', { state: 'STATE_FAILED', times: 101 }, 'times must be at most 100, and is 101.'],
    ['switches', { trading_tier: 'gold' }, `There is no switch trading_tier here. The switches are ${SWITCHES}.`],
    ['switches', { unsigned_refusals: 2 }, 'unsigned_refusals must be at most 1, and is 2.'],
    [
      'switches',
      { stream_timing: 'late' },
      'stream_timing must be "before_answer", "after_answer" or "either", and is "late".',
    ],
  ])('says of %s with %j what would be right', async (call, body, said) => {
    simulated = await openSimulated()
    const { status, body: reported } = await simulated.control(call, body)
    expect([status, reported]).toEqual([said.startsWith('There is no market') ? 404 : 400, { detail: said }])
  })
})

describe('faults', () => {
  const submit = () =>
    place({ client_order_id: 'f1' }).then(
      ({ status }) => status,
      () => 'lost',
    )

  it('drop_before loses the call and nothing happened', async () => {
    simulated = await openSimulated()
    await simulated.control('faults', {
      kind: 'drop_before',
      method: 'POST',
      path: '/portfolio/events/orders$',
      times: 1,
    })
    expect(await submit()).toBe('lost')
    expect(await submit()).toBe(201)
  })

  it('drop_after loses the answer: the order is there and a repeat gives 409', async () => {
    simulated = await openSimulated()
    await simulated.control('faults', {
      kind: 'drop_after',
      method: 'POST',
      path: '/portfolio/events/orders$',
      times: 1,
    })
    expect(await submit()).toBe('lost')
    expect(await submit()).toBe(409)
    const { accounts, submits } = await simulated.ledger()
    expect(accounts.find(({ id }) => id === 'ann')?.orders).toMatchObject([{ identity: 'f1', status: 'resting' }])
    expect(submits.map(({ identity, outcome }) => [identity, outcome])).toEqual([
      ['f1', 'accepted'],
      ['f1', 'duplicate'],
    ])
  })

  it('drop_after with a status accepts the order and answers the status', async () => {
    simulated = await openSimulated()
    await simulated.control('faults', { kind: 'drop_after', status: 503, times: 1 })
    expect(await submit()).toBe(503)
    expect(await submit()).toBe(409)
  })

  it('a status fault answers the requested number of calls without an effect, and can be taken back', async () => {
    simulated = await openSimulated()
    await simulated.control('faults', { kind: 'status', status: 429, times: 2 })
    const limited = await place()
    expect([limited.status, limited.body]).toEqual([429, { error: 'too many requests' }])
    expect([(await place()).status, (await place()).status]).toEqual([429, 201])
    await simulated.control('faults', { kind: 'status', status: 500, body: { odd: true }, path: 'markets' })
    expect((await simulated.call('GET', '/markets')).body).toEqual({ odd: true })
    expect((await simulated.call('GET', '/events')).status).toBe(200)
    await fetch(`${simulated.simulator.controlUrl}/control/faults`, { method: 'DELETE' })
    expect((await simulated.call('GET', '/markets')).status).toBe(200)
  })

  it('delay lets the call arrive late, even when the caller has gone', async () => {
    simulated = await openSimulated()
    await simulated.control('faults', { kind: 'delay', delay_ms: 150, times: 1 })
    const impatient = fetch(`${simulated.simulator.url}/markets`, { signal: AbortSignal.timeout(20) })
    await expect(impatient).rejects.toThrow()
    await simulated.control('faults', { kind: 'delay', delay_ms: 50, method: 'POST', times: 1 })
    expect(await submit()).toBe(201)
  })

  it('hold keeps a call until all faults are removed', async () => {
    simulated = await openSimulated()
    await simulated.control('faults', { kind: 'hold', method: 'POST' })
    const held = submit()
    await simulated.call('GET', '/markets')
    expect((await simulated.ledger()).submits).toEqual([])
    await fetch(`${simulated.simulator.controlUrl}/control/faults`, { method: 'DELETE' })
    expect(await held).toBe(201)
  })

  it('duplicate lets a call happen twice, and probability lets it happen sometimes', async () => {
    simulated = await openSimulated()
    await simulated.control('faults', { kind: 'duplicate', method: 'POST', times: 1 })
    expect(await submit()).toBe(201)
    expect((await simulated.ledger()).submits.map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate'])
    await simulated.control('faults', { kind: 'status', status: 503, probability: 0.5, path: 'exchange/status' })
    const statuses = new Set<number>()
    for (let count = 0; count < 30; count += 1) statuses.add((await simulated.call('GET', '/exchange/status')).status)
    expect(statuses).toEqual(new Set([200, 503]))
  })
})

describe('the ledger', () => {
  it('lists every account, order, fill, position and attempt in plain numbers', async () => {
    simulated = await openSimulated()
    await place({ side: 'ask', price: '0.4200', count: '10.00', client_order_id: 'sell' }, BOB)
    await place({ price: '0.4200', count: '4.00', client_order_id: 'buy' })
    await place({ price: '0.0001', client_order_id: 'bad' })
    const { accounts, submits } = await simulated.ledger()
    expect(accounts).toEqual([
      {
        id: 'ann',
        cash: expect.closeTo(1200 - 4 * 0.42 - 0.0683, 6),
        orders: [
          {
            id: expect.any(String),
            identity: 'buy',
            market: POLITICS,
            buy_flag: true,
            price: 0.42,
            qty: 4,
            filled_qty: 4,
            status: 'executed',
          },
        ],
        fills: [
          {
            id: expect.any(String),
            order_id: accounts[0]?.orders[0]?.id,
            market: POLITICS,
            buy_flag: true,
            price: 0.42,
            qty: 4,
            fee: 0.0683,
          },
        ],
        positions: [{ market: POLITICS, position: 4 }],
      },
      expect.objectContaining({ id: 'bob', positions: [{ market: POLITICS, position: -4 }] }),
    ])
    expect(submits).toEqual([
      { identity: 'sell', at: START, outcome: 'accepted' },
      { identity: 'buy', at: START, outcome: 'accepted' },
      { identity: 'bad', at: START, outcome: 'rejected:invalid_price' },
    ])
  })
})

describe('the quoting bot', () => {
  it('keeps a two-sided book in every active market and lets prices move', async () => {
    simulated = await openSimulated({ bot: true })
    const quotes = async () =>
      (await simulated.call('GET', '/markets?status=open&limit=1000')).body['markets'] as unknown as Record<
        string,
        string
      >[]
    const first = await quotes()
    for (let count = 0; count < 20; count += 1) await simulated.pass(1000)
    const later = await quotes()
    expect(later.every((one) => Number(one['yes_bid_size_fp']) > 0 && Number(one['yes_ask_size_fp']) > 0)).toBe(true)
    expect(later.every((one) => Number(one['yes_bid_dollars']) < Number(one['yes_ask_dollars']))).toBe(true)
    const moved = later.filter((one, place) => one['yes_bid_dollars'] !== first[place]?.['yes_bid_dollars'])
    expect(moved.length).toBeGreaterThan(50)
  })

  it('fills a customer’s order at the touch within seconds', async () => {
    simulated = await openSimulated({ bot: true })
    const { yes_bid_dollars } = await market()
    const order = await place({ price: yes_bid_dollars, count: '5.00' })
    let seconds = 0
    for (; seconds < 60; seconds += 1) {
      await simulated.pass(1000)
      const state = (await simulated.call('GET', `/portfolio/orders/${order.body['order_id']}`)).body['order']
      if ((state as unknown as Record<string, unknown>)['status'] === 'executed') break
    }
    expect(seconds).toBeLessThan(60)
  })
})

describe('after kill -9', () => {
  it('orders, fills, balances, keys and client ids are as they were acknowledged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'exchange-'))
    const dataFile = join(folder, 'exchange.sqlite')
    const url = new URL('./doomed.ts', import.meta.url)
    const child = spawn(process.execPath, [url.pathname, dataFile], { stdio: ['ignore', 'pipe', 'inherit'] })
    const reports = await new Promise<string>((done) => child.stdout.once('data', (chunk) => done(String(chunk))))
    child.kill('SIGKILL')
    await new Promise((done) => child.once('exit', done))
    const before = JSON.parse(reports) as { ledger: unknown; book: unknown }
    simulated = await openSimulated({ dataFile })
    expect(await simulated.ledger()).toEqual(before.ledger)
    expect((await simulated.call('GET', `/markets/${POLITICS}/orderbook`)).body).toEqual(before.book)
    expect((await place({ client_order_id: 'kept' })).status).toBe(409)
    expect(await orders()).toMatchObject([{ client_order_id: 'kept', status: 'resting', fill_count_fp: '4.00' }])
    const ids = (await simulated.ledger()).accounts.flatMap((one) => [...one.orders, ...one.fills].map(({ id }) => id))
    const fresh = await place({ price: '0.1000' })
    expect(ids).not.toContain(fresh.body['order_id'])
    expect((await simulated.call('DELETE', ORDERS)).status).toBe(204)
    await simulated.close()
    simulated = await openSimulated({ dataFile })
    expect((await orders()).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
    await rm(folder, { recursive: true })
  })
})
