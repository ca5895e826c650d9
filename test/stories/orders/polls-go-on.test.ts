/** The polls of an account with live orders continue, even if the sweeper does not run. */

import { beforeEach, expect, it } from 'vitest'
import { FUNCTION_LOG } from '#lambda/log/log-messages.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { RECONCILE_LOG } from '#use-cases/reconcile/log-messages.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld({ quoted: true })
let order: string

beforeEach(async () => {
  order = await world.place({ price: 0.42, qty: 10 })
  await world.settle()
})

const expectNews = async (): Promise<void> => {
  await world.simulated.trade(0.42, 10, false)
  await world.wait(15)
  expect(await world.order(order)).toMatchObject({ status: 'EXECUTED' })
}

it('polls continue if another writer changes the account sync as a poll begins', async () => {
  const { accountSyncs } = world.ports
  const { save } = accountSyncs
  const credentials = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_A`
  const meanwhile: typeof save = async (state) => {
    Object.assign(accountSyncs, { save })
    expect(await world.delete(credentials)).toMatchObject({ status: 409, body: { code: 'live_orders' } })
    return save(state)
  }
  Object.assign(accountSyncs, { save: meanwhile })
  await world.wait(2)
  await expectNews()
})

it('polls continue if a part of the service does not answer during a poll', async () => {
  const { accountSyncs } = world.ports
  const { get } = accountSyncs
  let reads = 0
  const failing: typeof get = async (...account) => {
    reads += 1
    // The first one begins the poll.
    if (reads !== 2) return get(...account)
    throw new ServiceUnavailable('the table', new Error('throttled'))
  }
  Object.assign(accountSyncs, { get: failing })
  await world.wait(2)
  expect(reads).toBe(2)
  await expectNews()
})

it('an account woken while a poll stores trades still counts as holding a position', async () => {
  const { accountSyncs } = world.ports
  const { save } = accountSyncs
  const { hero, simulated } = world
  await world.wait(15)
  let woken = 0
  const meanwhile: typeof save = async (state) => {
    if (!state.holds || woken > 0) return save(state)
    woken += 1
    const credentials = `/v1/subaccounts/${hero.subaccountId}/credentials/EXCHANGE_A`
    expect(await world.put(credentials, simulated.credentials)).toMatchObject({ status: 200 })
    return save(state)
  }
  Object.assign(accountSyncs, { save: meanwhile })
  await expectNews()
  await world.wait(90)
  expect(woken).toBe(1)
  expect(await accountSyncs.get(hero.subaccountId, 'EXCHANGE_A')).toMatchObject({ active: false, holds: true })
})

it('an account whose positions the exchange reports late still counts as holding a position', async () => {
  await world.wait(15)
  await world.simulated.fault({ method: 'GET', path: '/portfolio/positions$', kind: 'status', status: 503, times: 4 })
  await expectNews()
  await world.wait(120)
  const state = await world.ports.accountSyncs.get(world.hero.subaccountId, 'EXCHANGE_A')
  expect(state).toMatchObject({ active: false, holds: true, settling: false })
})

it('polls continue if runs begin with hardly any time left', async () => {
  world.hurry(3_000)
  await world.wait(4)
  world.hurry()
  expect(world.log.filter((line) => line.includes(FUNCTION_LOG.messageFailed))).toEqual([])
  await expectNews()
})

it('polls continue beside a nonsensical trade, which is not lost', async () => {
  const fills = { method: 'GET', path: '/portfolio/fills$', kind: 'status', status: 200 }
  const { exchange_order_id: ours } = await world.order(order)
  const trade = {
    fill_id: 'good',
    order_id: ours,
    ticker: world.simulated.market,
    book_side: 'bid',
    count_fp: '4.00',
    yes_price_dollars: '0.4200',
    is_taker: false,
    fee_cost: '0.000000',
    created_time: new Date(world.time.now).toISOString(),
  }
  const odd = { ...trade, fill_id: 'odd', count_fp: 'many' }
  await world.simulated.fault({ ...fills, body: { fills: [odd, trade], cursor: '' } })
  await world.simulated.trade(0.42, 10, false)
  await world.wait(15)
  expect(await world.order(order)).toMatchObject({ status: 'EXECUTED', fills_complete: false, fills: [{ qty: 4 }] })
  expect(world.log.filter((line) => line.includes(RECONCILE_LOG.ownTradeUnread)).length).toBeGreaterThan(0)
  await world.simulated.noFaults()
  await world.simulated.fault({ ...fills, body: { fills: [{ ...odd, count_fp: '6.00' }, trade], cursor: '' } })
  await world.wait(60 * 60 + 90)
  expect(await world.order(order)).toMatchObject({ fills_complete: true, traded_qty: 10 })
})
