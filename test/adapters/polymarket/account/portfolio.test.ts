/** What a wallet holds at the simulated EXCHANGE_B, through the adapter. */

import { afterEach, describe, expect, it } from 'vitest'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { NEG_RISK, STANDARD } from '#test/simulators/polymarket/simulated.ts'
import { adapterFor, anySignal, type Desk, MARKET, openDesk } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

/** A market that is not listed. */
const OTHER = `0x${'7'.repeat(64)}`

const read = () => desk.exchange.positions(desk.account, anySignal())
const positions = async () => (await read()).positions
const balances = () => desk.exchange.balances(desk.account, anySignal())

describe('positions', () => {
  it('are none before the first trade', async () => {
    desk = await openDesk()
    expect(await positions()).toEqual([])
  })

  it('in YES are above zero, with what they cost', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    expect(await positions()).toEqual([
      { nativeId: MARKET, position: 20_000_000, cost: 10_200_000, realized: 0, pairs: 0 },
    ])
  })

  it('in NO are below zero', async () => {
    desk = await openDesk()
    await desk.hold('NO', 20)
    expect(await positions()).toMatchObject([{ nativeId: MARKET, position: -20_000_000, cost: 10_200_000 }])
  })

  it('in both are their difference', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    await desk.hold('NO', 5)
    expect(await positions()).toMatchObject([{ position: 15_000_000, cost: 10_200_000 + 2_550_000 - 5_000_000 }])
  })

  it.each([{}, { data: {} }, '<html>'])('are never taken from %j', async (body) => {
    desk = await openDesk()
    await desk.answer('/v2/positions', body)
    await expect(positions()).rejects.toThrow(ExchangeUnavailable)
  })

  const [yes, no] = STANDARD.tokens
  const row = { token_id: yes, condition_id: MARKET, current_size: 20, avg_price: 0.5, realized_pnl: 0 }

  it.each([
    [{ current_size: '20' }, MARKET],
    [{ current_size: -20 }, MARKET],
    [{ current_size: 1e12 }, MARKET],
    [{ avg_price: 1e12 }, MARKET],
    [{ realized_pnl: 1e300 }, MARKET],
    [{ token_id: undefined }, MARKET],
    [{ condition_id: undefined }, null],
  ])('are told by name where they cannot be read, and the others are read: %j', async (more, nativeId) => {
    desk = await openDesk()
    const another = { ...row, condition_id: NEG_RISK.conditionId, token_id: NEG_RISK.tokens[0] }
    await desk.answer('/v2/positions', { data: [{ ...row, ...more }, another] })
    expect(await read()).toMatchObject({
      positions: [{ nativeId: NEG_RISK.conditionId, position: 20_000_000 }],
      unread: [{ nativeId, reason: expect.any(String) }],
    })
  })

  it('are not read where one side of the market cannot be', async () => {
    desk = await openDesk()
    await desk.answer('/v2/positions', { data: [row, { ...row, token_id: no, current_size: 'many' }] })
    expect(await read()).toMatchObject({ positions: [], unread: [{ nativeId: MARKET }] })
  })
})

describe('balances', () => {
  it('are the cash of the wallet, less what it bought', async () => {
    desk = await openDesk()
    const [before] = await balances()
    await desk.hold('YES', 20)
    const [after] = await balances()
    expect((before?.amount ?? 0) - (after?.amount ?? 0)).toBeGreaterThanOrEqual(10_200_000)
  })

  it('that cannot be had throw the one declared error', async () => {
    desk = await openDesk()
    await desk.simulated.control('faults', {
      method: 'GET',
      path: '/balance-allowance$',
      kind: 'status',
      status: 503,
      times: 9,
    })
    await expect(balances()).rejects.toThrow(ExchangeUnavailable)
  })
})

describe('what happened before', () => {
  it('is read page by page, newest first, up to the instant and not beyond', async () => {
    desk = await openDesk()
    for (const shares of [20, 21, 22]) await desk.hold('YES', shares)
    const all = await desk.fills()
    const times = all.map(({ at }) => at).sort((a, b) => a - b)
    const before = times[2] ?? 0
    const page = await desk.exchange.fillsBefore(desk.account, before, null, anySignal())
    expect(page.fills.map(({ qty }) => qty)).toEqual([21_000_000, 20_000_000])
    expect(page.fills).toEqual(expect.arrayContaining(all.filter(({ at }) => at < before)))
    expect(page.cursor).toBeNull()
  })

  it('goes on where the last page ended', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    await desk.answer('/data/trades', { data: [], next_cursor: 'MTAw' })
    const now = desk.simulated.time.now
    // A page without a row is the last, whatever it says.
    expect(await desk.exchange.fillsBefore(desk.account, now, null, anySignal())).toMatchObject({
      fills: [],
      cursor: null,
    })
    const beyond = await desk.exchange.fillsBefore(desk.account, now, 'MTAw', anySignal())
    expect(beyond).toMatchObject({ fills: [], cursor: null })
  })

  it('knows YES from NO in a market that our catalogue does not have', async () => {
    desk = await openDesk()
    await desk.hold('NO', 20)
    const exchange = adapterFor(
      desk.simulated.simulator.urls,
      () => desk.simulated.time.now,
      () => undefined,
      async () => null,
    )
    const { fills } = await exchange.fillsBefore(desk.account, desk.simulated.time.now, null, anySignal())
    expect(fills).toMatchObject([{ buyFlag: false, qty: 20_000_000 }])
    const { positions: told } = await exchange.positions(desk.account, anySignal())
    expect(told).toMatchObject([{ position: -20_000_000 }])
  })
})

describe('payouts', () => {
  const payouts = (...ids: string[]) => desk.exchange.payouts(ids, anySignal())

  it('are told once a market is resolved', async () => {
    desk = await openDesk()
    expect(await payouts(MARKET)).toEqual([])
    await desk.simulated.control('resolve', { market: MARKET, outcome: 'no' })
    expect(await payouts(MARKET)).toEqual([{ nativeId: MARKET, yesPays: 0, isFinal: true }])
    expect(await payouts()).toEqual([])
  })

  it('are asked for twenty at a time', async () => {
    desk = await openDesk()
    const unknown = Array.from({ length: 45 }, (_, n) => `0x${String(n).padStart(64, '0')}`)
    await desk.simulated.control('resolve', { market: MARKET, outcome: 'yes' })
    expect(await payouts(...unknown, MARKET)).toEqual([{ nativeId: MARKET, yesPays: 1_000_000, isFinal: true }])
  })

  it.each([
    [{ status: 'resolved', payouts: [500_000, 500_000] }, [500_000]],
    [{ status: 'settled', payouts: ['1000000', '0'] }, [1_000_000]],
    [{ status: 'proposed', payouts: [1_000_000, 0] }, []],
    [{ status: 'disputed', payouts: [1_000_000, 0] }, []],
    [{ status: 'resolved' }, []],
    [{ status: 'resolved', payouts: [1_000_000] }, []],
    [{ status: 'resolved', payouts: [0, 0] }, []],
    [{ status: 'resolved', payouts: [1.5, 999_998.5] }, []],
  ])('of a row %j are %j', async (row, paid) => {
    desk = await openDesk()
    await desk.answer('/v2/resolutions', { data: [{ condition_id: MARKET, ...row }] })
    expect((await payouts(MARKET)).map(({ yesPays }) => yesPays)).toEqual(paid)
  })

  it('of other markets are told although one record makes no sense', async () => {
    desk = await openDesk()
    await desk.answer('/v2/resolutions', {
      data: [
        { condition_id: OTHER, status: 'resolved', payouts: 'void' },
        null,
        { condition_id: MARKET, status: 'resolved', payouts: [0, 1_000_000] },
      ],
    })
    expect(await payouts(OTHER, MARKET)).toEqual([{ nativeId: MARKET, yesPays: 0, isFinal: true }])
  })
})
