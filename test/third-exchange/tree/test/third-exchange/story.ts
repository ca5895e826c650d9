/** What the real handlers do on an exchange that they have never heard of. Run by `third-exchange.test.ts`, in a copy of the tree. */

import { beforeEach, expect, it } from 'vitest'
import { MARKET, villageAt } from '#adapters/exchanges/village/village.ts'
import { isTooSmall } from '#domain/baskets/plan/plan.ts'
import { takerFee } from '#domain/exchanges/fees/taker-fee.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { TOWN } from '../support/simulators/village.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
const village = villageAt(TOWN)

beforeEach(async () => {
  village.orders.length = 0
  village.fills = []
  village.takenAway = 0
  village.bids = [{ price: price(400_000), qty: qty(500_000_000) }]
  village.asks = [{ price: price(500_000), qty: qty(500_000_000) }]
  world = await startWorld({ exchange: 'EXCHANGE_C' })
})

const marketBuy = { order_type: 'MARKET', price: undefined, time_in_force: undefined, qty: 10.25 }

it('shows its name, its number and its market', async () => {
  const { body } = await world.get(`/v1/markets/${world.svcId()}`)
  expect(body).toMatchObject({ exchange_name: 'EXCHANGE_C', exchange_value: 3, ticker: 'VILLAGE-RAIN' })
})

it('takes its own credentials, and refuses those of others', async () => {
  const path = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_C`
  expect((await world.put(path, { api_key_id: 'x', private_key: 'y' })).status).toBe(422)
  expect((await world.put(path, { member: 'story' })).status).toBe(200)
})

it('charges its own fee, to the cent', async () => {
  const orderId = await world.place(marketBuy)
  await world.pass('1m')
  const order = await world.order(orderId)
  // 20.5 cents, rounded up to 21.
  expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 10.25, fees_paid: 0.21 })
  const fills = village.fills.map((fill) => ({ price: fill.price, qty: fill.qty }))
  expect(takerFee(MARKET, true, fills)).toBe(210_000)
})

it('refuses small buys by its own minimum of $5', () => {
  const member = { ...MARKET, bids: [], asks: [], held: null, worstPrice: null }
  expect(isTooSmall(member, true, qty(9_990_000), price(500_000))).toBe(true)
  expect(isTooSmall(member, true, qty(10_000_000), price(500_000))).toBe(false)
  expect(isTooSmall(member, false, qty(1_000_000), price(500_000))).toBe(false)
})

it('sells what was bought only after it has settled, as an exchange that settles later', async () => {
  const takeProfit = { trigger_order: { qty: 10.25, buy_flag: false, price: 0.8 } }
  await world.place({ ...marketBuy, conditional_orders_params: [takeProfit] })
  await world.pass('2m')
  expect(village.orders.map(({ buyFlag }) => buyFlag)).toEqual([true])
  village.settle()
  await world.pass('2m')
  expect(village.orders.map(({ buyFlag, live, qty: asked }) => [buyFlag, live, asked])).toEqual([
    [true, false, 10_250_000],
    [false, true, 10_250_000],
  ])
})

it('rests an exit for no more than is held, as an exchange whose resting orders could open the other side', async () => {
  const takeProfit = { trigger_order: { qty: 10.25, buy_flag: false, price: 0.8 } }
  await world.place({ ...marketBuy, conditional_orders_params: [takeProfit] })
  await world.pass('30s')
  village.takenAway = 4_000_000
  village.settle()
  await world.pass('5m')
  expect(village.orders.filter(({ live }) => live).map(({ qty: asked }) => asked)).toEqual([6_250_000])
})

it('replaces an order that is changed, as an exchange without an amend', async () => {
  const orderId = await world.place({ price: 0.41, qty: 10 })
  await world.pass('10s')
  await world.patch(`/v1/orders/${orderId}`, { qty: 12, price: 0.42 })
  await world.pass('1m')
  expect(village.orders.map(({ live, qty: asked, limit }) => [live, asked, limit])).toEqual([
    [false, 10_000_000, 410_000],
    [true, 12_000_000, 420_000],
  ])
  expect(await world.order(orderId)).toMatchObject({
    status: 'RESTING',
    qty: 12,
    price: 0.42,
    last_amend: { status: 'DONE' },
  })
})
