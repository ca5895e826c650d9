import { afterEach, describe, expect, it } from 'vitest'
import { BOB, openSimulated, orderBody, POLITICS, type SimulatedExchange, START } from './simulated.ts'

let simulated: SimulatedExchange

afterEach(() => simulated.close())

const place = (more: Record<string, unknown> = {}, as?: Parameters<SimulatedExchange['call']>[3]) =>
  simulated.call('POST', '/portfolio/events/orders', orderBody(more), as)
const listed = async (path: string, field: string) =>
  (await simulated.call('GET', path)).body[field] as unknown as Record<string, unknown>[]

describe('stale reads', () => {
  it('follow the engine by up to the set delay, while writes know at once', async () => {
    simulated = await openSimulated({ staleReadsMs: 1000 })
    simulated.time.now += 5_000
    const order = await place()
    const path = `/portfolio/orders/${order.body['order_id']}`
    expect((await simulated.call('GET', path)).status).toBe(404)
    simulated.time.now += 1_000
    expect((await simulated.call('GET', path)).body['order']).toMatchObject({ status: 'resting' })
    await simulated.call('DELETE', `/portfolio/events/orders/${order.body['order_id']}`)
    expect((await simulated.call('GET', path)).body['order']).toMatchObject({ status: 'resting' })
    expect((await simulated.call('DELETE', `/portfolio/events/orders/${order.body['order_id']}`)).status).toBe(404)
    simulated.time.now += 1_000
    expect((await simulated.call('GET', path)).body['order']).toMatchObject({ status: 'canceled' })
  })

  it('never go back, and user_data_timestamp says how far they have come', async () => {
    simulated = await openSimulated({ staleReadsMs: 1000 })
    let seen = 0
    let latest = ''
    for (let index = 0; index < 30; index += 1) {
      simulated.time.now += 100
      await place({ count: '0.01' })
      const asOf = String((await simulated.call('GET', '/exchange/user_data_timestamp')).body['as_of_time'])
      const orders = await listed('/portfolio/orders', 'orders')
      expect(orders.length).toBeGreaterThanOrEqual(seen)
      expect(asOf >= latest).toBe(true)
      expect(Date.parse(asOf)).toBeGreaterThanOrEqual(simulated.time.now - 1000)
      const due = Math.floor((Date.parse(asOf) - START) / 100)
      expect(orders.length).toBeGreaterThanOrEqual(Math.max(0, due))
      seen = orders.length
      latest = asOf
    }
    expect(seen).toBeGreaterThan(15)
  })
})

describe('the archive', () => {
  it('has what ended two weeks ago, which the live lists have no more; an order on the book stays live', async () => {
    simulated = await openSimulated()
    await place({ side: 'ask', price: '0.5200', count: '10.00' }, BOB)
    const taken = await place({ price: '0.5200', count: '10.00' })
    const resting = await place({ price: '0.1000', count: '10.00' })
    await simulated.pass(15 * 86_400_000)
    expect(await listed('/portfolio/orders', 'orders')).toMatchObject([{ order_id: resting.body['order_id'] }])
    expect(await listed('/portfolio/fills', 'fills')).toEqual([])
    expect((await simulated.call('GET', `/portfolio/orders/${taken.body['order_id']}`)).status).toBe(404)
    expect(await listed('/historical/orders', 'orders')).toMatchObject([{ order_id: taken.body['order_id'] }])
    expect(await listed('/historical/fills', 'fills')).toMatchObject([{ order_id: taken.body['order_id'] }])
  })

  it('has the settled market too, its trades and candles, and takes the positions of an event that is settled as a whole', async () => {
    simulated = await openSimulated()
    await place({ side: 'ask', price: '0.5200', count: '10.00' }, BOB)
    await place({ price: '0.5200', count: '10.00' })
    await simulated.control('resolve', { market: POLITICS, outcome: 'yes' })
    await simulated.control('switches', { archive_after_ms: 60_000 })
    const positions = () => listed('/portfolio/positions?settlement_status=all', 'market_positions')
    const period = `start_ts=${START / 1000 - 3600}&end_ts=${START / 1000 + 3600}&period_interval=60`
    const archived = `/historical/markets/${POLITICS}`
    expect(await listed(`/historical/markets?tickers=${POLITICS}`, 'markets')).toEqual([])
    expect((await simulated.call('GET', archived)).status).toBe(404)
    await simulated.pass(61_000)
    expect(await listed(`/markets?tickers=${POLITICS}`, 'markets')).toEqual([])
    expect((await simulated.call('GET', `/markets/${POLITICS}`)).status).toBe(404)
    expect(await listed(`/markets/trades?ticker=${POLITICS}`, 'trades')).toEqual([])
    expect(await listed(`/historical/markets?tickers=${POLITICS}`, 'markets')).toMatchObject([{ result: 'yes' }])
    expect((await simulated.call('GET', archived)).body).toMatchObject({ market: { status: 'finalized' } })
    expect(await listed(`/historical/trades?ticker=${POLITICS}`, 'trades')).toHaveLength(1)
    const candles = await listed(`${archived}/candlesticks?${period}`, 'candlesticks')
    expect(candles.at(-1)).toMatchObject({ price: { close: '0.5200' }, volume: '10.00' })
    expect(await positions()).toMatchObject([{ ticker: POLITICS }])
    for (const { ticker } of await listed('/markets?event_ticker=KXPRESPARTY-28', 'markets'))
      await simulated.control('resolve', { market: ticker, outcome: 'no' })
    await simulated.pass(61_000)
    expect(await positions()).toEqual([])
  })
})

describe('portfolio', () => {
  it('shows orders, fills, positions, settlements and the balance of a round trip', async () => {
    simulated = await openSimulated()
    await place({ side: 'ask', price: '0.5200', count: '10.00' }, BOB)
    const order = await place({ price: '0.9900', count: '10.00', client_order_id: 'trip' })
    expect(await listed('/portfolio/orders', 'orders')).toMatchObject([
      {
        order_id: order.body['order_id'],
        client_order_id: 'trip',
        status: 'executed',
        outcome_side: 'yes',
        book_side: 'bid',
        yes_price_dollars: '0.9900',
        no_price_dollars: '0.0100',
        initial_count_fp: '10.00',
        fill_count_fp: '10.00',
        remaining_count_fp: '0.00',
        taker_fill_cost_dollars: '5.200000',
        taker_fees_dollars: '0.174800',
        exchange_index: 0,
      },
    ])
    expect(await listed('/portfolio/fills', 'fills')).toMatchObject([
      {
        order_id: order.body['order_id'],
        count_fp: '10.00',
        yes_price_dollars: '0.5200',
        is_taker: true,
        fee_cost: '0.174800',
      },
    ])
    const bobs = await simulated.call('GET', '/portfolio/positions', undefined, BOB)
    expect(bobs.body['market_positions']).toMatchObject([
      {
        ticker: POLITICS,
        position_fp: '-10.00',
        market_exposure_dollars: '4.800000',
        realized_pnl_dollars: '0.000000',
      },
    ])
    expect((await simulated.call('GET', '/portfolio/positions')).body['event_positions']).toMatchObject([
      { event_ticker: 'KXPRESPARTY-28', event_exposure_dollars: '5.200000', total_cost_shares_fp: '10.00' },
    ])
    expect((await simulated.call('GET', '/portfolio/balance?exchange_index=0')).body).toEqual({
      balance: 99_462,
      balance_dollars: '994.6252',
      portfolio_value: 520,
      updated_ts: START / 1000,
      balance_breakdown: [{ exchange_index: 0, balance: '994.6252' }],
    })
    await simulated.control('resolve', { market: POLITICS, outcome: 'yes' })
    expect(await listed('/portfolio/settlements', 'settlements')).toMatchObject([
      {
        ticker: POLITICS,
        market_result: 'yes',
        yes_count_fp: '10.00',
        yes_total_cost_dollars: '5.200000',
        revenue: 1000,
        value: 100,
      },
    ])
    expect(await listed('/portfolio/positions', 'market_positions')).toEqual([])
    expect(await listed('/portfolio/positions?settlement_status=settled', 'market_positions')).toMatchObject([
      { position_fp: '0.00', realized_pnl_dollars: '4.800000' },
    ])
    expect((await simulated.call('GET', '/portfolio/balance')).body).toMatchObject({ balance_dollars: '1204.6252' })
  })

  it('filters orders and fills, newest first, and knows no unknown status', async () => {
    simulated = await openSimulated()
    const first = await place({ client_order_id: '1' })
    simulated.time.now += 10_000
    await place({ client_order_id: '2', ticker: 'KXFED-26DEC-T3.25' })
    await simulated.call('DELETE', `/portfolio/events/orders/${first.body['order_id']}`)
    const ids = async (query: string) =>
      (await listed(`/portfolio/orders${query}`, 'orders')).map((order) => order['client_order_id'])
    expect(await ids('')).toEqual(['2', '1'])
    expect(await ids(`?ticker=${POLITICS}`)).toEqual(['1'])
    expect(await ids('?event_ticker=KXFED-26DEC,KXNONE')).toEqual(['2'])
    expect(await ids('?status=resting')).toEqual(['2'])
    expect(await ids('?status=open')).toEqual([])
    expect(await ids(`?min_ts=${START / 1000 + 5}`)).toEqual(['2'])
    expect(await ids(`?max_ts=${START / 1000 + 5}`)).toEqual(['1'])
    expect(await ids('?exchange_index=1')).toEqual([])
    expect(await ids('?subaccount=3')).toEqual([])
  })

  it('pages with a cursor that is empty on the last page and tolerates garbage', async () => {
    simulated = await openSimulated()
    for (let index = 0; index < 5; index += 1) await place({ client_order_id: `p${index}`, count: '0.01' })
    const seen: unknown[] = []
    let cursor = ''
    do {
      const { body } = await simulated.call('GET', `/portfolio/orders?limit=2&cursor=${cursor}`)
      seen.push(...(body['orders'] as unknown as { client_order_id: string }[]).map((one) => one.client_order_id))
      cursor = String(body['cursor'])
    } while (cursor !== '')
    expect(seen).toEqual(['p4', 'p3', 'p2', 'p1', 'p0'])
    const garbage = await simulated.call('GET', '/portfolio/orders?limit=2&cursor=garbage')
    expect([garbage.status, (garbage.body['orders'] as unknown as []).length]).toEqual([200, 2])
    const over = await simulated.call('GET', '/markets?limit=1001')
    expect([over.status, over.body]).toEqual([
      400,
      {
        msg: "Parameter validation failed for GetMarkets: Key: 'GetMarketsParams.Limit' Error:Field validation for 'Limit' failed on the 'lte' tag",
      },
    ])
  })
})

describe('market data', () => {
  it('has about 200 markets in many categories, shards, grids and states', async () => {
    simulated = await openSimulated({ bot: true })
    const markets = await listed('/markets?limit=1000', 'markets')
    const kinds = (field: string) => new Set(markets.map((market) => market[field]))
    expect(markets.length).toBeGreaterThan(200)
    expect(kinds('status')).toEqual(new Set(['active', 'initialized', 'inactive', 'closed', 'determined', 'finalized']))
    expect(kinds('exchange_index')).toEqual(new Set([0, 2, 3]))
    expect(kinds('price_level_structure').size).toBeGreaterThanOrEqual(4)
    expect((await listed('/series', 'series')).length).toBeGreaterThan(25)
  })

  it('is the same for the same seed and start', async () => {
    simulated = await openSimulated({ bot: true })
    const one = await listed('/markets?limit=1000', 'markets')
    await simulated.close()
    simulated = await openSimulated({ bot: true })
    expect(await listed('/markets?limit=1000', 'markets')).toEqual(one)
  })

  it('filters markets by tickers, event, series, status words and times', async () => {
    simulated = await openSimulated()
    const tickers = async (query: string) => (await listed(`/markets?${query}`, 'markets')).map(({ ticker }) => ticker)
    expect(await tickers(`tickers=${POLITICS},KXNONE,KXFED-26DEC-T3`)).toEqual([POLITICS, 'KXFED-26DEC-T3'])
    expect(await tickers('event_ticker=KXPRESPARTY-28')).toHaveLength(3)
    expect(await tickers('series_ticker=KXBTCD&status=settled')).toHaveLength(7)
    expect(await tickers('status=paused')).toHaveLength(2)
    expect(await tickers('status=closed')).toHaveLength(6)
    expect(await tickers(`min_close_ts=${START / 1000}&max_close_ts=${START / 1000 + 3600}`)).toHaveLength(7)
    expect((await simulated.call('GET', '/markets?status=active')).status).toBe(400)
    expect((await simulated.call('GET', '/markets?status=open&min_close_ts=1')).status).toBe(400)
    expect((await simulated.call('GET', '/markets/KXNONE')).status).toBe(404)
  })

  it('shows both sides of a book as bids, and an empty side as no quote', async () => {
    simulated = await openSimulated()
    await simulated.control('book', {
      market: POLITICS,
      bids: [
        [0.4, 10],
        [0.41, 120],
      ],
      asks: [[0.45, 7]],
    })
    expect((await simulated.call('GET', `/markets/${POLITICS}/orderbook`)).body).toEqual({
      orderbook_fp: {
        yes_dollars: [
          ['0.4000', '10.00'],
          ['0.4100', '120.00'],
        ],
        no_dollars: [['0.5500', '7.00']],
      },
    })
    const several = await simulated.call('GET', `/markets/orderbooks?tickers=${POLITICS}&tickers=KXFED-26DEC-T3`)
    expect(several.body['orderbooks']).toMatchObject([{ ticker: POLITICS }, { ticker: 'KXFED-26DEC-T3' }])
    const [quoted, empty] = await listed(`/markets?tickers=${POLITICS},KXFED-26DEC-T3`, 'markets')
    expect(quoted).toMatchObject({
      yes_bid_dollars: '0.4100',
      yes_bid_size_fp: '120.00',
      yes_ask_dollars: '0.4500',
      no_bid_dollars: '0.5500',
      no_ask_dollars: '0.5900',
    })
    expect(empty).toMatchObject({
      yes_bid_dollars: '0.0000',
      yes_bid_size_fp: '0.00',
      yes_ask_dollars: '1.0000',
      yes_ask_size_fp: '0.00',
    })
  })

  it('prints trades newest first and writes candles from them', async () => {
    simulated = await openSimulated()
    await simulated.control('book', {
      market: POLITICS,
      asks: [
        [0.45, 7],
        [0.46, 5],
      ],
    })
    await simulated.control('trade', { market: POLITICS, price: 0.46, qty: 10, buy_flag: true })
    expect(await listed(`/markets/trades?ticker=${POLITICS}`, 'trades')).toMatchObject([
      { yes_price_dollars: '0.4600', count_fp: '3.00', taker_book_side: 'bid', no_price_dollars: '0.5400' },
      { yes_price_dollars: '0.4500', count_fp: '7.00' },
    ])
    const period = `start_ts=${START / 1000 - 86_400}&end_ts=${START / 1000 + 3600}&period_interval=60`
    const candles = await listed(`/series/KXPRESPARTY/markets/${POLITICS}/candlesticks?${period}`, 'candlesticks')
    expect(candles.length).toBeGreaterThan(20)
    expect(candles.at(-1)).toMatchObject({
      end_period_ts: START / 1000 + 1800,
      volume_fp: '10.00',
      price: { low_dollars: '0.4500', high_dollars: '0.4600' },
    })
    expect(
      await listed(`/markets/candlesticks?market_tickers=${POLITICS},KXFED-26DEC-T3&${period}`, 'markets'),
    ).toHaveLength(2)
    expect(
      (
        await simulated.call(
          'GET',
          `/markets/candlesticks?market_tickers=${POLITICS}&start_ts=1&end_ts=2000000000&period_interval=1`,
        )
      ).status,
    ).toBe(400)
  })

  it('lists events with their markets, series and the state of the exchange', async () => {
    simulated = await openSimulated()
    const events = await listed('/events?series_ticker=KXFED&with_nested_markets=true', 'events')
    expect(events).toMatchObject([{ event_ticker: 'KXFED-26DEC', markets: [{}, {}, {}, {}, {}, {}] }])
    expect((await simulated.call('GET', '/events/KXFED-26DEC')).body).toMatchObject({
      event: { title: expect.any(String) },
      markets: [{}, {}, {}, {}, {}, {}],
    })
    expect(await listed('/series?category=Sports&tags=Tennis,Baseball', 'series')).toHaveLength(2)
    expect((await simulated.call('GET', '/exchange/status')).body).toMatchObject({
      exchange_active: true,
      trading_active: true,
      exchange_index_statuses: [{}, {}, {}, {}],
    })
    expect((await fetch(`${simulated.simulator.url}/series/`, { redirect: 'manual' })).status).toBe(301)
  })
})
