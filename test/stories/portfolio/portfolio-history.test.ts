/** The equity of accounts over time, as the polls record it, through the real handlers. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { START } from '../../support/world.ts'

const { world, startWorld } = worldOfTest()

const history = async (query = '') => {
  const { status, body } = await world.get(`/v1/portfolio/history${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.points
}

const cash = async () =>
  (await world.get('/v1/balances')).body.reduce((sum: number, { balance }: { balance: number }) => sum + balance, 0)

/** The start of an hour; hour 0 is the one in which the story begins. */
const hour = (number: number) => new Date(START - (START % 3_600_000) + number * 3_600_000).toISOString()

const BALANCE_CALL: Readonly<Record<ExchangeName, string>> = {
  EXCHANGE_A: '/portfolio/balance$',
  EXCHANGE_B: '/balance-allowance$',
}

const open = async (exchange: ExchangeName): Promise<void> => {
  await startWorld({ exchange })
  await world.simulated.book([[0.4, 500]], [[0.5, 500]])
}

const openTen = () => world.place({ qty: 10, price: 0.5 })

describe.each(EXCHANGE_NAMES)('the equity on %s', (exchange) => {
  it('is stored once an hour while the account holds something, with one call for the cash', async () => {
    await open(exchange)
    await openTen()
    await world.pass('5m', 5)
    const calls = () => world.exchangeCallsTo(new RegExp(BALANCE_CALL[exchange]))
    const before = calls()
    await world.pass('2h', 60)
    expect(calls() - before).toBe(2)
    const points = await history()
    const held = { cash: await cash(), positions_value: 4.5 }
    expect(points.slice(-2)).toEqual([1, 2].map((at) => ({ at: hour(at), equity: held.cash + 4.5, ...held })))
    expect(await history(`?start_time=${hour(2)}`)).toEqual(points.slice(-1))
    expect(await history(`?start_time=${hour(3)}`)).toEqual([])
    expect(await history(`?subaccount_id=${world.hero.subaccountId}&interval=1d`)).toEqual([
      { at: '2026-11-21T00:00:00.000Z', equity: held.cash + 4.5, ...held },
    ])
  })

  it('follows the mark, and ends with the cash of the sale', async () => {
    await open(exchange)
    await openTen()
    await world.pass('65m', 60)
    await world.simulated.book([[0.6, 500]], [[0.64, 500]])
    await world.pass('1h', 60)
    expect((await history()).at(-1)).toMatchObject({ at: hour(2), positions_value: 6.2 })
    await world.place({ qty: 10, price: 0.6, buy_flag: false })
    await world.pass('4h', 60)
    const after = await cash()
    const points = await history()
    expect(points.at(-1)).toEqual({ at: hour(3), equity: after, cash: after, positions_value: 0 })
  })

  it('of an account without positions is stored once a day', async () => {
    await open(exchange)
    await world.pass('49h', 600)
    const all = await cash()
    expect(await history()).toEqual(
      [0, 17, 41].map((at) => ({ at: hour(at), equity: all, cash: all, positions_value: 0 })),
    )
  })

  it('is unknown while the exchange does not report the cash, and the poll goes on', async () => {
    await open(exchange)
    await openTen()
    await world.pass('50m', 60)
    await world.simulated.fault({
      method: 'GET',
      path: BALANCE_CALL[exchange],
      kind: 'status',
      status: 500,
      times: 1e3,
    })
    await world.pass('50m', 60)
    expect((await history()).at(-1)).toEqual({ at: hour(2), equity: null, cash: null, positions_value: 4.5 })
    expect((await world.get('/v1/positions')).body.subaccount_to_positions[0].positions).toMatchObject([
      { position: 10 },
    ])
    expect(world.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})

it('two processes that poll in the same hour store one point', async () => {
  await open('EXCHANGE_A')
  await openTen()
  await world.pass('65m', 60)
  world.pollElsewhere()
  await world.pass('20m', 60)
  const times = (await history()).map(({ at }: { at: string }) => at)
  expect(times).toEqual([...new Set(times)])
})

it('a failure to record the equity changes nothing else', async () => {
  await open('EXCHANGE_A')
  const { save } = world.ports.equity
  world.ports.equity.save = async () => {
    throw new Error('the table is silent')
  }
  const order = await openTen()
  await world.pass('2m', 5)
  expect(await world.order(order)).toMatchObject({ status: 'EXECUTED' })
  expect(world.log.some((line) => line.includes('equity not recorded'))).toBe(true)
  expect(await history()).toEqual([])
  world.ports.equity.save = save
  await world.pass('1h', 60)
  expect(await history()).toHaveLength(1)
})

it('of all subaccounts together is their sum, and no subaccount of another user counts', async () => {
  await startWorld({ both: true })
  await world.simulated.book([[0.4, 500]], [[0.5, 500]])
  await openTen()
  await world.pass('65m', 60)
  const points = await history()
  expect(points.at(-1)).toMatchObject({ cash: await cash(), positions_value: 4.5 })
  const stranger = await world.newKey('admin', '01a1fd00-0000-7000-8000-000000000000')
  const asked = async (query: string) => (await world.get(`/v1/portfolio/history${query}`, { key: stranger })).body
  expect(await asked('')).toEqual({ points: [] })
  expect(await asked(`?subaccount_id=${world.hero.subaccountId}`)).toEqual({ points: [] })
})

it('of a paper account begins again with its reset', async () => {
  await startWorld({ accounts: 'paper', quoted: true })
  await world.place({ price: 0.44, qty: 10 })
  await world.pass('65m', 60)
  expect((await history()).at(-1)).toMatchObject({ at: hour(1), positions_value: expect.any(Number) })
  const path = `/v1/subaccounts/${world.hero.subaccountId}/paper/reset`
  expect(await world.post(path, { cash: 700 })).toMatchObject({ status: 200 })
  expect(await history()).toEqual([])
  await world.pass('70m', 60)
  expect(await history()).toEqual([{ at: hour(2), equity: 700, cash: 700, positions_value: 0 }])
})
