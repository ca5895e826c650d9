/** Current quotes of many markets of the simulated EXCHANGE_A, through the adapter. */

import { afterEach, describe, expect, it } from 'vitest'
import { type Http, http } from '#adapters/exchanges/http/http.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { CRYPTO, POLITICS, START, TENNIS } from '#simulators/test/kalshi/simulated.ts'
import { anySignal, type Desk, openDesk, watchedDataFor } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

const quotes = (...names: string[]) => desk.exchange.quotes(names, anySignal())
const quote = async (name: string) => (await quotes(name))[0]
const print = (price: number) => desk.simulated.control('trade', { market: POLITICS, price, qty: 1, buy_flag: true })
describe('quotes', () => {
  it('show the best of the book, the last price and when the exchange made them', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', {
      market: POLITICS,
      bids: [
        [0.3, 5],
        [0.35, 2],
      ],
      asks: [
        [0.5, 1],
        [0.45, 3],
      ],
    })
    await print(0.45)
    expect(await quote(POLITICS)).toEqual({
      nativeId: POLITICS,
      state: 'open',
      stateIsLive: false,
      bid: { price: 350_000, qty: 2_000_000 },
      ask: { price: 450_000, qty: 2_000_000 },
      lastPrice: 450_000,
      tradeMark: expect.any(String),
      lastTradeAt: START,
      asOf: START,
      trades: [expect.objectContaining({ price: 450_000, at: START })],
    })
  })

  it('tell each trade of the last minutes, also those that came and went since they were asked for last', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, bids: [[0.4, 50]], asks: [[0.45, 50]] })
    const reported = async () => (await quote(POLITICS))?.trades?.map(({ price, at }) => [price, at - START])
    const sell = () => desk.simulated.control('trade', { market: POLITICS, price: 0.4, qty: 1, buy_flag: false })
    await print(0.45)
    expect(await reported()).toEqual([[450_000, 0]])
    await desk.simulated.pass(2_000)
    await sell()
    await print(0.45)
    await desk.simulated.pass(3_000)
    const each = [
      [450_000, 0],
      [400_000, 2_000],
      [450_000, 2_000],
    ]
    expect(await reported()).toEqual(each)
    expect(await reported()).toEqual(each)
    await desk.simulated.pass(117_000)
    expect(await reported()).toEqual(each.slice(1))
  })

  describe('for the price watch', () => {
    const requested: string[] = []
    const send: Http = (request) => {
      requested.push(request.url.pathname)
      return http()(request)
    }
    const watchedQuotes = () => {
      const { simulator, time } = desk.simulated
      const onSkip = (name: string) => void desk.skipped.push(name)
      const watched = watchedDataFor(simulator.url, () => time.now, onSkip, send)
      return async () => (await watched.quotes([POLITICS], anySignal()))[0]?.trades
    }
    const away = (path: string, times: number) =>
      desk.simulated.control('faults', { method: 'GET', path, kind: 'status', status: 503, times })

    it('tell the trades of two minutes, also as the first that a container reads', async () => {
      desk = await openDesk()
      await desk.simulated.control('book', { market: POLITICS, bids: [[0.4, 50]], asks: [[0.45, 50]] })
      await print(0.45)
      await desk.simulated.pass(115_000)
      expect(await watchedQuotes()()).toMatchObject([{ price: 450_000, at: START }])
      expect((await quote(POLITICS))?.trades).toEqual([])
      await desk.simulated.pass(10_000)
      expect(await watchedQuotes()()).toEqual([])
    })

    it.each(['trades', 'orderbooks'])(
      'tell what was traded while the exchange told no %s for most of a minute',
      async (what) => {
        desk = await openDesk()
        await desk.simulated.control('book', { market: POLITICS, bids: [[0.4, 50]], asks: [[0.45, 50]] })
        const reports = watchedQuotes()
        await reports()
        // Each of four polls tries some times.
        await away(`/markets/${what}$`, 100)
        await print(0.45)
        for (let polls = 0; polls < 4; polls += 1) {
          await desk.simulated.pass(11_000)
          await reports().catch(() => undefined)
        }
        await fetch(`${desk.simulated.simulator.controlUrl}/control/faults`, { method: 'DELETE' })
        expect(await reports()).toMatchObject([{ price: 450_000, at: START }])
      },
    )

    it('read the rest of a burst in the next readings, beside new trades', async () => {
      desk = await openDesk()
      const statements = watchedQuotes()
      await statements()
      await desk.simulated.pass(60_000)
      const at = (ms: number) => new Date(START + ms).toISOString()
      const page = (created_time: string, trade_id: string, cursor: string, ticker = TENNIS) =>
        desk.answer('/markets/trades$', {
          trades: [{ ticker, trade_id, created_time, yes_price_dollars: '0.3300' }],
          cursor,
        })
      for (let n = 0; n < 10; n += 1) await page(at(59_000 - n * 1_000), `new ${n}`, 'more')
      expect(await statements()).toEqual([])
      await desk.simulated.pass(5_000)
      await page(at(64_000), 'newest', '')
      await page(at(49_000), 'old', 'more')
      await page(at(20_000), 'oldest', '', POLITICS)
      expect(await statements()).toMatchObject([{ price: 330_000, at: START + 20_000 }])
      // Nothing is left.
      await desk.simulated.pass(5_000)
      requested.splice(0)
      await statements()
      expect(requested.filter((path) => path.endsWith('/markets/trades'))).toHaveLength(1)
      expect(desk.skipped).toEqual(['recent trades'])
    })
  })

  describe('with a trade that makes no sense', () => {
    const trade = (ticker: string, seconds: number, yes_price_dollars: unknown = '0.3300') => ({
      ticker,
      trade_id: `${ticker} ${seconds}`,
      created_time: new Date(START + seconds * 1_000).toISOString(),
      yes_price_dollars,
    })
    const quotesAfter = async (trades: readonly object[]) => {
      desk = await openDesk()
      await desk.simulated.control('book', { market: POLITICS, asks: [[0.45, 10]] })
      await print(0.45)
      await desk.simulated.pass(12_000)
      await desk.answer('/markets/trades$', { trades, cursor: '' })
      const [one, other] = await quotes(POLITICS, TENNIS)
      return one?.nativeId === POLITICS ? [one, other] : [other, one]
    }

    it('have all other trades, and in its market no last price that is older than it', async () => {
      const [politics, tennis] = await quotesAfter([trade(POLITICS, 9, null), trade(TENNIS, 8), trade(POLITICS, 5)])
      expect(tennis).toMatchObject({ lastPrice: 330_000, lastTradeAt: START + 8_000 })
      expect(tennis).not.toHaveProperty('lastPriceAsOf')
      expect(politics?.trades).toMatchObject([{ price: 330_000, at: START + 5_000 }])
      expect(politics).toMatchObject({ lastPrice: 450_000, lastTradeAt: START })
      expect(desk.skipped).toEqual([`trade of ${POLITICS}`])
    })

    it.each([
      ['an unknown price', (row: object) => ({ ...row, yes_price_dollars: null })],
      ['a price of another form', (row: object) => ({ ...row, yes_price_dollars: 0.7 })],
      ['an unknown time', (row: object) => ({ ...row, created_time: null })],
      ['an unclear origin', (row: object) => ({ ...row, is_block_trade: 'true' })],
      ['no market', (row: object) => ({ ...row, ticker: '', yes_price_dollars: null })],
    ])('take the last price of the list after a trade of %s', async (_, broken) => {
      const [politics] = await quotesAfter([broken(trade(POLITICS, 9)), trade(POLITICS, 5)])
      expect(politics).toMatchObject({ lastPrice: 450_000, lastTradeAt: START })
    })

    it('show a newer trade as the last one', async () => {
      const [politics] = await quotesAfter([trade(POLITICS, 11, '0.3800'), trade(POLITICS, 9, null)])
      expect(politics).toMatchObject({ lastPrice: 380_000, lastTradeAt: START + 11_000 })
      expect(politics).not.toHaveProperty('lastPriceAsOf')
    })

    it('know the last trade of a market only if that one makes sense', async () => {
      desk = await openDesk()
      const last = (...trades: readonly object[]) =>
        desk
          .answer('/markets/trades$', { trades, cursor: '' })
          .then(() => desk.exchange.lastTrade(POLITICS, anySignal()))
      const block = { ...trade(POLITICS, 9, null), is_block_trade: true }
      expect(await last(block, trade(POLITICS, 5), trade(POLITICS, 1, null))).toMatchObject({ price: 330_000 })
      await expect(last(trade(POLITICS, 9, null), trade(POLITICS, 5))).rejects.toThrow(ExchangeUnavailable)
    })
  })

  describe('in a burst of trades', () => {
    const page = (n: number, cursor: string) => {
      const created_time = new Date(START + 10_000 - n * 100).toISOString()
      const trade = { ticker: TENNIS, trade_id: `other ${n}`, created_time, yes_price_dollars: '0.5000' }
      return desk.answer('/markets/trades$', { trades: [trade], cursor })
    }

    it('read on until the last reading', async () => {
      desk = await openDesk()
      await quote(POLITICS)
      await desk.simulated.pass(10_000)
      for (let n = 0; n < 8; n += 1) await page(n, `${n}`)
      const created_time = new Date(START + 1_000).toISOString()
      const oldest = { ticker: POLITICS, trade_id: 'oldest', created_time, yes_price_dollars: '0.3300' }
      await desk.answer('/markets/trades$', { trades: [oldest], cursor: '' })
      expect((await quote(POLITICS))?.trades).toMatchObject([{ price: 330_000, at: START + 1_000 }])
      expect(desk.skipped).toEqual([])
    })

    it('stop after many pages, and say so', async () => {
      desk = await openDesk()
      await quote(POLITICS)
      await desk.simulated.pass(10_000)
      for (let n = 0; n < 20; n += 1) await page(n, `${n}`)
      await quote(POLITICS)
      expect(desk.skipped).toEqual(['recent trades'])
    })
  })

  it('show no side where nothing is offered', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, bids: [], asks: [] })
    expect(await quote(POLITICS)).toMatchObject({ bid: null, ask: null })
  })

  it('show no last price before the first trade', async () => {
    desk = await openDesk()
    const raw = (await desk.simulated.call('GET', `/markets/${POLITICS}`)).body['market'] as unknown as object
    await desk.answer('/markets$', { markets: [{ ...raw, last_price_dollars: '0.0000' }], cursor: '' })
    await desk.answer('/markets/trades$', { trades: [], cursor: '' })
    expect((await quote(POLITICS))?.lastPrice).toBeNull()
  })

  it('bear another mark after every trade, also at the same price', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.45, 10]] })
    const marks = new Set<string | undefined>()
    for (let trades = 0; trades < 3; trades += 1) {
      await print(0.45)
      marks.add((await quote(POLITICS))?.tradeMark)
      marks.add((await quote(POLITICS))?.tradeMark)
    }
    expect(marks.size).toBe(3)
  })

  it.each([
    ['active', 'open'],
    ['paused', 'paused'],
    ['closed', 'closed'],
  ])('quotes of a market that is %s say that it is %s', async (status, state) => {
    desk = await openDesk()
    await desk.simulated.control('status', { market: POLITICS, status })
    expect((await quote(POLITICS))?.state).toBe(state)
  })

  it('quotes of a decided market are closed, whatever sizes it shows', async () => {
    desk = await openDesk()
    const raw = (await desk.simulated.call('GET', `/markets/${POLITICS}`)).body['market'] as unknown as object
    await desk.answer('/markets$', {
      markets: [{ ...raw, status: 'determined', yes_bid_size_fp: '-3.00' }],
      cursor: '',
    })
    expect(await quote(POLITICS)).toMatchObject({ state: 'closed', bid: null })
  })

  it('come from live books and trades, whatever an old list says', async () => {
    desk = await openDesk()
    const list = (await desk.simulated.call('GET', `/markets?tickers=${POLITICS}`)).body
    await desk.simulated.control('book', { market: POLITICS, bids: [[0.6, 5]], asks: [[0.64, 5]] })
    await print(0.64)
    await desk.simulated.pass(12_000)
    await desk.answer('/markets$', list)
    const now = START + 12_000
    expect(await quote(POLITICS)).toMatchObject({
      bid: { price: 600_000 },
      ask: { price: 640_000 },
      lastPrice: 640_000,
      lastTradeAt: START,
      asOf: now,
    })
  })

  it('show the last price of the list where nothing was traded lately, with the time that the tape has of it', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.45, 10]] })
    await print(0.45)
    await desk.simulated.pass(40_000)
    expect(await quote(POLITICS)).toMatchObject({ lastPrice: 450_000, lastTradeAt: START })
  })

  it('quotes without a trade list show the book, and no unconfirmed last price', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, bids: [[0.4, 5]], asks: [[0.45, 10]] })
    await print(0.45)
    await desk.simulated.control('faults', { method: 'GET', path: '/markets/trades$', kind: 'status', status: 503 })
    expect(await quote(POLITICS)).toMatchObject({ ask: { price: 450_000 }, lastPrice: null })
    expect(desk.skipped).toEqual(['recent trades'])
  })

  it('ask for the last trade of a market once, however often they are read', async () => {
    desk = await openDesk()
    const { simulator, time } = desk.simulated
    const requests: string[] = []
    const send: Http = (request) => {
      if (request.url.searchParams.has('ticker')) requests.push(request.url.pathname)
      return http()(request)
    }
    const watched = watchedDataFor(
      simulator.url,
      () => time.now,
      () => undefined,
      send,
    )
    const last = async () => (await watched.quotes([POLITICS], anySignal()))[0]?.lastPrice
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.45, 10]] })
    await print(0.45)
    const block = { market: POLITICS, price: 0.7, qty: 10, buy_flag: true }
    await desk.simulated.control('block-trade', block)
    await desk.simulated.pass(300_000)
    for (let polls = 0; polls < 3; polls += 1) expect(await last()).toBe(450_000)
    expect(requests).toHaveLength(1)
    await desk.simulated.control('block-trade', block)
    await desk.simulated.pass(300_000)
    for (let polls = 0; polls < 3; polls += 1) expect(await last()).toBe(450_000)
    expect(requests).toHaveLength(2)
  })

  it('find the last trade of the book behind many block trades', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.45, 10]] })
    await print(0.45)
    for (let n = 0; n < 12; n += 1)
      await desk.simulated.control('block-trade', { market: POLITICS, price: 0.7, qty: 10, buy_flag: true })
    await desk.simulated.pass(60_000)
    expect(await desk.exchange.lastTrade(POLITICS, anySignal())).toEqual({ price: 450_000, at: START })
  })

  it('show no last price where all that the exchange shows are block trades', async () => {
    desk = await openDesk()
    await desk.simulated.control('block-trade', { market: POLITICS, price: 0.7, qty: 10, buy_flag: true })
    await desk.simulated.pass(300_000)
    expect((await quote(POLITICS))?.lastPrice).toBeNull()
  })

  it('state until when the last price is the last one if trades are not streamed', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, bids: [[0.4, 5]], asks: [[0.45, 10]] })
    await print(0.45)
    expect((await quote(POLITICS))?.lastPriceAsOf).toBeUndefined()
    await desk.simulated.control('faults', { method: 'GET', path: '/markets/trades$', kind: 'status', status: 503 })
    await desk.simulated.pass(8_000)
    expect(await quote(POLITICS)).toMatchObject({ asOf: START + 8_000, lastPriceAsOf: START })
  })

  it('are paused when the exchange is, on that shard or altogether', async () => {
    desk = await openDesk()
    await desk.answer('/exchange/status$', {
      trading_active: true,
      exchange_index_statuses: [
        { exchange_index: 0, trading_active: true },
        { exchange_index: 3, trading_active: false },
      ],
    })
    const found = await quotes(POLITICS, TENNIS, CRYPTO)
    expect(new Map(found.map(({ nativeId, state }) => [nativeId, state]))).toEqual(
      new Map([
        [POLITICS, 'open'],
        [TENNIS, 'paused'],
        [CRYPTO, 'open'],
      ]),
    )
    await desk.simulated.control('mode', { mode: 'trading_paused' })
    expect((await quote(POLITICS))?.state).toBe('paused')
  })

  it.each([
    ['the whole exchange', { exchange_active: false, trading_active: true }],
    [
      'the exchange on its shard',
      {
        exchange_active: true,
        trading_active: true,
        exchange_index_statuses: [{ exchange_index: 0, exchange_active: false, trading_active: true }],
      },
    ],
  ])('are paused while nothing at all is taken: %s', async (_, status) => {
    desk = await openDesk()
    await desk.answer('/exchange/status$', status)
    expect((await quote(POLITICS))?.state).toBe('paused')
  })

  it('come for more markets than one call holds, and leave out unknown ones', async () => {
    desk = await openDesk()
    const { markets } = await desk.exchange.listMarkets(null, anySignal())
    const names = markets.slice(0, 130).map(({ nativeId }) => nativeId)
    const found = await quotes(...names, 'KXNONE-26-A')
    expect(new Set(found.map(({ nativeId }) => nativeId))).toEqual(new Set(names))
    expect(await quotes()).toEqual([])
  })

  it('leave out a record that makes no sense, say which, and go on', async () => {
    desk = await openDesk()
    const raw = (await desk.simulated.call('GET', `/markets/${POLITICS}`)).body['market'] as unknown as object
    const priced = { ...raw, ticker: 'PRICED' }
    await desk.answer('/markets$', { markets: [{ ticker: 'BROKEN' }, priced, raw, 7], cursor: '' })
    const book = { orderbook_fp: { yes_dollars: [['0.4000', '1.00']], no_dollars: null } }
    const wrong = { orderbook_fp: { yes_dollars: [['7', '1.00']] } }
    const orderbooks = [{ ticker: POLITICS, ...book }, { ticker: 'PRICED', ...wrong }, { ticker: 'BARE' }]
    await desk.answer('/orderbooks$', { orderbooks })
    expect((await quotes(POLITICS, 'PRICED')).map(({ nativeId }) => nativeId)).toEqual([POLITICS])
    expect(desk.skipped).toEqual(['BROKEN', 'unknown', 'PRICED', 'BARE'])
  })

  it('know what a market was traded at last and when, if it was', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.45, 10]] })
    await print(0.45)
    await desk.simulated.pass(60_000)
    expect(await desk.exchange.lastTrade(POLITICS, anySignal())).toEqual({ price: 450_000, at: START })
    await desk.answer('/markets/trades$', { trades: [], cursor: '' })
    expect(await desk.exchange.lastTrade(POLITICS, anySignal())).toBeNull()
  })

  it('unavailable quotes throw the one declared error', async () => {
    desk = await openDesk()
    await desk.simulated.control('mode', { mode: 'restart' })
    await expect(quotes(POLITICS)).rejects.toThrow(ExchangeUnavailable)
  })
})
