/** Holdings of a wallet at the simulated EXCHANGE_B, through the adapter. */

import { afterEach, describe, expect, it } from 'vitest'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { NEG_RISK, STANDARD } from '#simulators/test/polymarket/simulated.ts'
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

  it('positions in YES are above zero, with their cost', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    expect(await positions()).toEqual([
      { nativeId: MARKET, position: 20_000_000, cost: 10_200_000, realized: 0, pairs: 0 },
    ])
  })

  it('positions in NO are below zero', async () => {
    desk = await openDesk()
    await desk.hold('NO', 20)
    expect(await positions()).toMatchObject([{ nativeId: MARKET, position: -20_000_000, cost: 10_200_000 }])
  })

  it('a position in both outcomes is their difference', async () => {
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
  ])('unreadable positions are reported by name, and the others are read: %j', async (more, nativeId) => {
    desk = await openDesk()
    const another = { ...row, condition_id: NEG_RISK.conditionId, token_id: NEG_RISK.tokens[0] }
    await desk.answer('/v2/positions', { data: [{ ...row, ...more }, another] })
    expect(await read()).toMatchObject({
      positions: [{ nativeId: NEG_RISK.conditionId, position: 20_000_000 }],
      unread: [{ nativeId, reason: expect.any(String) }],
    })
  })

  it('are not read where a row is in a token that the market does not have', async () => {
    desk = await openDesk()
    await desk.answer('/v2/positions', { data: [row, { ...row, token_id: '7' }] })
    expect(await read()).toMatchObject({ positions: [], unread: [{ nativeId: MARKET }] })
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

  it('unavailable balances throw the one declared error', async () => {
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

describe('the account history', () => {
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

  it('continues at the end of the last page', async () => {
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
    const { positions: reported } = await exchange.positions(desk.account, anySignal())
    expect(reported).toMatchObject([{ position: -20_000_000 }])
  })
})

describe('payouts', () => {
  const payouts = (...ids: string[]) => desk.exchange.payouts(ids, anySignal())

  it('are reported once a market is resolved', async () => {
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
    [{ status: 'resolved', price: '1000000000000000000' }, []],
    [{ status: 'resolved', payouts: [1_000_000] }, []],
    [{ status: 'resolved', payouts: [0, 0] }, []],
    [{ status: 'resolved', payouts: [1.5, 999_998.5] }, []],
  ])('payouts of a row %j are %j', async (row, paid) => {
    desk = await openDesk()
    await desk.answer('/v2/resolutions', { data: [{ condition_id: MARKET, ...row }] })
    expect((await payouts(MARKET)).map(({ yesPays }) => yesPays)).toEqual(paid)
  })

  /** A row of an oracle that says YES. */
  const row = { condition_id: MARKET, status: 'resolved', price: '1000000000000000000' }
  const resolved = async (outcome: 'yes' | 'no', answered: unknown): Promise<void> => {
    desk = await openDesk()
    await desk.simulated.control('resolve', { market: MARKET, outcome })
    await desk.answer('/v2/resolutions', { data: answered })
  }
  const decided = (yesPays: number) => [{ nativeId: MARKET, yesPays, isFinal: true }]

  it('are those of the price feed where there is one', async () => {
    desk = await openDesk()
    await desk.simulated.control('switches', { resolution_reporter: 'chainlink' })
    await desk.simulated.control('resolve', { market: MARKET, outcome: 'yes' })
    expect(await payouts(MARKET)).toEqual(decided(1_000_000))
  })

  it.each([
    ['a number', [{ ...row, price: 1e18 }]],
    ['no price', [{ ...row, price: null }]],
    ['an unset price', [{ ...row, price: '69' }]],
    ['a price that is no outcome', [{ ...row, price: '-57896044618658097711785492504343953926634' }]],
    ['no row', []],
  ])('are believed where the catalogue and the CLOB agree although the resolution has %s', async (_, rows) => {
    await resolved('yes', rows)
    expect(await payouts(MARKET)).toEqual(decided(1_000_000))
  })

  it.each([['proposed'], ['disputed'], ['reconsidered']])('are none while the resolution is %s', async (status) => {
    await resolved('yes', [{ ...row, status }])
    expect(await payouts(MARKET)).toEqual([])
  })

  it('are halves only by the resolution: the last prices of both tokens may be a half', async () => {
    const half = { condition_id: MARKET, status: 'resolved', price: '500000000000000000' }
    const shown = { data: [], markets: [{ conditionId: MARKET, closed: true, outcomePrices: '["0.5", "0.5"]' }] }
    const tokens = STANDARD.tokens.map((token_id) => ({ token_id, winner: false, price: 0.5 }))
    for (const [rows, expected] of [
      [[half], decided(500_000)],
      [[], []],
    ] as const) {
      await resolved('yes', rows)
      await desk.answer('/markets/keyset', shown)
      await desk.answer('/clob/markets/0x', { closed: true, tokens })
      expect(await payouts(MARKET)).toEqual(expected)
      await desk.simulated.close()
    }
  })

  it('are reported as contradicted, in words, while two places name different outcomes', async () => {
    desk = await openDesk()
    await desk.simulated.control('resolve', { market: MARKET, outcome: 'yes' })
    await desk.simulated.control('switches', { contradicted_outcomes: [MARKET] })
    expect(await payouts(MARKET)).toEqual([
      {
        nativeId: MARKET,
        yesPays: null,
        detail:
          'The exchange contradicts itself on the outcome: its resolution says YES, its catalogue says YES, its CLOB says NO. The position waits until they agree.',
      },
    ])
    await desk.simulated.control('switches', { contradicted_outcomes: [] })
    expect(await payouts(MARKET)).toEqual(decided(1_000_000))
  })

  it('payouts of a resolution alone are trusted after an hour without a contradiction', async () => {
    desk = await openDesk()
    const at = (age: number) => String(Math.floor((desk.simulated.time.now - age) / 1_000))
    await desk.answer('/v2/resolutions', { data: [{ ...row, last_update_timestamp: at(59 * 60_000) }] })
    expect(await payouts(MARKET)).toEqual([])
    await desk.answer('/v2/resolutions', { data: [{ ...row, last_update_timestamp: at(61 * 60_000) }] })
    expect(await payouts(MARKET)).toEqual(decided(1_000_000))
  })

  it.each(['ATOMIC_NEGRISK', 'a new type'])(
    'are never read from the price of a market of type %s, which may count outcomes of an event',
    async (market_type) => {
      for (const outcome of ['yes', 'no'] as const) {
        await resolved(outcome, [{ ...row, market_type }])
        expect(await payouts(MARKET)).toEqual(decided(outcome === 'yes' ? 1_000_000 : 0))
        await desk.answer('/v2/resolutions', { data: [{ ...row, market_type, last_update_timestamp: '1' }] })
        await desk.simulated.control('faults', { path: '/markets/', kind: 'status', status: 404, times: 2 })
        expect(await payouts(MARKET)).toEqual([])
        await desk.simulated.close()
      }
    },
  )

  it('payouts of other markets are reported although the CLOB says nothing about one', async () => {
    const another = NEG_RISK.conditionId
    desk = await openDesk()
    for (const market of [MARKET, another]) await desk.simulated.control('resolve', { market, outcome: 'yes' })
    await desk.simulated.control('faults', {
      path: `/clob/markets/${another}`,
      kind: 'status',
      status: 404,
      door: 'html',
    })
    expect(await payouts(another, MARKET)).toEqual(decided(1_000_000))
  })

  it('payouts of rows with payouts are reported although the catalogue does not answer', async () => {
    desk = await openDesk()
    await desk.simulated.control('faults', { path: '/markets/keyset', kind: 'status', status: 500 })
    await desk.answer('/v2/resolutions', {
      data: [
        { ...row, condition_id: NEG_RISK.conditionId },
        { condition_id: MARKET, status: 'resolved', payouts: [0, 1_000_000] },
      ],
    })
    expect(await payouts(NEG_RISK.conditionId, MARKET)).toEqual(decided(0))
  })

  it('payouts of other markets are reported although one record makes no sense', async () => {
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
