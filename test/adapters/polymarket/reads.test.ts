/** Reads through the adapter from the simulated EXCHANGE_B: orders, fills, markets, books. */

import { afterEach, describe, expect, it } from 'vitest'
import { price, qty } from '#domain/kernel/numbers.ts'
import { onGrid } from '#domain/markets/market.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import { ExchangeRefuses, ExchangeUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import { NEG_RISK, protocolV2, STANDARD, START } from '#simulators/test/polymarket/simulated.ts'
import { listen } from '../http/loopback-server.ts'
import { adapterFor, anySignal, type Desk, MARKET, openDesk, someOrder } from './desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

const luck = (path: string, more: Record<string, unknown>) =>
  desk.simulated.control('faults', { method: 'GET', path, times: 1, ...more })
const open = () => desk.exchange.openOrders(desk.account, anySignal())

describe('reads', () => {
  it.each(['html', 'bare'])('take nothing for absent on the word of the front door: 404 (%s)', async (door) => {
    desk = await openDesk()
    const order = await desk.prepared()
    const id = await desk.placed(order)
    await luck('', { kind: 'status', status: 404, door, times: 1_000 })
    await expect(desk.order(id)).rejects.toThrow(ExchangeRefuses)
    await expect(desk.lookUp(order)).rejects.toThrow(ExchangeRefuses)
    await expect(desk.exchange.marketStates([MARKET], anySignal())).rejects.toThrow(ExchangeRefuses)
    const noBook = await desk.exchange.orderBook(MARKET, anySignal()).catch((error: unknown) => error)
    expect(noBook).toBeInstanceOf(ExchangeUnavailable)
    expect(noBook).not.toBeInstanceOf(NoOrderBook)
  })

  it('reads of one order reject an answer about another', async () => {
    desk = await openDesk()
    const order = await desk.prepared()
    const id = await desk.placed(order)
    const row = (await desk.simulated.call('GET', `/data/order/${id}`)).body
    const another = { ...row, id: `0x${'ab'.repeat(32)}`, status: 'CANCELED' }
    await desk.answer('/data/order/', another)
    await expect(desk.order(id)).rejects.toThrow(ExchangeUnavailable)
    await desk.answer('/data/order/', another)
    await expect(desk.lookUp(order)).rejects.toThrow(ExchangeUnavailable)
    expect(await desk.order(id)).toMatchObject({ state: 'live' })
  })

  it('reads of an order without a filled amount take it for zero', async () => {
    desk = await openDesk()
    const id = await desk.placed(await desk.prepared())
    const row = (await desk.simulated.call('GET', `/data/order/${id}`)).body
    await desk.answer('/data/order/', { ...row, size_matched: '' })
    expect(await desk.order(id)).toMatchObject({ state: 'live', filledQty: 0 })
  })

  it('reads of the book leave out an order that makes no sense, and sell nothing that it may offer', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    const id = await desk.placed(await desk.prepared())
    const row = (await desk.simulated.call('GET', `/data/order/${id}`)).body
    for (const odd of [
      { ...row, id: 'odd', size_matched: 'many' },
      { ...row, id: 'odd', status: null },
    ]) {
      await desk.answer('/data/orders', { data: [odd, row], next_cursor: 'LTE=' })
      expect(await open()).toMatchObject([{ exchangeOrderId: id }])
    }
    expect(desk.skipped).toEqual(['odd', 'odd'])
    await luck('/data/orders', { kind: 'status', status: 200, body: { data: [{ id: 'odd' }] }, times: 2 })
    expect(await desk.prepare(someOrder({ buyFlag: false }))).toMatchObject({ kind: 'later' })
  })

  it('are repeated over passing trouble', async () => {
    desk = await openDesk()
    await desk.placed(await desk.prepared())
    for (const more of [
      { kind: 'drop_before', times: 2 },
      { kind: 'drop_after', times: 2 },
      { kind: 'status', status: 425 },
      { kind: 'status', status: 503, body: '<html>' },
    ]) {
      await luck('/data/orders', more)
      expect(await open()).toHaveLength(1)
    }
  })

  it('reads that keep failing, or are refused, throw the one declared error', async () => {
    desk = await openDesk()
    const stranger = { accountKey: 'x', secrets: { ...desk.account.secrets, api_key: 'nobody' } }
    await expect(desk.exchange.openOrders(stranger, anySignal())).rejects.toThrow(/status 401/)
    await expect(desk.exchange.openOrders({ accountKey: 'x', secrets: {} }, anySignal())).rejects.toThrow(
      ExchangeUnavailable,
    )
    await luck('/data/orders', { kind: 'status', status: 500, times: 3 })
    await expect(open()).rejects.toThrow(ExchangeUnavailable)
    await luck('/markets/keyset', { kind: 'status', status: 500, times: 3 })
    await expect(desk.exchange.listMarkets(null, anySignal())).rejects.toThrow(ExchangeUnavailable)
    await expect(desk.exchange.openOrders(desk.account, AbortSignal.abort())).rejects.toThrow(ExchangeUnavailable)
  })

  it.each([{}, { data: null }, [], '<html>'])('never take %j for an empty page', async (body) => {
    desk = await openDesk()
    await luck('/data/orders', { kind: 'status', status: 200, body })
    await expect(open()).rejects.toThrow(ExchangeUnavailable)
  })

  it('are paged to their end', async () => {
    desk = await openDesk({ cash: 100_000 })
    for (let count = 0; count < 103; count += 1) await desk.simulated.place({ price: 0.1, size: 5 })
    expect(new Set((await open()).map(({ exchangeOrderId }) => exchangeOrderId)).size).toBe(103)
    await desk.book({ bids: [[0.3, 10_000]], asks: [[0.5, 10_000]] })
    for (let count = 0; count < 103; count += 1) await desk.simulated.place({ price: 0.5, size: 5 })
    expect(new Set((await desk.fills()).map(({ fillId }) => fillId)).size).toBe(103)
  })

  it.each([true, false])('understand statuses with and without a prefix: %s', async (prefixedStatuses) => {
    desk = await openDesk({ prefixedStatuses })
    await desk.book({ asks: [[0.4, 3]] })
    const id = await desk.placed(await desk.prepared())
    expect(await open()).toMatchObject([{ exchangeOrderId: id, state: 'live', filledQty: 3_000_000 }])
    await desk.simulated.pass(10_000)
    expect(await desk.fills()).toMatchObject([{ status: 'FINAL' }])
    await desk.cancel(id)
    expect(await desk.order(id)).toMatchObject({ state: 'ended', filledQty: 3_000_000 })
  })
})

describe.each(['old', 'new'])('order queries as they are %s', (order_queries) => {
  it('find open orders, what of a token is free to sell, and an order that traded', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    await desk.simulated.control('switches', { order_queries })
    await desk.book({ bids: [[0.3, 100]], asks: [[0.7, 100]] })
    const rests = await desk.placed(await desk.prepared({ buyFlag: false, qty: qty(8_000_000), price: price(600_000) }))
    const sale = someOrder({ buyFlag: false, qty: qty(20_000_000), price: price(300_000) })
    const parts = [
      { qty: 12_000_000, opens: false },
      { qty: 8_000_000, opens: true },
    ]
    expect(await desk.prepare(sale)).toMatchObject({ kind: 'ready', parts })
    await desk.simulated.control('trade', { market: MARKET, price: 0.6, qty: 3, buy_flag: true })
    expect(await open()).toMatchObject([{ exchangeOrderId: rests, state: 'live', filledQty: 3_000_000 }])
    expect(await desk.order(rests)).toMatchObject({ state: 'live', filledQty: 3_000_000 })
  })
})

describe('one order', () => {
  it('an order that was never placed is none, and then has ended with nothing', async () => {
    desk = await openDesk()
    const id = `0x${'ab'.repeat(32)}`
    expect(await desk.order(id)).toBeNull()
    await desk.simulated.pass(10_000)
    expect(await desk.order(id)).toMatchObject({ state: 'ended', filledQty: 0 })
  })

  it.each([
    ['null', true],
    ['<html>', false],
    ['{}', false],
  ])('answered with %s is none: %s', async (text, isNone) => {
    desk = await openDesk()
    const server = await listen((request, response) => {
      response.end(request.url?.startsWith('/data/trades') ? '{"data":[],"next_cursor":"LTE="}' : text)
    })
    const there = adapterFor(
      { clob: server.url, gamma: server.url, data: server.url, relayer: server.url, site: server.url },
      () => START,
    )
    const hash = `0x${'ab'.repeat(32)}`
    const ref = { exchangeOrderId: hash, nativeId: MARKET, since: START, childObservations: NO_CHILD_OBSERVATIONS }
    const answer = await there.order(desk.account, ref, anySignal()).catch((error: unknown) => error)
    await server.close()
    const missing = [{ id: hash, since: START }]
    if (isNone) expect(answer).toEqual({ report: null, childObservations: { killed: [], missing } })
    else expect(answer).toBeInstanceOf(ExchangeUnavailable)
  })
})

describe('fills', () => {
  it('as a maker are those of the own order, at its own price and without a fee', async () => {
    desk = await openDesk()
    const order = await desk.prepared({ buyFlag: false, price: price(300_000) })
    await desk.placed(order)
    await desk.simulated.place({ outcome: 1, side: 'BUY', price: 0.65, size: 20 }, desk.traders.bob)
    await desk.simulated.place({ outcome: 0, side: 'BUY', price: 0.35, size: 6 }, desk.traders.cleo)
    expect(await desk.fills()).toMatchObject([
      {
        exchangeOrderId: order.attempt.identity,
        isMaker: true,
        price: 300_000,
        qty: 6_000_000,
        buyFlag: false,
        fee: 0,
        status: 'PROVISIONAL',
      },
    ])
  })

  it('are reported with the fees the exchange takes, to the last digit', async () => {
    desk = await openDesk()
    await desk.book({ bids: [[0.37, 50]], asks: [[0.41, 7.33]] })
    await desk.placed(await desk.prepared({ price: price(450_000), qty: qty(7_330_000) }))
    await desk.placed(
      await desk.prepared({ buyFlag: false, price: price(330_000), qty: qty(11_070_000), orderId: SECOND }),
    )
    const truth = (await desk.truth()).fills.map(({ price: at, qty: shares, fee, buy_flag: buyFlag }) =>
      [at * 1e6, shares * 1e6, fee * 1e6, buyFlag].map((value) =>
        typeof value === 'number' ? Math.round(value) : value,
      ),
    )
    const ours = (await desk.fills()).map(({ price: at, qty: shares, fee, buyFlag }) => [at, shares, fee, buyFlag])
    expect(ours).toHaveLength(2)
    expect(new Set(ours.map(String))).toEqual(new Set(truth.map(String)))
  })

  it('go from provisional to final, or are reversed when settlement fails', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 100]] })
    await desk.placed(await desk.prepared({ qty: qty(6_000_000) }))
    await desk.simulated.control('mode', { mode: 'settlement_fails' })
    await desk.placed(await desk.prepared({ qty: qty(7_000_000), orderId: SECOND }))
    await desk.simulated.control('mode', { mode: 'open' })
    const statuses = async () =>
      Object.fromEntries((await desk.fills()).map(({ qty: shares, status }) => [shares / 1e6, status]))
    expect(await statuses()).toEqual({ 6: 'PROVISIONAL', 7: 'PROVISIONAL' })
    await desk.simulated.pass(2_000)
    expect(await statuses()).toEqual({ 6: 'PROVISIONAL', 7: 'PROVISIONAL' })
    await desk.simulated.pass(10_000)
    expect(await statuses()).toEqual({ 6: 'FINAL', 7: 'REVERSED' })
  })

  it('fills of other wallets of the same key are not ours', async () => {
    desk = await openDesk()
    const other = { accountKey: 'other', secrets: { ...desk.account.secrets, funder: `0x${'7'.repeat(40)}` } }
    await desk.book({ asks: [[0.4, 100]] })
    await desk.placed(await desk.prepared())
    const { fills } = await desk.exchange.fillsSince(other, START - 60_000, anySignal())
    expect(fills).toEqual([])
  })

  it('fills in an unknown market are reported by their label, and left out without a usable label', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 100]] })
    await desk.placed(await desk.prepared())
    const [row] = (await desk.simulated.call('GET', '/data/trades')).body['data'] as unknown as Record<
      string,
      unknown
    >[]
    const skipped: string[] = []
    const lost = adapterFor(
      desk.simulated.simulator.urls,
      () => START,
      (id) => skipped.push(id),
      async () => null,
    )
    // The exchange's own catalogue has it no more either.
    await luck('/gamma/markets', { kind: 'status', status: 200, body: { markets: [] }, times: 100 })
    const reported = async (outcome: string) => {
      await luck('/data/trades', {
        kind: 'status',
        status: 200,
        body: { data: [{ ...row, outcome }], next_cursor: 'LTE=' },
      })
      return (await lost.fillsSince(desk.account, START, anySignal())).fills
    }
    expect(await reported('Yes')).toMatchObject([{ price: 400_000, buyFlag: true }])
    expect(await reported('No')).toMatchObject([{ price: 600_000, buyFlag: false }])
    expect(await reported('Up')).toEqual([])
    expect(skipped).toEqual([row?.['id']])
  })

  it('fills with times in milliseconds have the same time', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 100]] })
    await desk.placed(await desk.prepared())
    const [row] = (await desk.simulated.call('GET', '/data/trades')).body['data'] as unknown as object[]
    const body = { data: [{ ...row, match_time: String(START) }], next_cursor: 'LTE=' }
    await luck('/data/trades', { kind: 'status', status: 200, body })
    expect(await desk.fills()).toMatchObject([{ at: START }])
  })

  it('fills that slip onto the next page during the read are counted once', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 100]] })
    const id = await desk.placed(await desk.prepared())
    const { data } = (await desk.simulated.call('GET', '/data/trades')).body
    const slip = async () => {
      await luck('/data/trades', { kind: 'status', status: 200, body: { data, next_cursor: 'MTAw' } })
      await luck('/data/trades', { kind: 'status', status: 200, body: { data, next_cursor: 'LTE=' } })
    }
    await slip()
    expect(await desk.fills()).toHaveLength(1)
    await luck('/data/order/', { kind: 'status', status: 404 })
    await slip()
    expect(await desk.order(id)).toBeNull()
    await desk.simulated.pass(11_000)
    await luck('/data/order/', { kind: 'status', status: 404 })
    await slip()
    expect(await desk.order(id)).toMatchObject({ state: 'ended', filledQty: 10_000_000 })
  })

  it('unreadable fills are reported with their possible orders, and the rest is read', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 100]] })
    const id = await desk.placed(await desk.prepared())
    const [row] = (await desk.simulated.call('GET', '/data/trades')).body['data'] as unknown as Record<
      string,
      unknown
    >[]
    for (const more of [
      { size: 'many' },
      { price: '1.5' },
      { match_time: 'soon' },
      { asset_id: '12' },
      { side: 'HOLD' },
    ]) {
      const body = { data: [row, { ...row, id: 'odd', ...more }], next_cursor: 'LTE=' }
      await luck('/data/trades', { kind: 'status', status: 200, body, times: 2 })
      const odd = { tradeId: 'odd', exchangeOrderIds: expect.arrayContaining([id]) }
      const fill = { tradeId: row?.['id'], exchangeOrderId: id }
      expect(await desk.exchange.fillsSince(desk.account, START - 60_000, anySignal())).toMatchObject({
        fills: [fill],
        unread: [odd],
      })
      const later = desk.simulated.time.now + 60_000
      expect(await desk.exchange.fillsBefore(desk.account, later, null, anySignal())).toMatchObject({
        fills: [fill],
        unread: [odd],
      })
    }
  })

  it('unreadable fills leave open the fate of an order they name', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 100]] })
    const id = await desk.placed(await desk.prepared())
    const [row] = (await desk.simulated.call('GET', '/data/trades')).body['data'] as unknown as object[]
    const body = { data: [{ ...row, size: 'many' }], next_cursor: 'LTE=' }
    await luck('/data/order/', { kind: 'status', status: 404 })
    await luck('/data/trades', { kind: 'status', status: 200, body })
    await expect(desk.order(id)).rejects.toThrow(ExchangeUnavailable)
  })
})

describe('the book', () => {
  it('is that of the YES token, best price first', async () => {
    desk = await openDesk()
    await desk.book({
      bids: [
        [0.3, 5],
        [0.32, 6],
      ],
      asks: [
        [0.4, 7],
        [0.38, 8],
      ],
    })
    expect(await desk.exchange.orderBook(MARKET, anySignal())).toEqual({
      bids: [
        { price: 320_000, qty: 6_000_000 },
        { price: 300_000, qty: 5_000_000 },
      ],
      asks: [
        { price: 380_000, qty: 8_000_000 },
        { price: 400_000, qty: 7_000_000 },
      ],
      at: START,
      receivedAt: START,
    })
  })

  it('a market that is over or unknown has no book', async () => {
    desk = await openDesk()
    await expect(desk.exchange.orderBook('0x12', anySignal())).rejects.toThrow(ExchangeUnavailable)
    await desk.simulated.control('resolve', { market: MARKET, outcome: 'yes' })
    await expect(desk.exchange.orderBook(MARKET, anySignal())).rejects.toThrow(ExchangeUnavailable)
  })
})

describe('the catalogue', () => {
  const all = async () => {
    const found = []
    let cursor: string | null = null
    do {
      const page = await desk.exchange.listMarkets(cursor, anySignal())
      found.push(...page.markets)
      cursor = page.cursor
    } while (cursor !== null)
    return found
  }

  it('lists every open market once, with tokens, grid, category and tags', async () => {
    desk = await openDesk()
    const markets = await all()
    expect(markets.length).toBeGreaterThan(100)
    expect(new Set(markets.map(({ svcId }) => svcId)).size).toBe(markets.length)
    expect(desk.skipped).toEqual([])
    for (const market of markets) {
      expect(market.nativeId).toMatch(/^0x[0-9a-f]{64}$/)
      expect(market.status).toBe('active')
      expect(onGrid(market, price(500_000))).toBe(true)
      expect(market.tags.length).toBeGreaterThan(0)
    }
    expect(new Set(markets.map(({ category }) => category)).size).toBeGreaterThan(5)
    expect(markets.find(({ nativeId }) => nativeId === MARKET)).toMatchObject({
      exchange: 'EXCHANGE_B',
      tokenIdYes: STANDARD.tokens[0],
      tokenIdNo: STANDARD.tokens[1],
      conditionId: MARKET,
      slug: STANDARD.slug,
      name: STANDARD.question,
      negRisk: false,
      negRiskId: null,
      tickSizePrice: STANDARD.tick,
      priceRanges: [{ start: STANDARD.tick, end: 1_000_000 - STANDARD.tick, step: STANDARD.tick }],
      tickSizeQty: 10_000,
      minimumOrderSize: STANDARD.minSize,
      expiresAt: Math.floor(STANDARD.endsAt / 1_000) * 1_000,
      shard: 0,
    })
    expect(markets.find(({ nativeId }) => nativeId === NEG_RISK.conditionId)).toMatchObject({
      negRisk: true,
      negRiskId: NEG_RISK.event.negRiskMarketId,
    })
  })

  it('finds markets by name, also those that are over and those of the newer protocol', async () => {
    desk = await openDesk()
    const newer = protocolV2()
    await desk.simulated.control('resolve', { market: MARKET, outcome: 'yes' })
    const expected = [MARKET, newer.conditionId, `0x${'12'.repeat(32)}`]
    const found = new Map(
      (await desk.exchange.marketsById(expected, anySignal())).map((market) => [market.nativeId, market]),
    )
    expect([...found.keys()].sort()).toEqual([MARKET, newer.conditionId].sort())
    expect(found.get(MARKET)).toMatchObject({ status: 'closed' })
    expect(found.get(newer.conditionId)).toMatchObject({
      status: 'active',
      tokenIdYes: newer.tokens[0],
      tokenIdNo: newer.tokens[1],
    })
    expect((await all()).some(({ nativeId }) => nativeId === MARKET)).toBe(false)
  })

  it('leaves out markets that were not requested if the exchange ignores the names', async () => {
    desk = await openDesk()
    const listed = await fetch(`${desk.simulated.simulator.urls.gamma}/markets/keyset?limit=100`)
    const { markets } = (await listed.json()) as { readonly markets: readonly { readonly conditionId: string }[] }
    const body = { markets: [...markets.filter(({ conditionId }) => conditionId !== MARKET), ...markets] }
    await luck('/markets/keyset', { kind: 'status', status: 200, body, times: 2 })
    const found = await desk.exchange.marketsById([MARKET], anySignal())
    expect(found.map(({ nativeId }) => nativeId)).toEqual([MARKET])
  })

  it('lists the markets that are new, and then the markets that were closed, since a moment', async () => {
    desk = await openDesk()
    const since = desk.simulated.time.now
    desk.simulated.time.now += 60_000
    await desk.simulated.control('resolve', { market: MARKET, outcome: 'yes' })
    const reports = []
    let cursor: string | null = null
    let pages = 0
    do {
      const page = await desk.exchange.changedMarkets(since, cursor, anySignal())
      reports.push(...page.markets)
      cursor = page.cursor
      pages += 1
    } while (cursor !== null)
    expect(pages).toBeLessThanOrEqual(3)
    expect(reports.filter(({ status }) => status === 'closed').map(({ nativeId }) => nativeId)).toContain(MARKET)
  })

  it('asks for many names in several calls: with more than 45 of them the exchange refuses the address', async () => {
    desk = await openDesk()
    const names = (await all()).map(({ nativeId }) => nativeId)
    expect(await desk.exchange.marketsById(names, anySignal())).toHaveLength(names.length)
  })

  it('leaves out a record that it cannot read, and says which', async () => {
    desk = await openDesk()
    const records = ['0xab', 17, { conditionId: `0x${'cd'.repeat(32)}`, outcomes: '["A","B","C"]' }]
    const markets = records.map((record) => (typeof record === 'object' ? record : { conditionId: record }))
    await luck('/markets/keyset', { kind: 'status', status: 200, body: { markets } })
    expect(await desk.exchange.listMarkets(null, anySignal())).toEqual({ markets: [], cursor: null })
    expect(desk.skipped).toEqual(['0xab', '17', `0x${'cd'.repeat(32)}`])
  })
})

const SECOND = '019aa5a0-0000-7000-8000-000000000002'
