/** Current quotes of many markets of the simulated EXCHANGE_B, through the adapter. */

import { afterEach, describe, expect, it } from 'vitest'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { NEG_RISK, STANDARD, START } from '#simulators/test/polymarket/simulated.ts'
import { anySignal, type Desk, MARKET, openDesk, watchedDataFor } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

const quotes = (...names: string[]) => desk.exchange.quotes(names, anySignal())
const quote = async (name: string) => (await quotes(name))[0]
const answer = (status: number, body: unknown, times = 1) =>
  desk.simulated.control('faults', { method: 'POST', path: '/books$', kind: 'status', status, times, body })
const UNKNOWN = `0x${'7'.repeat(64)}`

describe('quotes', () => {
  it('show the best of the book of YES, the last price and when they were asked for', async () => {
    desk = await openDesk()
    await desk.book({
      bids: [
        [0.3, 50],
        [0.35, 20],
      ],
      asks: [
        [0.5, 10],
        [0.45, 30],
      ],
    })
    await desk.simulated.control('trade', { market: MARKET, price: 0.35, qty: 5, buy_flag: false })
    expect(await quote(MARKET)).toEqual({
      nativeId: MARKET,
      state: 'open',
      stateIsLive: false,
      bid: { price: 350_000, qty: 15_000_000 },
      ask: { price: 450_000, qty: 30_000_000 },
      lastPrice: 350_000,
      tradeMark: '0.35',
      lastTradeAt: null,
      asOf: START,
      statedAt: START,
    })
  })

  it('show no side where nothing is offered', async () => {
    desk = await openDesk()
    await desk.book({})
    expect(await quote(MARKET)).toMatchObject({ bid: null, ask: null })
  })

  it('show no last price before the first trade', async () => {
    desk = await openDesk()
    await answer(200, [{ asset_id: STANDARD.tokens[0], last_trade_price: '', bids: [], asks: [] }])
    expect(await quote(MARKET)).toMatchObject({ lastPrice: null, tradeMark: '' })
  })

  it.each([
    ['0.4499999999', 450_000],
    ['an average', null],
    ['1.5', null],
  ])('show their book whatever the last price is: %s', async (last_trade_price, lastPrice) => {
    desk = await openDesk()
    const bids = [{ price: '0.4', size: '10' }]
    await answer(200, [{ asset_id: STANDARD.tokens[0], last_trade_price, bids, asks: [] }])
    expect(await quote(MARKET)).toMatchObject({ bid: { price: 400_000 }, lastPrice })
    expect(desk.skipped).toEqual([])
  })

  it('leave out unknown markets and those that are over, and know each book by its token', async () => {
    desk = await openDesk()
    await desk.book({ bids: [[0.31, 50]], asks: [] })
    await desk.book({ market: NEG_RISK.conditionId, bids: [[0.13, 50]], asks: [] })
    const found = await quotes(MARKET, UNKNOWN, NEG_RISK.conditionId)
    expect(new Map(found.map(({ nativeId, bid }) => [nativeId, bid?.price]))).toEqual(
      new Map([
        [MARKET, 310_000],
        [NEG_RISK.conditionId, 130_000],
      ]),
    )
    await desk.simulated.control('status', { market: MARKET, status: 'closed' })
    expect((await quotes(MARKET, NEG_RISK.conditionId)).map(({ nativeId }) => nativeId)).toEqual([NEG_RISK.conditionId])
    expect(await quotes(UNKNOWN)).toEqual([])
  })

  it('leave out a book that makes no sense, say which, and go on', async () => {
    desk = await openDesk()
    const { tokens } = NEG_RISK
    const book = { asset_id: tokens[0], last_trade_price: '', bids: [{ price: '7', size: '1' }], asks: [] }
    await answer(200, [{ asset_id: 'x' }, book, 7])
    expect(await quotes(NEG_RISK.conditionId)).toEqual([])
    expect(desk.skipped).toEqual(['unknown', NEG_RISK.conditionId, 'unknown'])
  })

  it('know what a market was traded at last and when, if it was', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.45, 10]] })
    await desk.simulated.control('trade', { market: MARKET, price: 0.45, qty: 5, buy_flag: true })
    await desk.simulated.pass(60_000)
    expect(await desk.exchange.lastTrade(MARKET, anySignal())).toEqual({ price: 450_000, at: START })
    expect(await desk.exchange.lastTrade(UNKNOWN, anySignal())).toBeNull()
  })

  it('take no price of a token that the market does not have for one of YES', async () => {
    desk = await openDesk()
    await desk.answer('/v2/trades$', { data: [{ timestamp: START / 1_000, price: '0.41', token_id: '7' }] })
    await expect(desk.exchange.lastTrade(MARKET, anySignal())).rejects.toThrow(ExchangeUnavailable)
  })

  it('is the last one also where a cache has the answer of before', async () => {
    desk = await openDesk()
    await desk.simulated.control('switches', { trades_cache_ms: 300_000 })
    const { now } = desk.simulated.time
    for (const [seconds, at] of [
      [0, 0.45],
      [5, 0.41],
    ] as const) {
      desk.simulated.time.now = now + seconds * 1_000
      await desk.book({ bids: [[at - 0.02, 50]], asks: [[at, 50]] })
      await desk.simulated.control('trade', { market: MARKET, price: at, qty: 5, buy_flag: true })
      expect(await desk.exchange.lastTrade(MARKET, anySignal())).toMatchObject({ price: Math.round(at * 1e6) })
    }
  })

  it('are asked for again over passing trouble, and else throw the one declared error', async () => {
    desk = await openDesk()
    await answer(503, '<html>', 2)
    expect(await quotes(MARKET)).toHaveLength(1)
    await answer(500, {}, 3)
    await expect(quotes(MARKET)).rejects.toThrow(ExchangeUnavailable)
    await answer(200, {})
    await expect(quotes(MARKET)).rejects.toThrow(ExchangeUnavailable)
  })
})

describe('the latest trades of a market', () => {
  const skipped: string[] = []
  const read = (name: string, at: number) => {
    const { simulator, time } = desk.simulated
    const watched = watchedDataFor(
      simulator.urls,
      () => time.now,
      (id) => void skipped.push(id),
    )
    return watched.tradesSince?.(name, at, anySignal())
  }
  const since = (at: number) => read(MARKET, at)
  const trade = (price: number, buyFlag: boolean) =>
    desk.simulated.control('trade', { market: MARKET, price, qty: 5, buy_flag: buyFlag })

  it('comes oldest first, each as early as its match may have been before its block, whatever a cache has', async () => {
    desk = await openDesk()
    await desk.simulated.control('switches', { trades_cache_ms: 300_000 })
    await desk.book({ bids: [[0.35, 500]], asks: [[0.45, 500]] })
    await trade(0.45, true)
    await desk.simulated.pass(10_000)
    await trade(0.35, false)
    await trade(0.45, true)
    expect(await since(START - 60_000)).toEqual([
      { price: 450_000, at: START - 15_000 },
      { price: 350_000, at: START - 5_000 },
      { price: 450_000, at: START - 5_000 },
    ])
    await desk.simulated.pass(1_000)
    await trade(0.35, false)
    expect(await since(START + 5_000)).toHaveLength(3)
    expect(await since(START + 11_000)).toEqual([{ price: 350_000, at: START - 4_000 }])
  })

  it('is in terms of YES, also where NO was traded, and comes from as many pages as there are', async () => {
    desk = await openDesk()
    const row = (token: number, price: string, at: number) => ({
      timestamp: START / 1_000 + at,
      price,
      size: '1',
      side: 'BUY',
      token_id: STANDARD.tokens[token],
      transaction_hash: null,
    })
    const page = (data: readonly object[], cursor: string | null) =>
      desk.answer('/v2/trades$', { data, pagination: { has_more: cursor !== null, next_cursor: cursor } })
    await page([row(0, '0.45', 9), row(1, '0.6', 8)], 'next')
    await page([row(0, '0.41', 3)], null)
    expect(await since(START)).toEqual([
      { price: 410_000, at: START - 12_000 },
      { price: 400_000, at: START - 7_000 },
      { price: 450_000, at: START - 6_000 },
    ])
    for (let n = 0; n < 5; n += 1) await page([row(0, '0.45', 9)], 'next')
    expect(await since(START)).toHaveLength(3)
    expect(skipped).toEqual([MARKET])
  })

  it('leaves out a trade that makes no sense alone', async () => {
    desk = await openDesk()
    skipped.splice(0)
    const row = { timestamp: START / 1_000, price: '0.41', size: '1', side: 'BUY', token_id: STANDARD.tokens[0] }
    const data = [{ ...row, price: null }, row, { ...row, token_id: '7' }, 7]
    await desk.answer('/v2/trades$', { data, pagination: { has_more: false, next_cursor: null } })
    expect(await since(START)).toEqual([{ price: 410_000, at: START - 15_000 }])
    expect(skipped).toEqual(Array(3).fill(`trade of ${MARKET}`))
  })

  it('is nothing where the market is not known', async () => {
    desk = await openDesk()
    expect(await read(UNKNOWN, START)).toEqual([])
  })
})

describe('the tape', () => {
  it('is read however its sizes look as numbers', async () => {
    desk = await openDesk()
    const [market] = await desk.exchange.marketsById([MARKET], anySignal())
    if (market === undefined) throw new Error('no market')
    const row = { timestamp: START / 1_000, price: 0.41, side: 'BUY', token_id: STANDARD.tokens[0] }
    const sizes = [0.1 + 0.2, 9e-6, 1e-7, 1234.5678901, '219.217767']
    const data = sizes.map((size, n) => ({ ...row, size, transaction_hash: `0x${n}` }))
    await desk.answer('/v2/trades$', { data, pagination: { has_more: false, next_cursor: null } })
    const { trades } = await desk.exchange.trades(market, { limit: 10, before: null }, anySignal())
    expect(trades.map(({ qty }) => qty)).toEqual([300_000, 9, 0, 1_234_567_890, 219_217_767])
  })

  it.each([
    ['no size', { size: 'many' }],
    ['a negative size', { size: -1 }],
    ['no price', { price: null }],
    ['an unknown side', { side: 'HOLD' }],
    ['a token of another market', { token_id: '7' }],
  ])('leaves out a trade with %s alone, and says when it was', async (_, broken) => {
    desk = await openDesk()
    const [market] = await desk.exchange.marketsById([MARKET], anySignal())
    if (market === undefined) throw new Error('no market')
    const row = { timestamp: START / 1_000, price: 0.41, size: 1, side: 'BUY', token_id: STANDARD.tokens[0] }
    const data = [{ ...row, timestamp: START / 1_000 + 5, ...broken }, row]
    const page = { data, pagination: { has_more: false, next_cursor: null } }
    await desk.answer('/v2/trades$', page)
    const tape = await desk.exchange.trades(market, { limit: 10, before: null }, anySignal())
    expect(tape).toMatchObject({ trades: [{ price: 410_000, at: START }], unreadAt: START + 5_000 })
    expect(desk.skipped).toEqual([`trade of ${MARKET}`])
  })
})
