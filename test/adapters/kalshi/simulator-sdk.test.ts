/** The official SDK of EXCHANGE_A, unchanged, against the simulator: if it understands us, so far so good. */

import {
  AccountApi,
  ApiKeysApi,
  Configuration,
  EventsApi,
  ExchangeApi,
  HistoricalApi,
  MarketApi,
  OrdersApi,
  PortfolioApi,
} from 'kalshi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANN, ANN_PEM, openSimulated, POLITICS, type SimulatedExchange } from '#simulators/test/kalshi/simulated.ts'

let simulated: SimulatedExchange
let sdk: ReturnType<typeof clientsOf>
/** A tennis match that is open today: the official clients sign with the time of this machine. */
let tennis: string

beforeAll(async () => {
  simulated = await openSimulated({ clock: Date.now, bot: true })
  sdk = clientsOf(simulated)
  const { events } = (await sdk.events.getEvents(1, undefined, true, undefined, 'open', 'KXATPMATCH')).data
  tennis = events[0]?.markets?.[0]?.ticker ?? 'no match'
})

afterAll(() => simulated.close())

const clientsOf = ({ simulator }: SimulatedExchange) => {
  const access = new Configuration({ apiKey: ANN.apiKeyId, privateKeyPem: ANN_PEM, basePath: simulator.url })
  return {
    account: new AccountApi(access),
    keys: new ApiKeysApi(access),
    events: new EventsApi(access),
    exchange: new ExchangeApi(access),
    historical: new HistoricalApi(access),
    market: new MarketApi(access),
    orders: new OrdersApi(access),
    portfolio: new PortfolioApi(access),
  }
}

const limit = {
  ticker: POLITICS,
  side: 'bid',
  count: '10.00',
  price: '0.0500',
  time_in_force: 'good_till_canceled',
  self_trade_prevention_type: 'taker_at_cross',
} as const

const seconds = () => Math.floor(Date.now() / 1000)

describe('the official SDK', () => {
  it('places, reads, amends, decreases and cancels an order', async () => {
    const placed = await sdk.orders.createOrderV2({ ...limit, client_order_id: 'sdk-1' })
    expect([placed.status, placed.data]).toMatchObject([201, { client_order_id: 'sdk-1', remaining_count: '10.00' }])
    const id = placed.data.order_id
    expect((await sdk.orders.getOrder(id)).data.order).toMatchObject({ status: 'resting', yes_price_dollars: '0.0500' })
    const amended = await sdk.orders.amendOrderV2(id, { ticker: POLITICS, side: 'bid', price: '0.0600', count: '8.00' })
    expect(amended.data).toMatchObject({ remaining_count: '8.00' })
    expect((await sdk.orders.decreaseOrderV2(id, { reduce_by: '3.00' })).data).toMatchObject({
      remaining_count: '5.00',
    })
    expect((await sdk.orders.cancelOrderV2(id)).data).toMatchObject({ reduced_by: '5.00' })
    expect(
      (await sdk.orders.getOrders(POLITICS, undefined, undefined, undefined, 'canceled')).data.orders,
    ).toMatchObject([{ order_id: id, fill_count_fp: '0.00' }])
  })

  it('trades, and finds the fill, the position and the balance', async () => {
    await simulated.control('book', { market: POLITICS, asks: [[0.52, 5]] })
    const before = (await sdk.portfolio.getBalance()).data
    const taken = await sdk.orders.createOrderV2({
      ...limit,
      price: '0.9900',
      count: '5.00',
      time_in_force: 'immediate_or_cancel',
    })
    expect(taken.data).toMatchObject({ fill_count: '5.00', average_fill_price: '0.5200', average_fee_paid: '0.01748' })
    expect((await sdk.portfolio.getFills(POLITICS, taken.data.order_id)).data.fills).toMatchObject([
      { count_fp: '5.00', yes_price_dollars: '0.5200', fee_cost: '0.087400', is_taker: true },
    ])
    const positions = (await sdk.portfolio.getPositions()).data.market_positions
    expect(positions).toMatchObject([{ ticker: POLITICS, position_fp: '5.00', market_exposure_dollars: '2.600000' }])
    const after = (await sdk.portfolio.getBalance()).data
    expect(Number(before.balance_dollars) - Number(after.balance_dollars)).toBeCloseTo(2.6874, 6)
    expect((await sdk.portfolio.getSettlements()).data.settlements).toEqual([])
  })

  it('reads markets page by page, order books, trades and candles', async () => {
    const seen = new Set<string>()
    let cursor: string | undefined
    do {
      const { data } = await sdk.market.getMarkets(100, cursor)
      for (const { ticker } of data.markets) seen.add(ticker)
      cursor = data.cursor
    } while (cursor !== '')
    expect(seen.size).toBeGreaterThan(200)
    expect((await sdk.market.getMarket(POLITICS)).data.market).toMatchObject({ status: 'active', exchange_index: 0 })
    const book = (await sdk.market.getMarketOrderbook(tennis)).data.orderbook_fp
    expect(book.yes_dollars?.length).toBeGreaterThan(0)
    expect((await sdk.market.getMarketOrderbooks([tennis, POLITICS])).data.orderbooks).toHaveLength(2)
    expect((await sdk.market.getTrades(10, undefined, POLITICS)).data.trades[0]).toMatchObject({ ticker: POLITICS })
    const candles = await sdk.market.getMarketCandlesticks('KXPRESPARTY', POLITICS, seconds() - 86_400, seconds(), 60)
    expect(candles.data.candlesticks.length).toBeGreaterThan(15)
    const batch = await sdk.market.batchGetMarketCandlesticks(
      `${POLITICS},${tennis}`,
      seconds() - 86_400,
      seconds(),
      60,
    )
    expect(batch.data.markets).toHaveLength(2)
  })

  it('reads series, events, the exchange and the account', async () => {
    expect((await sdk.market.getSeriesList('Sports')).data.series.length).toBeGreaterThan(3)
    expect((await sdk.market.getSeries('KXFED')).data.series).toMatchObject({ fee_type: 'quadratic_with_maker_fees' })
    expect((await sdk.events.getEvents(50, undefined, true)).data.events[0]?.markets?.length).toBeGreaterThan(0)
    expect((await sdk.events.getEvent('KXPRESPARTY-28')).data.markets).toHaveLength(3)
    expect((await sdk.exchange.getExchangeStatus()).data.trading_active).toBe(true)
    expect(Date.parse((await sdk.exchange.getUserDataTimestamp()).data.as_of_time)).toBeGreaterThan(Date.now() - 5_000)
    expect((await sdk.account.getAccountApiLimits()).data.usage_tier).toBe('advanced')
    expect((await sdk.keys.getApiKeys()).data.api_keys[0]?.api_key_id).toBe(ANN.apiKeyId)
  })

  it('receives an error for each kind of fault', async () => {
    const repeated = { ...limit, client_order_id: 'sdk-1' }
    await expect(sdk.orders.createOrderV2(repeated)).rejects.toMatchObject({
      response: { status: 409, data: { error: { code: 'order_already_exists' } } },
    })
    await expect(sdk.orders.cancelOrderV2('nothing')).rejects.toMatchObject({ response: { status: 404 } })
  })
})
