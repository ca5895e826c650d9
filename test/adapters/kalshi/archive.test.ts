/** Archived records of the simulated EXCHANGE_A, through the adapter (Kalshi reference, section 5.5). */

import { afterEach, describe, expect, it } from 'vitest'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'
import { DAY } from '#domain/kernel/time.ts'
import { POLITICS, START } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, anySignal, type Desk, openDesk, ref } from './desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

const FORTNIGHT = 15 * DAY
const book = () => desk.simulated.control('book', { market: POLITICS, bids: [[0.3, 50]], asks: [[0.4, 4]] })

describe('an order that ended two weeks ago', () => {
  it('is found by its identity and by its id, with what it traded', async () => {
    desk = await openDesk()
    await book()
    const order = desk.prepared({ qty: qty(4_000_000) })
    const id = await desk.placed(order)
    await desk.simulated.pass(FORTNIGHT)
    const report = { exchangeOrderId: id, state: 'ended', filledQty: 4_000_000 }
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: report })
    expect(await desk.exchange.order(ACCOUNT, ref(id), anySignal())).toMatchObject({ report })
  })

  it('has its fills in the archive: they are read once, beside those of the last days', async () => {
    desk = await openDesk()
    await book()
    const id = await desk.placed(desk.prepared())
    await desk.simulated.pass(FORTNIGHT)
    await desk.simulated.control('trade', { market: POLITICS, price: 0.4, qty: 1, buy_flag: false })
    await desk.simulated.pass(10_000)
    expect(await desk.exchange.order(ACCOUNT, ref(id), anySignal())).toMatchObject({
      report: { state: 'live', filledQty: 5_000_000 },
    })
    const { fills } = await desk.exchange.fillsSince(ACCOUNT, START, anySignal())
    expect(fills.map((fill) => fill.qty)).toEqual([1_000_000, 4_000_000])
    const { now } = desk.simulated.time
    const live = await desk.exchange.fillsBefore(ACCOUNT, now, null, anySignal())
    const archived = await desk.exchange.fillsBefore(ACCOUNT, now, live.cursor, anySignal())
    expect([live, archived].map((page) => page.fills.map((fill) => fill.qty))).toEqual([[1_000_000], [4_000_000]])
  })
})

describe('a market that settled two weeks ago', () => {
  it('is found by its name, with its payout, its trades and its candles, and nothing is held of it', async () => {
    desk = await openDesk()
    await book()
    await desk.placed(desk.prepared({ qty: qty(4_000_000) }))
    const settled = await desk.simulated.call('GET', '/markets?event_ticker=KXPRESPARTY-28')
    for (const { ticker } of settled.body['markets'] as unknown as { ticker: string }[])
      await desk.simulated.control('resolve', { market: ticker, outcome: ticker === POLITICS ? 'yes' : 'no' })
    await desk.simulated.pass(FORTNIGHT)
    const market = (await desk.exchange.marketsById([POLITICS], anySignal()))[0]
    if (market === undefined) throw new Error('the market is not in the archive')
    expect(market).toMatchObject({ nativeId: POLITICS, status: 'closed' })
    expect(await desk.exchange.payouts([POLITICS], anySignal())).toEqual([
      { nativeId: POLITICS, yesPays: ONE, isFinal: true },
    ])
    const { trades } = await desk.exchange.trades(market, { limit: 10, before: null }, anySignal())
    expect(trades).toMatchObject([{ price: price(400_000), qty: 4_000_000 }])
    const row = {
      trade_id: 'x',
      created_time: new Date(START).toISOString(),
      yes_price_dollars: '0.4000',
      count_fp: '1.00',
    }
    await desk.answer('/historical/trades$', { trades: [{ ...row, count_fp: null }, row], cursor: '' })
    expect(await desk.exchange.trades(market, { limit: 10, before: null }, anySignal())).toMatchObject({
      trades: [{ tradeId: 'x', takerBuys: null }],
      unreadAt: START,
    })
    const { candles } = await desk.exchange.priceSeries(market, { interval: '1m', fidelity: 60 }, anySignal())
    expect(candles.at(-1)).toMatchObject({ close: 400_000, volume: 4_000_000 })
    expect(await desk.exchange.positions(ACCOUNT, anySignal())).toEqual({ positions: [], unread: [] })
  })
})
