/** Reads through the adapter from the simulated EXCHANGE_A: orders, fills, markets, books. */

import { afterEach, describe, expect, it } from 'vitest'
import { price } from '#domain/kernel/numbers.ts'
import { DAY } from '#domain/kernel/time.ts'
import { ExchangeRefuses, ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { CRYPTO, POLITICS, START, TENNIS } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, anySignal, type Desk, openDesk, ref, someOrder, toSend } from './desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

describe('reads', () => {
  it('are repeated over passing trouble', async () => {
    desk = await openDesk()
    await desk.placed(desk.prepared())
    for (const kind of ['drop_before', 'drop_after']) {
      await desk.simulated.control('faults', { method: 'GET', path: '/portfolio/orders', kind, times: 2 })
      expect(await desk.exchange.openOrders(ACCOUNT, anySignal())).toHaveLength(1)
    }
    await desk.simulated.control('faults', {
      method: 'GET',
      path: '/portfolio/orders',
      kind: 'status',
      status: 429,
      times: 1,
    })
    expect(await desk.exchange.openOrders(ACCOUNT, anySignal())).toHaveLength(1)
  })

  it('reads that keep failing, or are refused, throw the one declared error', async () => {
    desk = await openDesk()
    const stranger = { accountKey: 'x', secrets: { ...ACCOUNT.secrets, api_key_id: 'nobody' } }
    await expect(desk.exchange.openOrders(stranger, anySignal())).rejects.toThrow(/status 401/)
    await desk.simulated.control('mode', { mode: 'restart' })
    await expect(desk.exchange.openOrders(ACCOUNT, anySignal())).rejects.toThrow(ExchangeUnavailable)
    await expect(desk.exchange.listMarkets(null, anySignal())).rejects.toThrow(ExchangeUnavailable)
    await expect(desk.exchange.openOrders(ACCOUNT, AbortSignal.abort())).rejects.toThrow(ExchangeUnavailable)
  })

  it('are paged to their end', async () => {
    desk = await openDesk()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await desk.placed(toSend(someOrder(), START, attempt))
    }
    const orders = await desk.exchange.openOrders(ACCOUNT, anySignal())
    const [first] = orders
    await desk.answer('/portfolio/orders$', {
      orders: [{ order_id: 'page-1', client_order_id: 'c', status: 'resting', fill_count_fp: '0.00' }],
      cursor: 'more',
    })
    const paged = await desk.exchange.openOrders(ACCOUNT, anySignal())
    expect(paged[0]?.exchangeOrderId).toBe('page-1')
    expect(paged.slice(1)).toContainEqual(first)
  })

  it('reads of the book leave out an order that makes no sense, and a look-up never takes it for none', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    const row = { order_id: 'good', client_order_id: 'c', status: 'resting', fill_count_fp: '0.00' }
    const odd = { order_id: 'odd', status: 'resting', fill_count_fp: 'many' }
    for (const one of [odd, { ...odd, status: null }]) {
      await desk.answer('/portfolio/orders$', { orders: [one, row], cursor: '' })
      expect(await desk.exchange.openOrders(ACCOUNT, anySignal())).toMatchObject([{ exchangeOrderId: 'good' }])
      await desk.answer('/portfolio/orders$', { orders: [one, row], cursor: '' })
      await expect(desk.lookUp(order)).rejects.toThrow(ExchangeUnavailable)
    }
    expect(desk.skipped).toEqual(['odd', 'odd'])
  })

  it('reads of an unknown order find none', async () => {
    desk = await openDesk()
    const unknown = ref('00000000-0000-0000-0000-000000000000')
    expect(await desk.exchange.order(ACCOUNT, unknown, anySignal())).toEqual({ report: null })
  })

  it.each(['html', 'bare'])('take nothing for absent on the word of the front door: 404 (%s)', async (door) => {
    desk = await openDesk()
    const id = await desk.placed(desk.prepared())
    await desk.simulated.control('faults', { method: 'GET', kind: 'status', status: 404, door })
    const signal = anySignal()
    await expect(desk.exchange.order(ACCOUNT, ref(id), signal)).rejects.toThrow(ExchangeRefuses)
    await expect(desk.exchange.marketStates([POLITICS], signal)).rejects.toThrow(ExchangeRefuses)
    const noBook = await desk.exchange.orderBook(POLITICS, signal).catch((error: unknown) => error)
    expect(noBook).toBeInstanceOf(ExchangeRefuses)
  })

  it('reads of one order reject an answer about another', async () => {
    desk = await openDesk()
    const id = await desk.placed(desk.prepared())
    const order = { order_id: 'another', client_order_id: 'c', status: 'executed', fill_count_fp: '10.00' }
    await desk.answer(`/portfolio/orders/${id}`, { order })
    await expect(desk.exchange.order(ACCOUNT, ref(id), anySignal())).rejects.toThrow(ExchangeUnavailable)
    expect(await desk.exchange.order(ACCOUNT, ref(id), anySignal())).toMatchObject({ report: { state: 'live' } })
  })

  it('end where the exchange sends the same page again and again', async () => {
    desk = await openDesk()
    const order = { order_id: 'o', client_order_id: 'c', status: 'resting', fill_count_fp: '0.00' }
    const again = { method: 'GET', kind: 'status', status: 200, times: 50 }
    await desk.simulated.control('faults', {
      ...again,
      path: '/portfolio/orders$',
      body: { orders: [order], cursor: 'same' },
    })
    await expect(desk.exchange.openOrders(ACCOUNT, anySignal())).rejects.toThrow(/does not end/)
    await desk.simulated.control('faults', { ...again, path: '/portfolio/fills$', body: { fills: [], cursor: 'same' } })
    await expect(desk.exchange.fillsSince(ACCOUNT, START, anySignal())).rejects.toThrow(/does not end/)
    const positions = { market_positions: [], cursor: 'same' }
    await desk.simulated.control('faults', { ...again, path: '/portfolio/positions$', body: positions })
    await expect(desk.exchange.positions(ACCOUNT, anySignal())).rejects.toThrow(/does not end/)
  })

  it('find an order in the list that cannot be read by its id', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.4, 50]] })
    const id = await desk.placed(desk.prepared())
    const missing = { method: 'GET', path: `/portfolio/orders/${id}`, kind: 'status', status: 404, times: 1 }
    await desk.simulated.control('faults', missing)
    const { report } = await desk.exchange.order(ACCOUNT, ref(id), anySignal())
    expect(report).toMatchObject({ exchangeOrderId: id, state: 'ended', filledQty: 10_000_000 })
  })

  it('find what only the archive has: an order that ended weeks ago, and its fill', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.4, 50]] })
    const id = await desk.placed(desk.prepared())
    const late = await desk.placed(toSend(someOrder({ price: price(390_000) }), START, 2))
    await desk.simulated.pass(15 * DAY)
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.39, 4]] })
    const { report } = await desk.exchange.order(ACCOUNT, ref(id), anySignal())
    expect(report).toMatchObject({ exchangeOrderId: id, state: 'ended', filledQty: 10_000_000 })
    const { fills } = await desk.exchange.fillsSince(ACCOUNT, START - 1_000, anySignal())
    expect(fills.map(({ exchangeOrderId }) => exchangeOrderId)).toEqual([late, id])
    // The archive is read only on request: it may hold years.
    const { fills: lately } = await desk.exchange.fillsSince(ACCOUNT, desk.simulated.time.now - DAY, anySignal())
    expect(lately.map(({ exchangeOrderId }) => exchangeOrderId)).toEqual([late])
  })
})

describe("the exchange's own numbered subaccounts", () => {
  /** Lists of fills and orders cover every subaccount; positions and balances cover one. */
  const reportSubaccount = async (number: number) => {
    const reported = { status: 200, times: 1, method: 'GET', kind: 'status' }
    const fill = {
      fill_id: 'f-1',
      order_id: 'o-1',
      ticker: POLITICS,
      book_side: 'bid',
      count_fp: '5.00',
      yes_price_dollars: '0.5000',
      is_taker: true,
      subaccount_number: number,
    }
    const order = { order_id: 'o-1', status: 'resting', fill_count_fp: '5.00', subaccount_number: number }
    await desk.simulated.control('faults', {
      ...reported,
      path: '/portfolio/fills$',
      body: { fills: [fill], cursor: '' },
    })
    await desk.simulated.control('faults', {
      ...reported,
      path: '/portfolio/orders$',
      body: { orders: [order], cursor: '' },
    })
  }
  const ids = async () => {
    const orders = await desk.exchange.openOrders(ACCOUNT, anySignal())
    const { fills } = await desk.exchange.fillsSince(ACCOUNT, START - 60_000, anySignal())
    return [orders.map(({ exchangeOrderId }) => exchangeOrderId), fills.map(({ exchangeOrderId }) => exchangeOrderId)]
  }

  it('are other accounts for a key that trades on the primary one', async () => {
    desk = await openDesk()
    await reportSubaccount(3)
    expect(await ids()).toEqual([[], []])
    await reportSubaccount(0)
    expect(await ids()).toEqual([['o-1'], ['o-1']])
  })

  it('are the account for a key that is locked to one of them', async () => {
    desk = await openDesk()
    await reportSubaccount(3)
    const error = { code: 'insufficient_scope', details: 'key restricted to one sub-account' }
    const refused = {
      method: 'GET',
      path: '/portfolio/settlements$',
      kind: 'status',
      status: 403,
      times: 1,
      body: { error },
    }
    await desk.simulated.control('faults', refused)
    expect(await ids()).toEqual([['o-1'], ['o-1']])
  })
})

describe('the market catalogue', () => {
  it('lists every open market with its shard, category and tags', async () => {
    desk = await openDesk()
    const { markets, cursor } = await desk.exchange.listMarkets(null, anySignal())
    expect(cursor).toBeNull()
    expect(markets.length).toBeGreaterThan(100)
    expect(markets.every(({ status }) => status === 'active')).toBe(true)
    expect(new Set(markets.map(({ category }) => category)).size).toBeGreaterThan(4)
    expect(markets.find(({ nativeId }) => nativeId === TENNIS)).toMatchObject({ shard: 3, category: 'Sports' })
    expect(markets.find(({ nativeId }) => nativeId === CRYPTO)).toMatchObject({ shard: 2, category: 'Crypto' })
    expect(desk.skipped).toEqual([])
  })

  it('lists exactly the markets that changed since a moment', async () => {
    desk = await openDesk()
    const since = desk.simulated.time.now
    const before = await desk.exchange.changedMarkets(since + 1_000, null, anySignal())
    const known = new Set(before.markets.map(({ nativeId }) => nativeId))
    expect(known.has(POLITICS)).toBe(false)
    desk.simulated.time.now += 60_000
    await desk.simulated.control('status', { market: POLITICS, status: 'closed' })
    const { markets, cursor } = await desk.exchange.changedMarkets(since + 1_000, null, anySignal())
    const more = markets.filter(({ nativeId }) => !known.has(nativeId))
    expect(more.map(({ nativeId, status }) => [nativeId, status])).toEqual([[POLITICS, 'closed']])
    expect(cursor).toBeNull()
  })

  it('finds markets by name, closed ones too, more than one call holds, and leaves out unknown ones', async () => {
    desk = await openDesk()
    await desk.simulated.control('status', { market: POLITICS, status: 'closed' })
    const { markets } = await desk.exchange.listMarkets(null, anySignal())
    const names = [...markets.slice(0, 70).map(({ nativeId }) => nativeId), POLITICS, 'KXNONE-26-A']
    const found = await desk.exchange.marketsById(names, anySignal())
    expect(found).toHaveLength(71)
    expect(found.find(({ nativeId }) => nativeId === POLITICS)?.status).toBe('closed')
  })

  it('leaves out a record that makes no sense, names it, and continues', async () => {
    desk = await openDesk()
    const raw = (await desk.simulated.call('GET', `/markets/${POLITICS}`)).body['market'] as unknown as object
    const body = {
      markets: [
        { ticker: 'BROKEN' },
        { ...raw, ticker: 'NO-GRID', price_ranges: [] },
        { ...raw, close_time: 'x' },
        raw,
        7,
      ],
      cursor: '',
    }
    await desk.answer('/markets$', body)
    const { markets } = await desk.exchange.listMarkets(null, anySignal())
    expect(markets.map(({ nativeId }) => nativeId)).toEqual(['NO-GRID', POLITICS])
    expect(desk.skipped.toSorted()).toEqual(['BROKEN', POLITICS, 'unknown'])
  })

  it('shows a live book with best prices first', async () => {
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
    expect(await desk.exchange.orderBook(POLITICS, anySignal())).toEqual({
      bids: [
        { price: 350_000, qty: 2_000_000 },
        { price: 300_000, qty: 5_000_000 },
      ],
      asks: [
        { price: 450_000, qty: 3_000_000 },
        { price: 500_000, qty: 1_000_000 },
      ],
      at: START,
    })
    await expect(desk.exchange.orderBook('KXNONE-26-A', anySignal())).rejects.toThrow(ExchangeUnavailable)
  })
})
