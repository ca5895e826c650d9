/** Candles through the adapter: from the simulated EXCHANGE_A, and from payloads as the reference has them. */

import { afterEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#domain/kernel/time.ts'
import { ExchangeUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { POLITICS, START } from '#simulators/test/kalshi/simulated.ts'
import { type Listener, listen } from '../../http/loopback-server.ts'
import { sampleMarket } from '../../store/samples.ts'
import { adapterFor, anySignal, type Desk, openDesk } from '../desk.ts'

const candlesFrom = async (exchange: MarketDataSource, ...given: Parameters<MarketDataSource['priceSeries']>) =>
  (await exchange.priceSeries(...given)).candles

const open = sampleMarket(POLITICS)
const over = sampleMarket(POLITICS, { status: 'closed' })
const DAILY = { interval: 'max', fidelity: 60 } as const

const ended = { end_period_ts: START / 1_000, volume_fp: '12.50' }
const price = { open_dollars: '0.4100', high_dollars: '0.4450', low_dollars: '0.4000', close_dollars: '0.4300' }
const page = (...candlesticks: object[]) => ({ markets: [{ market_ticker: POLITICS, candlesticks }] })

let server: Listener | null = null
let desk: Desk | null = null

afterEach(async () => {
  await server?.close()
  await desk?.simulated.close()
  server = null
  desk = null
})

/** An exchange that answers by the path alone; unknown paths are 404. */
const answering = async (bodies: Readonly<Record<string, unknown>>, now = START) => {
  server = await listen((request, response) => {
    const body = bodies[new URL(request.url ?? '', 'http://x').pathname]
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { error: { code: 'not_found' } }))
  })
  return adapterFor(server.url, () => now)
}
const LIVE = '/markets/candlesticks'
const ARCHIVE = `/historical/markets/${POLITICS}/candlesticks`
const requested = () => (server?.requests ?? []).map(({ url }) => new URL(url, 'http://x'))

describe('candles', () => {
  it('have exact prices and volume, and the start of their period', async () => {
    const exchange = await answering({ [LIVE]: page({ ...ended, price }) })
    expect(await candlesFrom(exchange, open, { interval: '1d', fidelity: 60 }, anySignal())).toEqual([
      { from: START - MINUTE, open: 410_000, high: 445_000, low: 400_000, close: 430_000, volume: 12_500_000 },
    ])
    const hourly = await candlesFrom(exchange, open, { interval: '1w', fidelity: 1 }, anySignal())
    const daily = await candlesFrom(exchange, open, DAILY, anySignal())
    expect([hourly[0]?.from, daily[0]?.from]).toEqual([START - HOUR, START - DAY])
  })

  it('periods without a trade are left out, whether sent as nulls, as nothing, or as the price before', async () => {
    const nulls = { open_dollars: null, high_dollars: null, low_dollars: null, close_dollars: null }
    const exchange = await answering({
      [LIVE]: page(
        { end_period_ts: 60, price: nulls, volume_fp: '0.00' },
        { end_period_ts: 120, price: { previous_dollars: '0.4000' }, volume_fp: '0.00' },
        { end_period_ts: 180, price: null },
        { end_period_ts: 240 },
        { ...ended, price },
      ),
    })
    expect(await candlesFrom(exchange, open, DAILY, anySignal())).toHaveLength(1)
  })

  it('ascend and stand there once, in whatever order they come', async () => {
    const at = (end_period_ts: number, close_dollars: string) => ({
      end_period_ts,
      price: { ...price, close_dollars },
      volume_fp: '1.00',
    })
    const exchange = await answering({ [LIVE]: page(at(300, '0.4000'), at(180, '0.4100'), at(300, '0.4200')) })
    const candles = await candlesFrom(exchange, open, { interval: '1d', fidelity: 60 }, anySignal())
    expect(candles.map(({ from, close }) => [from, close])).toEqual([
      [120_000, 410_000],
      [240_000, 420_000],
    ])
  })

  it('are asked for by ticker, from the start of the interval to the end of the running period', async () => {
    const exchange = await answering({ [LIVE]: page() })
    const seconds = START / 1_000
    for (const [interval, minutes, days] of [
      ['1d', 1, 1],
      ['1w', 60, 7],
      ['1m', 60, 30],
    ] as const) {
      await candlesFrom(exchange, open, { interval, fidelity: 60 }, anySignal())
      expect(Object.fromEntries(requested().at(-1)?.searchParams ?? [])).toEqual({
        market_tickers: POLITICS,
        start_ts: String(seconds - days * 86_400 + minutes * 60),
        end_ts: String(seconds + minutes * 60),
        period_interval: String(minutes),
      })
    }
  })

  it('are never asked for more than five thousand at a time, without a gap between two calls', async () => {
    const exchange = await answering({ [LIVE]: page() }, Date.parse('2046-01-01T00:00:00Z'))
    await candlesFrom(exchange, open, DAILY, anySignal())
    const spans = requested().map(({ searchParams }) => [
      Number(searchParams.get('start_ts')),
      Number(searchParams.get('end_ts')),
    ])
    expect(spans).toHaveLength(2)
    for (const [from = 0, to = 0] of spans) expect((to - from) / 86_400).toBeLessThanOrEqual(5_000)
    expect(spans[1]?.[0]).toBe((spans[0]?.[1] ?? 0) + 1)
    expect(spans[1]?.[1]).toBe(Date.parse('2046-01-02T00:00:00Z') / 1_000)
  })

  it('candles of a market that is over come from the archive if the live ones are gone', async () => {
    const archived = { open: '0.4100', high: '0.4450', low: '0.4000', close: '0.4300', mean: '0.42', previous: null }
    const candlesticks = [
      { end_period_ts: START / 1_000, price: archived, volume: '12.50' },
      { end_period_ts: START / 1_000 - 86_400, price: { ...archived, open: null, close: null }, volume: '0.00' },
    ]
    for (const live of [page(), { markets: [] }, undefined]) {
      const exchange = await answering({ [LIVE]: live, [ARCHIVE]: { ticker: POLITICS, candlesticks } })
      expect(await candlesFrom(exchange, over, DAILY, anySignal())).toMatchObject([
        { from: START - DAY, open: 410_000, close: 430_000, volume: 12_500_000 },
      ])
      expect(requested().map(({ pathname }) => pathname)).toEqual([LIVE, ARCHIVE])
      await server?.close()
    }
  })

  it('candles of an open market never come from the archive, and an unknown market has none', async () => {
    let exchange = await answering({ [LIVE]: page() })
    expect(await candlesFrom(exchange, open, DAILY, anySignal())).toEqual([])
    expect(requested().map(({ pathname }) => pathname)).toEqual([LIVE])
    await server?.close()
    exchange = await answering({})
    expect(await candlesFrom(exchange, over, DAILY, anySignal())).toEqual([])
    await expect(exchange.priceSeries(open, DAILY, anySignal())).rejects.toThrow(ExchangeUnavailable)
  })

  it('candles that make no sense fail the read', async () => {
    for (const bad of [
      { markets: 'none' },
      page({ ...ended, price: { ...price, open_dollars: '1.2000' } }),
      page({ price }),
      page({ ...ended, volume_fp: '-1.00', price }),
    ]) {
      const exchange = await answering({ [LIVE]: bad })
      await expect(exchange.priceSeries(open, DAILY, anySignal())).rejects.toThrow(ExchangeUnavailable)
      await server?.close()
    }
  })

  it('candles of the simulated exchange are read, closed markets included', async () => {
    desk = await openDesk()
    const [market = open] = await desk.exchange.marketsById([POLITICS], anySignal())
    for (const interval of ['1d', '1w', '1m', 'max'] as const) {
      const candles = await candlesFrom(desk.exchange, market, { interval, fidelity: 60 }, anySignal())
      expect(candles.length).toBeGreaterThan(20)
      for (const { open: first, high, low, close, volume } of candles) {
        expect(low).toBeLessThanOrEqual(Math.min(first, close))
        expect(high).toBeGreaterThanOrEqual(Math.max(first, close))
        expect(volume).toBeGreaterThan(0)
      }
    }
    await desk.simulated.control('status', { market: POLITICS, status: 'closed' })
    expect((await candlesFrom(desk.exchange, over, DAILY, anySignal())).length).toBeGreaterThan(20)
  })
})

describe('a book', () => {
  it('a missing book is distinguished from an unavailable exchange', async () => {
    const exchange = await answering({})
    await expect(exchange.orderBook(POLITICS, anySignal())).rejects.toThrow(NoOrderBook)
    await server?.close()
    const error: unknown = await exchange.orderBook(POLITICS, anySignal()).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ExchangeUnavailable)
    expect(error).not.toBeInstanceOf(NoOrderBook)
  })
})
