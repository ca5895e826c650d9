/** What subaccounts hold, through the real handlers, on either simulated exchange. */

import { afterEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/exchange-name.ts'
import { START, startWorld, type World } from '../support/world.ts'

let world: World

afterEach(() => world.stop())

/** The paths the exchange is asked for cash on. */
const CASH = { EXCHANGE_A: '/portfolio/balance', EXCHANGE_B: '/balance-allowance' }

describe.each(EXCHANGE_NAMES)('balances on %s', (exchange) => {
  const balances = (query = '') => world.get(`/v1/balances${query}`)

  it('are the cash at the exchange now, by subaccount', async () => {
    world = await startWorld({ exchange })
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

  it('shrink by what is bought', async () => {
    world = await startWorld({ exchange })
    await world.venue.book([[0.3, 100]], [[0.4, 100]])
    const before = (await balances()).body[0].balance
    await world.place({ qty: 10, price: 0.4 })
    // EXCHANGE_B settles a trade some seconds after its match.
    await world.pass('30s')
    expect(before - (await balances()).body[0].balance).toBeGreaterThanOrEqual(4)
  })

  it('of a subaccount of somebody else are not shown', async () => {
    world = await startWorld({ exchange })
    expect(await balances('?subaccount_id=019aa5a0-0000-7000-8000-00000000ffff')).toMatchObject({
      status: 200,
      body: [],
    })
  })

  it('say which exchange does not answer', async () => {
    world = await startWorld({ exchange })
    await world.venue.fault({ method: 'GET', path: CASH[exchange], kind: 'status', status: 503, times: 9 })
    expect((await balances()).body).toMatchObject([
      { exchange_name: exchange, balance: null, shards: [], error: expect.stringContaining('503') },
    ])
  })
})
