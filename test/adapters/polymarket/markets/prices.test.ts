/** Candles of EXCHANGE_B through the adapter, from payloads as the reference has them, and if its hosts fail. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { http } from '#adapters/exchanges/http/http.ts'
import { RateBudget } from '#adapters/exchanges/http/rate-budget.ts'
import { polymarketExchange } from '#adapters/exchanges/polymarket/polymarket-exchange.ts'
import { ExchangeUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { type Listener, listen } from '../../http/loopback-server.ts'
import { sampleMarket } from '../../store/samples.ts'

const candlesFrom = async (exchange: MarketDataSource, ...given: Parameters<MarketDataSource['priceSeries']>) =>
  (await exchange.priceSeries(...given)).candles

const START = Date.parse('2026-11-21T07:30:00Z')
const HOUR = 3_600
const seven = Date.parse('2026-11-21T07:00:00Z') / 1_000

const CONDITION = `0x${'ab'.repeat(32)}`
const YES = '71321045679252212594626385532706912750332728571942532289631379312455583992563'
const TOKENS = { tokenIdYes: YES, tokenIdNo: '5' }
const open = sampleMarket(CONDITION, { exchange: 'EXCHANGE_B', ...TOKENS })
const over = { ...open, status: 'closed' as const }

const DATA = '/data/v2/prices-history'
const CLOB = '/clob/prices-history'

let server: Listener | null = null

afterEach(async () => {
  await server?.close()
  server = null
})

type Answers = Readonly<Record<string, (query: URLSearchParams) => { status?: number; body: unknown } | 'nothing'>>

/** Three hosts that answer by the path; unknown paths are 404. */
const answering = async (answers: Answers) => {
  server = await listen((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const answer = answers[pathname]?.(searchParams) ?? { status: 404, body: { error: 'not found' } }
    if (answer === 'nothing') return
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  const { url } = server
  return polymarketExchange({
    urls: {
      clob: `${url}/clob`,
      gamma: `${url}/gamma`,
      data: `${url}/data`,
      relayer: `${url}/relayer`,
      site: `${url}/site`,
    },
    clock: () => START,
    http: http(),
    budget: new RateBudget(() => performance.now()),
    sleep: async () => {},
    onSkip: () => {},
    tokensOf: async () => ({ yes: YES, no: '5' }),
  })
}
const requested = () => (server?.requests ?? []).map(({ url }) => new URL(url, 'http://x'))
const queryOf = (path: string) =>
  Object.fromEntries(requested().findLast(({ pathname }) => pathname === path)?.searchParams ?? [])
const anySignal = () => AbortSignal.timeout(8_000)
const page = (
  points: ReadonlyArray<readonly [at: number, price: number, resolution?: number]>,
  next: string | null = null,
) => ({
  body: {
    data: points.map(([timestamp, price, resolution_seconds = 1_800]) => ({ timestamp, price, resolution_seconds })),
    pagination: { limit: 10_000, offset: 0, has_more: next !== null, next_cursor: next },
  },
})
const MISS = { body: { data: null, pagination: { limit: 10_000, offset: 0, has_more: false, next_cursor: null } } }
const AWAY = { status: 503, body: { error: 'x', code: 'dependency_unavailable', retryable: true, trace_id: 'x' } }

const flat = (from: number, price: number) => {
  return { from: from * 1_000, open: price, high: price, low: price, close: price, volume: 0 }
}

describe('the price history of the data host', () => {
  it('becomes candles of one price and no volume, the last price of each period, oldest first', async () => {
    const exchange = await answering({
      [DATA]: () =>
        page([
          [seven - HOUR, 0.51],
          [seven - HOUR + 1_800, 0.515],
          [seven, 0.5000005],
          // The newest observation is no bucket, and may lie anywhere.
          [seven + 1_511, 0.9995, 0],
        ]),
    })
    expect(await candlesFrom(exchange, open, { interval: '1d', fidelity: 60 }, anySignal())).toEqual([
      flat(seven - HOUR, 515_000),
      flat(seven, 999_500),
    ])
    expect(await candlesFrom(exchange, open, { interval: '1d', fidelity: 30 }, anySignal())).toEqual([
      flat(seven - HOUR, 510_000),
      flat(seven - 1_800, 515_000),
      flat(seven, 999_500),
    ])
  })

  it('is asked for by the YES token and a named interval, in the coarsest steps that are fine enough', async () => {
    const exchange = await answering({ [DATA]: () => MISS })
    for (const [interval, fidelity, seconds] of [
      ['1d', 1, 60],
      ['1d', 4, 60],
      ['1d', 5, 300],
      ['1d', 60, 1_800],
      ['1w', 1, 60],
      ['1w', 29, 300],
      // Minutes are kept for seven days, three hours for ever.
      ['1m', 1, 300],
      ['1m', 60, 1_800],
      ['max', 1, 10_800],
      ['max', 60, 10_800],
    ] as const) {
      await candlesFrom(exchange, open, { interval, fidelity }, anySignal())
      expect(queryOf(DATA), `${interval} ${fidelity}`).toEqual({
        token_id: YES,
        interval,
        bucket_seconds: String(seconds),
        limit: '10000',
      })
    }
  })

  it('is read to its last page', async () => {
    const exchange = await answering({
      [DATA]: (query) => (query.get('cursor') === 'more' ? page([[seven, 0.6]]) : page([[seven - HOUR, 0.5]], 'more')),
    })
    const candles = await candlesFrom(exchange, open, { interval: '1d', fidelity: 60 }, anySignal())
    expect(candles).toEqual([flat(seven - HOUR, 500_000), flat(seven, 600_000)])
    expect(queryOf(DATA)).toMatchObject({ token_id: YES, interval: '1d', cursor: 'more' })
  })

  it('an empty history is an empty series, and no reason to ask elsewhere', async () => {
    const exchange = await answering({ [DATA]: () => MISS })
    expect(await candlesFrom(exchange, over, { interval: '1d', fidelity: 60 }, anySignal())).toEqual([])
    expect(requested().map(({ pathname }) => pathname)).toEqual([DATA])
  })
})

describe('the price history of the order book host', () => {
  it('is the fallback if the data host fails, is gone, or makes no sense', async () => {
    const history = [
      { t: seven - HOUR + 2, p: 0.51 },
      { t: seven + 2, p: 0.52 },
    ]
    for (const answer of [
      AWAY,
      { status: 400, body: { error: 'bad', code: 'invalid_request', retryable: false } },
      { status: 404, body: {} },
      { body: { data: 'none' } },
      page([[seven, 1.5]]),
    ]) {
      const exchange = await answering({ [DATA]: () => answer, [CLOB]: () => ({ body: { history } }) })
      expect(await candlesFrom(exchange, open, { interval: '1d', fidelity: 60 }, anySignal())).toEqual([
        flat(seven - HOUR, 510_000),
        flat(seven, 520_000),
      ])
      await server?.close()
    }
  })

  it('is asked for no finer than it answers', async () => {
    const exchange = await answering({ [DATA]: () => AWAY, [CLOB]: () => ({ body: { history: [] } }) })
    for (const [market, interval, fidelity, minutes] of [
      [open, '1d', 1, 1],
      [open, '1w', 1, 5],
      [open, '1m', 1, 10],
      [open, '1m', 60, 60],
      [open, 'max', 60, 180],
      [over, '1d', 60, 720],
      [over, 'max', 60, 720],
    ] as const) {
      await candlesFrom(exchange, market, { interval, fidelity }, anySignal())
      expect(queryOf(CLOB)).toEqual({ market: YES, interval, fidelity: String(minutes) })
    }
  })

  it('still has its turn when the data host does not answer at all', async () => {
    const exchange = await answering({
      [DATA]: () => 'nothing',
      [CLOB]: () => ({ body: { history: [{ t: seven, p: 0.5 }] } }),
    })
    const candles = await candlesFrom(exchange, open, { interval: '1d', fidelity: 60 }, anySignal())
    expect(candles).toEqual([flat(seven, 500_000)])
  })

  it('a failure of both hosts fails the read, as does a market without tokens', async () => {
    const exchange = await answering({ [DATA]: () => AWAY, [CLOB]: () => AWAY })
    const query = { interval: '1d', fidelity: 60 } as const
    await expect(exchange.priceSeries(open, query, anySignal())).rejects.toThrow(ExchangeUnavailable)
    const bare = { ...open, tokenIdYes: null }
    await expect(exchange.priceSeries(bare, query, anySignal())).rejects.toThrow(ExchangeUnavailable)
  })
})

describe('a book', () => {
  it('a missing book is distinguished from an unavailable exchange', async () => {
    const none = await answering({})
    await expect(none.orderBook(CONDITION, anySignal())).rejects.toThrow(NoOrderBook)
    await server?.close()
    const away = await answering({ '/clob/book': () => AWAY })
    const error: unknown = await away.orderBook(CONDITION, anySignal()).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ExchangeUnavailable)
    expect(error).not.toBeInstanceOf(NoOrderBook)
  })
})
