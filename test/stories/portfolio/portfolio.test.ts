/** Positions and balances of subaccounts, through the real handlers, on either simulated exchange. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { START } from '../../support/world.ts'

const { world, startWorld } = worldOfTest()

/** The one subaccount's positions and fills as the lists show them. */
const positions = async (query = '') => {
  const { status, body } = await world.get(`/v1/positions${query}`)
  expect(status).toBe(200)
  return body.subaccount_to_positions[0]?.positions ?? []
}
const fills = async (query = '') => {
  const { status, body } = await world.get(`/v1/fills${query}`)
  expect(status).toBe(200)
  return body.subaccount_to_fills[0]?.fills ?? []
}

/** The paths the exchange is asked for cash on. */
const CASH = { EXCHANGE_A: '/portfolio/balance', EXCHANGE_B: '/balance-allowance' }

describe.each(EXCHANGE_NAMES)('balances on %s', (exchange) => {
  const balances = (query = '') => world.get(`/v1/balances${query}`)

  it('are the cash at the exchange now, by subaccount', async () => {
    await startWorld({ exchange })
    const { status, body } = await balances()
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        subaccount_id: world.hero.subaccountId,
        exchange_name: exchange,
        balance: expect.any(Number),
        shards: expect.arrayContaining([{ shard: 0, balance: expect.any(Number) }]),
        as_of: new Date(START).toISOString(),
        error: null,
      },
    ])
    expect(body[0].balance).toBeGreaterThan(0)
    expect((await balances(`?subaccount_id=${world.hero.subaccountId}`)).body).toEqual(body)
  })

  it('shrink by the cost of purchases', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.3, 100]], [[0.4, 100]])
    const before = (await balances()).body[0].balance
    await world.place({ qty: 10, price: 0.4 })
    // EXCHANGE_B settles a trade some seconds after its match.
    await world.pass('30s')
    expect(before - (await balances()).body[0].balance).toBeGreaterThanOrEqual(4)
  })

  it('balances of another user’s subaccount are not shown', async () => {
    await startWorld({ exchange })
    expect(await balances('?subaccount_id=019aa5a0-0000-7000-8000-00000000ffff')).toMatchObject({
      status: 200,
      body: [],
    })
  })

  it('say which exchange does not answer', async () => {
    await startWorld({ exchange })
    await world.simulated.fault({ method: 'GET', path: CASH[exchange], kind: 'status', status: 503, times: 9 })
    expect((await balances()).body).toMatchObject([
      { exchange_name: exchange, balance: null, shards: [], error: expect.stringContaining('503') },
    ])
  })
})

/** Both books at once; the settlement of EXCHANGE_B takes some seconds. */
const open = async (exchange: (typeof EXCHANGE_NAMES)[number]) => {
  await startWorld({ exchange })
  await world.simulated.book([[0.4, 500]], [[0.5, 500]])
}

describe.each(EXCHANGE_NAMES)('positions on %s', (exchange) => {
  it('positions show the purchases, their cost and their value at the book’s middle', async () => {
    await open(exchange)
    expect((await world.get('/v1/positions')).body).toEqual({ subaccount_to_positions: [], has_more: false })
    await world.place({ qty: 10, price: 0.5 })
    await world.pass('90s', 2)
    const [position, ...others] = await positions()
    expect(others).toEqual([])
    const [fill] = await fills()
    expect(position).toEqual({
      svc_id: world.svcId(),
      exchange_name: exchange,
      is_paper: false,
      market_title: expect.any(String),
      exchange_ticker: exchange === 'EXCHANGE_A' ? world.simulated.market : expect.any(String),
      position: 10,
      avg_buy_price: 0.5,
      avg_sell_price: null,
      total_qty_bought: 10,
      total_qty_sold: 0,
      total_fees: fill.fee,
      fill_count: 1,
      first_fill_at: fill.exchange_timestamp,
      last_fill_at: fill.exchange_timestamp,
      mark_price: 0.45,
      market_value: 4.5,
      unrealized_pnl: -0.5,
      realized_pnl: -fill.fee,
      market_status: 'active',
      settlement: null,
      settlement_detail: null,
      payout: null,
      pairs: 0,
      as_of: expect.any(String),
    })
  })
})
