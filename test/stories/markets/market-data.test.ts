/** Orderbooks and prices through the real handlers, on either simulated exchange. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { sampleMarket } from '../../adapters/store/samples.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { START } from '../../support/world.ts'

const { world, startWorld } = worldOfTest()

/** The paths the exchange is asked on. */
const BOOK = { EXCHANGE_A: '/orderbook$', EXCHANGE_B: '^/clob/book' }
const PRICES = { EXCHANGE_A: '/candlesticks', EXCHANGE_B: '/prices-history' }

const other = (exchange: ExchangeName): ExchangeName => (exchange === 'EXCHANGE_A' ? 'EXCHANGE_B' : 'EXCHANGE_A')
const book = (query = '') => world.get(`/v1/orderbooks/${world.svcId()}${query}`)
const prices = (query = '') => world.get(`/v1/prices/${world.svcId()}${query}`)
const faults = (answer: { status: number; body: { detail: { loc: unknown; type: string; msg: string }[] } }) => [
  answer.status,
  ...answer.body.detail.map(({ loc, type, msg }) => ({ loc, type, msg })),
]

const UNAVAILABLE = { status: 503, body: { code: 'exchange_unavailable', detail: expect.stringMatching(/^EXCHANGE_/) } }

describe.each(EXCHANGE_NAMES)('the orderbook of a market on %s', (exchange) => {
  it('is the YES book, best prices first, one level per price, with its best prices', async () => {
    await startWorld({ exchange })
    await world.simulated.book(
      [
        [0.3, 50],
        [0.35, 20],
        [0.35, 5],
      ],
      [
        [0.5, 10],
        [0.45, 30.5],
      ],
    )
    expect(await book()).toMatchObject({ status: 200 })
    expect((await book()).body).toEqual({
      status: 'ok',
      orderbook: {
        bids: [
          { price: 0.35, qty: 25 },
          { price: 0.3, qty: 50 },
        ],
        asks: [
          { price: 0.45, qty: 30.5 },
          { price: 0.5, qty: 10 },
        ],
        best_bid_price: 0.35,
        best_ask_price: 0.45,
        svc_id: world.svcId(),
        custom_asset_id: null,
        exchange_timestamp: new Date(START).toISOString(),
        as_of: new Date(START).toISOString(),
      },
      message: null,
    })
  })

  it('holds as many levels a side as requested, ten by default', async () => {
    await startWorld({ exchange })
    const steps = Array.from({ length: 12 }, (_, index) => index)
    await world.simulated.book(
      steps.map((step) => [0.4 - step / 100, 10]),
      steps.map((step) => [0.6 + step / 100, 10]),
    )
    const sizes = async (query: string) => {
      const { bids, asks, best_bid_price, best_ask_price } = (await book(query)).body.orderbook
      return [bids.length, asks.length, best_bid_price, best_ask_price]
    }
    expect(await sizes('')).toEqual([10, 10, 0.4, 0.6])
    expect(await sizes('?levels=3')).toEqual([3, 3, 0.4, 0.6])
    expect(await sizes('?levels=1')).toEqual([1, 1, 0.4, 0.6])
  })

  it('has no best price on an empty side', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.3, 50]], [])
    expect((await book()).body.orderbook).toMatchObject({ best_bid_price: 0.3, best_ask_price: null, asks: [] })
    await world.pass('2s')
    await world.simulated.book([], [[0.7, 50]])
    expect((await book()).body.orderbook).toMatchObject({ best_bid_price: null, best_ask_price: 0.7, bids: [] })
  })

  it('is empty once the market is closed', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.3, 50]], [[0.7, 50]])
    await world.simulated.status('closed')
    expect((await book()).body.orderbook).toMatchObject({ bids: [], asks: [], best_bid_price: null })
    await world.syncMarkets()
    await world.pass('2s')
    expect(await book()).toMatchObject({ status: 200, body: { orderbook: { bids: [], asks: [] }, message: null } })
  })

  it('is requested once a second, however many clients read it', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.3, 50]], [])
    const both = await Promise.all([book(), book('?levels=5')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await world.simulated.fault({ kind: 'status', status: 500, path: BOOK[exchange] })
    world.time.now += 900
    expect(await book()).toMatchObject({ status: 200 })
    world.time.now += 100
    expect(await book()).toMatchObject(UNAVAILABLE)
    await world.simulated.noFaults()
    expect(await book()).toMatchObject({ status: 200 })
  })

  it('is refused in words when the exchange is down, with when to come back', async () => {
    await startWorld({ exchange })
    for (const fault of [{ kind: 'drop_before' }, { kind: 'status', status: 502 }, { kind: 'status', status: 429 }]) {
      await world.simulated.fault({ ...fault, path: BOOK[exchange] })
      const answer = await book()
      expect(answer).toMatchObject(UNAVAILABLE)
      expect(answer.headers['retry-after']).toMatch(/^\d+$/)
      await world.simulated.noFaults()
      world.time.now += 10_000
    }
  })

  it('is a 404 for an unknown market and for an exchange that is not set up', async () => {
    await startWorld({ exchange })
    const missing = { status: 404, body: { detail: 'Market not found', code: 'not_found' } }
    for (const path of ['orderbooks', 'prices']) expect(await world.get(`/v1/${path}/1`)).toMatchObject(missing)
    const external = sampleMarket('FOREIGN', { exchange: other(exchange) })
    await world.ports.markets.name([external])
    const words = { code: 'exchange_unavailable', detail: expect.stringContaining(`${other(exchange)} is not set up`) }
    for (const path of ['orderbooks', 'prices']) {
      expect(await world.get(`/v1/${path}/${external.svcId}`)).toMatchObject({ status: 503, body: words })
    }
  })
})

describe.each(EXCHANGE_NAMES)('prices of a market on %s', (exchange) => {
  it('prices ascend, lie between 0 and 1, and leave the list null that was not requested', async () => {
    await startWorld({ exchange })
    for (const [interval, from] of [
      ['1d', START - 86_400_000],
      ['1w', START - 7 * 86_400_000],
      ['1m', START - 30 * 86_400_000],
      ['max', 0],
    ] as const) {
      const candles = (await prices(`?interval=${interval}`)).body
      expect(candles).toMatchObject({ svc_id: world.svcId(), exchange, type: 'candlesticks', history: null })
      const times = candles.candlesticks.map(({ timestamp }: { timestamp: number }) => timestamp)
      expect(times.length).toBeGreaterThan(interval === '1d' ? 20 : 5)
      expect(times).toEqual([...new Set<number>(times)].sort((a, b) => a - b))
      // A period that was under way at the start of the interval may begin up to its own length earlier.
      expect(times[0] * 1_000).toBeGreaterThan(from - 3_600_000)
      expect(times.at(-1) * 1_000).toBeLessThanOrEqual(START)
      for (const { open, high, low, close } of candles.candlesticks) {
        expect(low).toBeGreaterThan(0)
        expect(high).toBeLessThan(1)
        expect([open, close].every((price) => low <= price && price <= high)).toBe(true)
      }
      const history = (await prices(`?interval=${interval}&type=history`)).body
      expect(history).toMatchObject({ type: 'history', candlesticks: null })
      expect(history.history).toEqual(
        candles.candlesticks.map(({ timestamp, close }: { timestamp: number; close: number }) => ({
          timestamp,
          price: close,
        })),
      )
    }
  })

  it('prices of a closed market are still available', async () => {
    await startWorld({ exchange })
    await world.simulated.status('closed')
    await world.syncMarkets()
    expect((await prices('?interval=max')).body.candlesticks.length).toBeGreaterThan(5)
  })

  it('prices are requested once in half a minute', async () => {
    await startWorld({ exchange })
    const first = await prices()
    await world.simulated.fault({ kind: 'status', status: 500, path: PRICES[exchange] })
    world.time.now += 29_000
    expect((await prices()).body).toEqual(first.body)
    expect(await prices('?type=history')).toMatchObject({ status: 200 })
    expect(await prices('?interval=1w')).toMatchObject(UNAVAILABLE)
    world.time.now += 1_000
    expect(await prices()).toMatchObject(UNAVAILABLE)
  })

  it('are refused in words when the exchange is down', async () => {
    await startWorld({ exchange })
    await world.simulated.fault({ kind: 'drop_before', path: PRICES[exchange] })
    expect(await prices()).toMatchObject(UNAVAILABLE)
  })
})

describe('the candles of EXCHANGE_A', () => {
  it('are real: a minute of trades has its first, highest, lowest and last price, and its volume', async () => {
    await startWorld()
    await world.pass('30s')
    for (const [price, qty] of [
      [0.45, 7],
      [0.52, 2.5],
      [0.41, 1],
      [0.43, 3],
    ] as const) {
      await world.simulated.book([], [[price, 100]])
      await world.simulated.trade(price, qty, true)
    }
    const minute = { timestamp: START / 1_000, open: 0.45, high: 0.52, low: 0.41, close: 0.43, volume: 13.5 }
    expect((await prices()).body.candlesticks.at(-1)).toEqual(minute)
    expect((await prices('?type=history')).body.history.at(-1)).toEqual({ timestamp: START / 1_000, price: 0.43 })
    const hour = (await prices('?interval=1w')).body.candlesticks.at(-1)
    expect(hour).toMatchObject({ timestamp: START / 1_000 - 1_800, high: 0.52, low: 0.41, close: 0.43, volume: 13.5 })
    const day = (await prices('?interval=max')).body.candlesticks.at(-1)
    expect(day).toMatchObject({ timestamp: Date.parse('2026-11-21') / 1_000, close: 0.43, volume: 13.5 })
  })

  it('leave out a minute without a trade', async () => {
    await startWorld()
    await world.simulated.book([], [[0.45, 100]])
    await world.pass('30s')
    await world.simulated.trade(0.45, 1, true)
    await world.pass('3m')
    await world.simulated.trade(0.45, 1, true)
    const lived = (await prices()).body.candlesticks.filter(
      ({ timestamp }: { timestamp: number }) => timestamp >= START / 1_000,
    )
    expect(lived.map(({ timestamp }: { timestamp: number }) => timestamp - START / 1_000)).toEqual([0, 180])
  })
})

describe('the prices of EXCHANGE_B', () => {
  const flat = (timestamp: number, price: number) => {
    return { timestamp, open: price, high: price, low: price, close: price, volume: 0 }
  }

  it('are as dense as requested, hourly by default, as candles with one price and no volume', async () => {
    await startWorld({ exchange: 'EXCHANGE_B' })
    for (const [query, minutes] of [
      ['', 60],
      ['?fidelity=1', 1],
      ['?fidelity=7', 7],
      ['?fidelity=60&interval=1m', 60],
      ['?fidelity=1&interval=1m', 5],
      ['?interval=max', 180],
    ] as const) {
      const { candlesticks } = (await prices(query)).body
      const steps = candlesticks
        .slice(1)
        .map(({ timestamp }: { timestamp: number }, index: number) => timestamp - candlesticks[index].timestamp)
      expect(new Set(steps), query).toEqual(new Set([minutes * 60]))
      for (const candle of candlesticks) expect(candle).toEqual(flat(candle.timestamp, candle.close))
    }
  })

  it('follow the trades', async () => {
    await startWorld({ exchange: 'EXCHANGE_B' })
    await world.simulated.book([], [[0.87, 100]])
    await world.pass('30s')
    await world.simulated.trade(0.87, 20, true)
    await world.pass('2m')
    const { candlesticks } = (await prices('?fidelity=1')).body
    expect(candlesticks.at(-1)).toEqual(flat(START / 1_000 + 120, 0.87))
    expect((await prices('?fidelity=1&type=history')).body.history.at(-1)).toEqual({
      timestamp: START / 1_000 + 120,
      price: 0.87,
    })
  })

  it('come from the order book host when the data host is down', async () => {
    await startWorld({ exchange: 'EXCHANGE_B' })
    await world.simulated.fault({ kind: 'status', status: 503, path: '^/data/' })
    const { candlesticks } = (await prices('?interval=1w')).body
    expect(candlesticks).toHaveLength(168)
    await world.simulated.status('closed')
    await world.syncMarkets()
    expect((await prices('?interval=max')).body.candlesticks.length).toBeGreaterThan(5)
  })

  it('are refused in words within ten seconds when neither host answers at all', async () => {
    await startWorld({ exchange: 'EXCHANGE_B' })
    await world.simulated.fault({ kind: 'delay', delay_ms: 30_000, path: 'prices-history' })
    const startedAt = performance.now()
    expect(await prices()).toMatchObject(UNAVAILABLE)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})

describe('an invalid request for market data', () => {
  it('is refused field by field', async () => {
    await startWorld()
    const range = (ge: string, type: string) => ({ type, msg: `Input should be ${ge}` })
    expect(faults(await book('?levels=0'))).toEqual([
      422,
      { loc: ['query', 'levels'], ...range('greater than or equal to 1', 'greater_than_equal') },
    ])
    expect(faults(await book('?levels=11'))).toEqual([
      422,
      { loc: ['query', 'levels'], ...range('less than or equal to 10', 'less_than_equal') },
    ])
    expect(faults(await prices('?type=ticks&interval=1y&fidelity=61'))).toEqual([
      422,
      { loc: ['query', 'type'], ...range("'candlesticks' or 'history'", 'enum') },
      { loc: ['query', 'interval'], ...range("'1d', '1w', '1m' or 'max'", 'enum') },
      { loc: ['query', 'fidelity'], ...range('less than or equal to 60', 'less_than_equal') },
    ])
    expect(faults(await world.get('/v1/prices/KXNONE?fidelity=0'))).toEqual([
      422,
      {
        loc: ['path', 'svc_id'],
        type: 'int_parsing',
        msg: 'Input should be a valid integer, unable to parse string as an integer',
      },
      { loc: ['query', 'fidelity'], ...range('greater than or equal to 1', 'greater_than_equal') },
    ])
  })

  it('needs a key, and a reading one is enough', async () => {
    await startWorld()
    const reader = await world.newKey('read')
    for (const path of [`/v1/orderbooks/${world.svcId()}`, `/v1/prices/${world.svcId()}`]) {
      expect(await world.get(path, { key: null })).toMatchObject({ status: 401 })
      expect(await world.get(path, { key: reader })).toMatchObject({ status: 200 })
      expect(await world.post(path, {})).toMatchObject({ status: 405 })
    }
  })
})
