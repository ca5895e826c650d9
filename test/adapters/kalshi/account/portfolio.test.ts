/** Holdings of an account at the simulated EXCHANGE_A, through the adapter. */

import { afterEach, describe, expect, it } from 'vitest'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { POLITICS } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, anySignal, type Desk, openDesk } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

const read = () => desk.exchange.positions(ACCOUNT, anySignal())
const positions = async () => (await read()).positions
const balances = () => desk.exchange.balances(ACCOUNT, anySignal())
const book = () => desk.simulated.control('book', { market: POLITICS, bids: [[0.3, 50]], asks: [[0.4, 50]] })

describe('positions', () => {
  it('are none before the first trade', async () => {
    desk = await openDesk()
    expect(await positions()).toEqual([])
  })

  it('positions of bought contracts are above zero, with their cost', async () => {
    desk = await openDesk()
    await book()
    await desk.placed(desk.prepared({ qty: qty(5_000_000) }))
    await desk.simulated.pass(10_000)
    expect(await positions()).toEqual([{ nativeId: POLITICS, position: 5_000_000, cost: 2_000_000, realized: 0 }])
  })

  it('positions of contracts sold without holding them are below zero, at the price of NO', async () => {
    desk = await openDesk()
    await book()
    await desk.placed(desk.prepared({ qty: qty(5_000_000), buyFlag: false, price: price(300_000) }))
    await desk.simulated.pass(10_000)
    expect(await positions()).toMatchObject([{ nativeId: POLITICS, position: -5_000_000, cost: 3_500_000 }])
  })

  it('a position in a market that has paid out is zero, and its payout is gained', async () => {
    desk = await openDesk()
    await book()
    await desk.placed(desk.prepared({ qty: qty(5_000_000) }))
    await desk.simulated.control('resolve', { market: POLITICS, outcome: 'yes' })
    await desk.simulated.pass(3_600_000)
    expect(await positions()).toMatchObject([{ nativeId: POLITICS, position: 0, realized: 3_000_000 }])
  })

  it.each([{}, { market_positions: {} }, '<html>'])('are never taken from %j', async (body) => {
    desk = await openDesk()
    await desk.answer('/portfolio/positions', body)
    await expect(positions()).rejects.toThrow(ExchangeUnavailable)
  })

  const row = {
    ticker: 'A',
    position_fp: '5.00',
    market_exposure_dollars: '2.0000',
    realized_pnl_dollars: '0.0000',
  }

  it.each([
    [{ position_fp: 'many' }, 'A'],
    [{ position_fp: 5 }, 'A'],
    [{ market_exposure_dollars: undefined }, 'A'],
    [{ ticker: undefined }, null],
    [{ ticker: '' }, null],
  ])('unreadable positions are reported by name, and the others are read: %j', async (more, nativeId) => {
    desk = await openDesk()
    await desk.answer('/portfolio/positions', {
      market_positions: [
        { ...row, ...more },
        { ...row, ticker: 'B' },
      ],
    })
    expect(await read()).toEqual({
      positions: [{ nativeId: 'B', position: 5_000_000, cost: 2_000_000, realized: 0 }],
      unread: [{ nativeId, reason: expect.any(String) }],
    })
  })

  it('are not read where one of two pages cannot be', async () => {
    desk = await openDesk()
    await desk.answer('/portfolio/positions', { market_positions: [row], cursor: 'more' })
    await desk.answer('/portfolio/positions', { market_positions: [{ ...row, position_fp: 'many' }], cursor: '' })
    expect(await read()).toMatchObject({ positions: [], unread: [{ nativeId: 'A' }] })
  })
})

describe('balances', () => {
  it('are reported for each shard, and shrink by the cost of a purchase', async () => {
    desk = await openDesk()
    await book()
    const before = await balances()
    expect(before.length).toBeGreaterThan(0)
    await desk.placed(desk.prepared({ qty: qty(5_000_000) }))
    await desk.simulated.pass(10_000)
    const [then] = before.filter(({ shard }) => shard === 0)
    const [now] = (await balances()).filter(({ shard }) => shard === 0)
    expect((then?.amount ?? 0) - (now?.amount ?? 0)).toBeGreaterThanOrEqual(2_000_000)
  })

  it.each([[[]], [null], [undefined]])('are the total where the exchange lists no shard: %j', async (breakdown) => {
    desk = await openDesk()
    await desk.answer('/portfolio/balance$', { balance_dollars: '12.3400', balance_breakdown: breakdown })
    expect(await balances()).toMatchObject([{ shard: null, amount: 12_340_000 }])
  })

  it('unavailable balances throw the one declared error', async () => {
    desk = await openDesk()
    await desk.simulated.control('mode', { mode: 'restart' })
    await expect(balances()).rejects.toThrow(ExchangeUnavailable)
  })
})

describe('the account history', () => {
  const wireFill = (n: number, at: string) => ({
    fill_id: `fill-${n}`,
    trade_id: `fill-${n}`,
    order_id: `order-${n}`,
    ticker: POLITICS,
    market_ticker: POLITICS,
    outcome_side: 'yes',
    book_side: 'bid',
    count_fp: '1.00',
    yes_price_dollars: '0.4000',
    is_taker: true,
    fee_cost: '0.017500',
    created_time: at,
  })

  it('is read page by page, the live list first and then the archive, up to the instant and not beyond', async () => {
    desk = await openDesk()
    const before = Date.parse('2026-11-20T12:00:00.500Z')
    const read = (cursor: string | null) => desk.exchange.fillsBefore(ACCOUNT, before, cursor, anySignal())
    await desk.answer('/portfolio/fills', {
      // The exchange counts whole seconds: the first one is after the instant.
      fills: [wireFill(1, '2026-11-20T12:00:00.700Z'), wireFill(2, '2026-11-20T12:00:00.400Z')],
      cursor: 'more',
    })
    const first = await read(null)
    expect(first.fills.map(({ fillId }) => fillId)).toEqual(['fill-2'])
    await desk.answer('/portfolio/fills', { fills: [wireFill(3, '2026-11-19T12:00:00Z')], cursor: '' })
    const second = await read(first.cursor)
    expect(second.fills.map(({ fillId }) => fillId)).toEqual(['fill-3'])
    await desk.answer('/historical/fills', { fills: [wireFill(4, '2026-01-19T12:00:00Z')], cursor: 'old' })
    const third = await read(second.cursor)
    expect(third.fills.map(({ fillId }) => fillId)).toEqual(['fill-4'])
    const last = await read(third.cursor)
    expect(last).toEqual({ fills: [], cursor: null, unread: [] })
  })

  it('is read beside a fill that makes no sense', async () => {
    desk = await openDesk()
    const [good, odd] = [
      wireFill(1, '2026-01-19T12:00:00Z'),
      { ...wireFill(2, '2026-01-19T12:00:00Z'), count_fp: 'many' },
    ]
    await desk.answer('/portfolio/fills', { fills: [odd, 'nothing', good], cursor: '' })
    expect(
      await desk.exchange.fillsBefore(ACCOUNT, Date.parse('2026-11-20T12:00:00Z'), null, anySignal()),
    ).toMatchObject({
      fills: [{ fillId: 'fill-1' }],
      unread: [{ tradeId: 'fill-2' }, { tradeId: '' }],
    })
  })

  it('is never nothing because the exchange does not answer', async () => {
    desk = await openDesk()
    await desk.simulated.control('mode', { mode: 'restart' })
    await expect(desk.exchange.fillsBefore(ACCOUNT, 1, null, anySignal())).rejects.toThrow(ExchangeUnavailable)
  })
})

describe('payouts', () => {
  const payouts = (...tickers: string[]) => desk.exchange.payouts(tickers, anySignal())

  it('are reported once a market is decided, and say whether it has paid', async () => {
    desk = await openDesk()
    expect(await payouts(POLITICS, 'KX-NO-SUCH-MARKET')).toEqual([])
    await desk.simulated.control('resolve', { market: POLITICS, outcome: 'yes' })
    await desk.simulated.pass(1_000)
    expect(await payouts(POLITICS)).toEqual([{ nativeId: POLITICS, yesPays: ONE, isFinal: true }])
    expect(await payouts()).toEqual([])
  })

  it.each([
    [{ status: 'finalized', result: 'yes', settlement_value_dollars: '1.0000' }, ONE],
    [{ status: 'finalized', result: 'no', settlement_value_dollars: '0.0000' }, 0],
    [{ status: 'finalized', result: 'scalar', settlement_value_dollars: '0.3700' }, 370_000],
    [{ status: 'finalized', result: 'yes' }, ONE],
    [{ status: 'finalized', result: 'no', settlement_value_dollars: null }, 0],
    [{ status: 'finalized', result: 'scalar' }, null],
    [{ status: 'finalized', result: '' }, null],
    [{ status: 'determined', result: 'yes', settlement_value_dollars: '1.0000' }, ONE],
    [{ status: 'amended', result: 'no', settlement_value_dollars: '0.0000' }, 0],
    [{ status: 'determined', result: '' }, null],
    [{ status: 'disputed', result: 'yes', settlement_value_dollars: '1.0000' }, null],
    [{ status: 'active', result: '' }, null],
    [{ status: 'finalized', result: 'scalar', settlement_value_dollars: '0.0000' }, 0],
    [{ status: 'finalized', settlement_value_dollars: '0.3700' }, 370_000],
    // A value that was not filled in reads like a payout of nothing.
    [{ status: 'finalized', result: '', settlement_value_dollars: '0.0000' }, null],
    [{ status: 'finalized', result: 'void', settlement_value_dollars: '0.0000' }, null],
  ])('payouts of %j are %s', async (record, paid) => {
    desk = await openDesk()
    await desk.answer('/markets$', { markets: [{ ticker: POLITICS, ...record }], cursor: '' })
    expect(await payouts(POLITICS)).toEqual(
      paid === null ? [] : [{ nativeId: POLITICS, yesPays: paid, isFinal: record.status === 'finalized' }],
    )
  })

  it.each([
    ['yes', '0.0000'],
    ['no', '1.0000'],
    ['yes', '0.3700'],
  ])('payouts are not believed while a market says %s and pays $%s', async (result, settlement_value_dollars) => {
    desk = await openDesk()
    const record = { ticker: POLITICS, status: 'finalized', result, settlement_value_dollars }
    await desk.answer('/markets$', { markets: [record], cursor: '' })
    const detail = expect.stringContaining(`${result.toUpperCase()}`)
    expect(await payouts(POLITICS)).toEqual([{ nativeId: POLITICS, yesPays: null, detail }])
  })

  it('payouts of a market that was settled long ago are found in the archive', async () => {
    desk = await openDesk()
    await desk.answer('/historical/markets', {
      markets: [{ ticker: 'KXOLD', status: 'finalized', result: 'no' }],
      cursor: '',
    })
    expect(await payouts('KXOLD')).toEqual([{ nativeId: 'KXOLD', yesPays: 0, isFinal: true }])
  })

  it('payouts of other markets are reported although one record makes no sense', async () => {
    desk = await openDesk()
    await desk.answer('/markets$', {
      markets: [
        { ticker: 'KXODD', status: 'finalized', result: 'scalar', settlement_value_dollars: 'void' },
        { ticker: POLITICS, status: 'finalized', result: 'yes', settlement_value_dollars: '1.0000' },
      ],
      cursor: '',
    })
    expect(await payouts('KXODD', POLITICS)).toEqual([{ nativeId: POLITICS, yesPays: ONE, isFinal: true }])
    expect(desk.skipped).toEqual(['KXODD'])
  })
})
