/** Quotes of many markets, the tape and the fees of one, through the real handlers, on either simulated exchange. */

import { describe, expect, it } from 'vitest'
import { marketKey } from '#adapters/store/engine/keys.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { sampleMarket } from '../../adapters/store/samples.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { START } from '../../support/world.ts'

const { world, startWorld } = worldOfTest()

const BOOKS = { EXCHANGE_A: '/markets/orderbooks', EXCHANGE_B: '^/clob/books' }
const TRADES = { EXCHANGE_A: '/markets/trades', EXCHANGE_B: '/v2/trades' }

const other = (exchange: ExchangeName): ExchangeName => (exchange === 'EXCHANGE_A' ? 'EXCHANGE_B' : 'EXCHANGE_A')
const quotes = (...ids: readonly (number | string)[]) => world.get(`/v1/quotes?svc_ids=${ids.join(',')}`)
const trades = (query = '') => world.get(`/v1/trades/${world.svcId()}${query}`)
const faults = (answer: { status: number; body: { detail: { loc: unknown; type: string; input: unknown }[] } }) => [
  answer.status,
  ...answer.body.detail.map(({ loc, type, input }) => ({ loc, type, input })),
]
const NOTHING = { best_bid: null, bid_qty: null, best_ask: null, ask_qty: null, last_price: null, as_of: null }

describe.each(EXCHANGE_NAMES)('trades on %s before there was an exchange', (exchange) => {
  it.each(['1969-12-31T23:59:59Z', '1600-01-01', '1970-01-01'])(
    'trades before the exchange existed are none: before=%s',
    async (before) => {
      await startWorld({ exchange })
      expect(await trades(`?before=${before}`)).toMatchObject({
        status: 200,
        body: { svc_id: world.svcId(), trades: [], has_more: false, as_of: new Date(START).toISOString() },
      })
      expect(await world.get(`/v1/trades/999?before=${before}`)).toMatchObject({ status: 404 })
    },
  )
})

describe.each(EXCHANGE_NAMES)('quotes of markets on %s', (exchange) => {
  it('quotes contain best prices, sizes, last price and time, once per market, in the requested sequence', async () => {
    await startWorld({ exchange })
    await world.simulated.book(
      [
        [0.35, 20],
        [0.3, 50],
      ],
      [[0.45, 30.5]],
    )
    await world.simulated.trade(0.45, 0.5, true)
    const { results } = (await world.get(`/v1/markets/search?exchange_name=${exchange}&limit=100`)).body
    const others: number[] = results.map(({ svc_id }: { svc_id: number }) => svc_id)
    const requested = [others[0] ?? 0, world.svcId(), others[0] ?? 0]
    const answer = await quotes(...requested)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body.quotes.map(({ svc_id }: { svc_id: number }) => svc_id)).toEqual([...new Set(requested)])
    expect(answer.body.quotes.find(({ svc_id }: { svc_id: number }) => svc_id === world.svcId())).toEqual({
      svc_id: world.svcId(),
      best_bid: 0.35,
      bid_qty: 20,
      best_ask: 0.45,
      ask_qty: 30,
      last_price: 0.45,
      as_of: new Date(START).toISOString(),
      message: null,
    })
  })

  it('quotes look each market up once, even on the first request', async () => {
    const looked: string[] = []
    await startWorld({ exchange, onConsumed: ({ operation }) => looked.push(operation) })
    const { results } = (await world.get(`/v1/markets/search?exchange_name=${exchange}&limit=100`)).body
    const ids: number[] = results.map(({ svc_id }: { svc_id: number }) => svc_id)
    looked.length = 0
    expect(await quotes(...ids)).toMatchObject({ status: 200 })
    expect(looked.filter((operation) => operation === 'batchGet')).toHaveLength(1)
    // The key of the caller.
    expect(looked.filter((operation) => operation === 'get').length).toBeLessThan(5)
  })

  it('take few calls of the exchange for a hundred markets, and one second later as few again', async () => {
    await startWorld({ exchange })
    const { results } = (await world.get(`/v1/markets/search?exchange_name=${exchange}&limit=100`)).body
    const ids: number[] = results.map(({ svc_id }: { svc_id: number }) => svc_id)
    expect(ids.length).toBeGreaterThan(40)
    const { quotes: rows } = (await quotes(...ids)).body
    // A market that was listed a moment ago may have no book yet.
    const quoted = rows.filter(({ as_of }: { as_of: unknown }) => as_of !== null)
    expect(quoted.length).toBeGreaterThan(ids.length * 0.95)
    await world.simulated.fault({ kind: 'status', status: 500, path: BOOKS[exchange] })
    expect((await quotes(...ids)).body.quotes).toEqual(rows)
    world.time.now += 1_000
    expect((await quotes(...ids)).body.quotes[0]).toMatchObject({
      ...NOTHING,
      message: expect.stringContaining('does not answer'),
    })
  })

  it('missing quotes are nulls with a reason: unknown, closed, exchange not set up, or silent', async () => {
    await startWorld({ exchange })
    const external = sampleMarket('FOREIGN', { exchange: other(exchange) })
    await world.ports.markets.name([external])
    await world.simulated.book([[0.3, 50]], [])
    expect((await quotes(1, external.svcId, world.svcId())).body.quotes).toMatchObject([
      { svc_id: 1, ...NOTHING, message: 'Market not found.' },
      { svc_id: external.svcId, ...NOTHING, message: expect.stringContaining('is not set up') },
      { svc_id: world.svcId(), best_bid: 0.3, best_ask: null, message: null },
    ])
    await world.simulated.status('closed')
    world.time.now += 60_000
    const [closed] = (await quotes(world.svcId())).body.quotes
    expect(closed).toMatchObject({ best_bid: null, best_ask: null, message: expect.any(String) })
  })

  it('quotes continue with known markets while the catalogue is silent; unknown ones get a 503', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.3, 50]], [])
    expect((await quotes(world.svcId())).body.quotes[0]).toMatchObject({ best_bid: 0.3 })
    await world.pass('2m')
    Object.assign(world.ports.markets, {
      getMany: async () => {
        throw new ServiceUnavailable('the catalogue', new Error('no answer'))
      },
    })
    expect((await quotes(world.svcId())).body.quotes[0]).toMatchObject({ best_bid: 0.3, message: null })
    expect(await quotes(world.svcId(), 1)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  })

  it('one market that cannot be read does not cost the quotes of the others', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.3, 50]], [])
    await world.table.putAll([{ ...marketKey(7), doc: 'damaged' }])
    expect((await quotes(7, world.svcId())).body.quotes).toMatchObject([
      { svc_id: 7, ...NOTHING, message: 'Market not found.' },
      { svc_id: world.svcId(), best_bid: 0.3, message: null },
    ])
  })

  it('quotes of a market without orders name that reason', async () => {
    await startWorld({ exchange })
    await world.simulated.book([], [])
    expect((await quotes(world.svcId())).body.quotes[0]).toMatchObject({
      best_bid: null,
      best_ask: null,
      message: 'There are no bids and no asks.',
    })
  })

  it.runIf(exchange === 'EXCHANGE_A')(
    'quotes show the age of the last price if the exchange reports no trades',
    async () => {
      await startWorld({ exchange })
      await world.simulated.book([[0.35, 20]], [[0.45, 30]])
      await quotes(world.svcId())
      await world.simulated.fault({ method: 'GET', path: '/markets/trades$', kind: 'status', status: 503 })
      await world.pass('8s')
      expect((await quotes(world.svcId())).body.quotes[0]).toMatchObject({
        as_of: new Date(START + 8_000).toISOString(),
        message: 'The last price is 8 s older than bid and ask.',
      })
    },
  )
})

describe('bad lists of svc_ids', () => {
  it('bad lists are refused with the place of the fault', async () => {
    await startWorld()
    expect(faults(await world.get('/v1/quotes'))).toEqual([
      422,
      { loc: ['query', 'svc_ids'], type: 'missing', input: null },
    ])
    expect(faults(await quotes('1', 'x', '2', '-1', '1.5'))).toEqual([
      422,
      { loc: ['query', 'svc_ids', 1], type: 'int_parsing', input: 'x' },
      { loc: ['query', 'svc_ids', 3], type: 'greater_than_equal', input: '-1' },
      { loc: ['query', 'svc_ids', 4], type: 'int_parsing', input: '1.5' },
    ])
    expect(faults(await quotes(''))).toEqual([422, { loc: ['query', 'svc_ids', 0], type: 'int_parsing', input: '' }])
    const many = Array.from({ length: 101 }, (_, n) => n)
    expect(faults(await quotes(...many))).toMatchObject([422, { loc: ['query', 'svc_ids'], type: 'too_long' }])
    expect((await quotes(...many.slice(1))).body.quotes).toHaveLength(100)
  })
})

describe.each(EXCHANGE_NAMES)('the tape of a market on %s', (exchange) => {
  it('has every trade once, newest first, in YES terms, with the side of the taker', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.35, 50]], [[0.45, 30.5]])
    await world.simulated.trade(0.45, 2.5, true)
    await world.pass('5s')
    await world.simulated.trade(0.35, 4, false)
    await world.pass('5s')
    const answer = await trades('?limit=2')
    expect(answer).toMatchObject({ status: 200, body: { svc_id: world.svcId() } })
    // The exchange may answer from a cache of 15 s, and does not say how old an answer is.
    const age = START + 10_000 - Date.parse(answer.body.as_of)
    expect(age).toBe(exchange === 'EXCHANGE_A' ? 15_000 : 0)
    expect(answer.body.trades).toEqual([
      {
        trade_id: expect.any(String),
        price: 0.35,
        qty: 4,
        taker_buy_flag: false,
        is_block_trade: false,
        timestamp: new Date(START + 5_000).toISOString(),
      },
      {
        trade_id: expect.any(String),
        price: 0.45,
        qty: 2.5,
        taker_buy_flag: true,
        is_block_trade: false,
        timestamp: new Date(START).toISOString(),
      },
    ])
  })

  it('is read page by page without losing or repeating a trade, even if many share one time', async () => {
    await startWorld({ exchange })
    for (const count of [1, 4, 2, 1]) {
      for (let n = 0; n < count; n += 1) {
        await world.simulated.book([], [[0.45, 100]])
        await world.simulated.trade(0.45, 1 + n, true)
      }
      await world.pass('3s')
    }
    const since = new Date(START).toISOString()
    const whole = (await trades('?limit=1000')).body.trades.filter(
      ({ timestamp }: { timestamp: string }) => timestamp >= since,
    )
    expect(whole).toHaveLength(8)
    const paged: unknown[] = []
    let before = ''
    for (let page = 0; page < 8 && paged.length < 8; page += 1) {
      const { trades: some, has_more } = (await trades(`?limit=3${before}`)).body
      paged.push(...some)
      if (paged.length < 8) expect(has_more).toBe(true)
      before = `&before=${some.at(-1).timestamp}`
    }
    expect(paged.slice(0, 8)).toEqual(whole)
    expect(new Set(paged.map((one) => JSON.stringify(one))).size).toBe(paged.length)
  })

  it('is complete even if one time has more trades than the exchange returns per call', async () => {
    await startWorld({ exchange })
    const since = new Date(START).toISOString()
    await world.simulated.book([], [[0.45, 10_000]])
    for (let n = 0; n < 1_150; n += 1) await world.simulated.trade(0.45, 1, true)
    const young = async (query: string): Promise<ReadonlyArray<{ trade_id: string }>> =>
      (await trades(query)).body.trades.filter(({ timestamp }: { timestamp: string }) => timestamp >= since)
    const page = await young('?limit=3')
    expect(new Set(page.map(({ trade_id }) => trade_id)).size).toBe(1_150)
    // Trades behind the end of that second; EXCHANGE_A returns those younger than requested first.
    const { body } = await trades(`?before=${since}`)
    expect(body.trades.length > 0 || !body.has_more).toBe(true)
    await world.pass('2s')
    await world.simulated.trade(0.45, 1, true)
    expect(await young('?limit=1000')).toHaveLength(1)
  })

  it('is refused in words when the exchange is down, and is a 404 for an unknown market', async () => {
    await startWorld({ exchange })
    expect(await world.get('/v1/trades/1')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    await world.simulated.fault({ kind: 'status', status: 500, path: TRADES[exchange] })
    expect(await trades()).toMatchObject({ status: 503, body: { code: 'exchange_unavailable' } })
    for (const [query, loc] of [
      ['?limit=0', 'limit'],
      ['?limit=1001', 'limit'],
      ['?before=x', 'before'],
    ])
      expect(faults(await trades(query))).toMatchObject([422, { loc: ['query', loc] }])
  })
})

describe.each(EXCHANGE_NAMES)('the fees of a market on %s', (exchange) => {
  it('the shown fees equal the fees charged to an order', async () => {
    await startWorld({ exchange })
    const fees = (await world.get(`/v1/fees/${world.svcId()}`)).body
    expect(fees).toMatchObject({
      svc_id: world.svcId(),
      exchange_name: exchange,
      rule: expect.stringContaining('price × (1 − price)'),
    })
    expect(fees.per_100_contracts.map(({ price }: { price: number }) => price)).toEqual([
      0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
    ])
    await world.simulated.book([], [[0.4, 500]])
    const orderId = await world.place({ price: 0.4, qty: 100 })
    await world.pass('30s')
    const order = (await world.get(`/v1/orders/${orderId}`)).body
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 100 })
    expect(fees.per_100_contracts[3].taker_fee).toBe(order.fees_paid)
    expect(fees.maker_rate).toBeLessThanOrEqual(fees.taker_rate)
  })

  it('the fees of an unknown market are a 404', async () => {
    await startWorld({ exchange })
    expect(await world.get('/v1/fees/1')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(faults(await world.get('/v1/fees/x'))).toMatchObject([422, { loc: ['path', 'svc_id'], type: 'int_parsing' }])
  })
})

describe('the fees of a market whose fee type has no published formula', () => {
  it('unpublished fees are shown as unknown, and a preview warns and continues', async () => {
    await startWorld({ unsynced: true })
    const event_ticker = world.simulated.market.slice(0, world.simulated.market.lastIndexOf('-'))
    const event = {
      event_ticker,
      title: 'An event',
      fee_type_override: 'margin_market_maker_program_fees',
      fee_multiplier_override: 1,
    }
    await world.simulated.fault({
      method: 'GET',
      path: '/events$',
      kind: 'status',
      status: 200,
      times: 1_000,
      body: { events: [event], cursor: '' },
    })
    await world.syncMarkets()
    const fees = (await world.get(`/v1/fees/${world.svcId()}`)).body
    expect(fees).toMatchObject({ rule: expect.stringMatching(/^not known/), taker_rate: null, maker_rate: null })
    expect(fees.per_100_contracts[0]).toEqual({ price: 0.1, taker_fee: null, maker_fee: null })
    await world.simulated.book([], [[0.4, 500]])
    const order = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), buy_flag: true, qty: 10, price: 0.4 }
    expect((await world.post('/v1/orders/preview', order)).body).toMatchObject({
      qty: 10,
      fee_rule: null,
      fee_rate: null,
      warnings: [{ code: 'fee_unknown' }],
      refusals: [],
    })
  })
})
