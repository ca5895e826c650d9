/** Risk limits and orders on custom assets: one check of the whole order at acceptance, and one of each planned round. */

import { beforeEach, expect, it } from 'vitest'
import { basketStories } from '../../support/baskets/stories.ts'
import { useWorld } from '../../support/use-world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const world = useWorld({ both: true })
const baskets = basketStories(world)

beforeEach(async () => {
  await askAt(0.44)
})

const askAt = async (ask: number): Promise<void> => {
  await world.at(A).book([[0.4, 1_000]], [[ask, 1_000]])
  await world.at(B).book([[0.4, 1_000]], [[ask, 1_000]])
}

const limit = async (limits: object): Promise<void> => {
  expect((await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, limits)).status).toBe(200)
}

it('the quantity of the whole order counts, and so does its highest cost by the books', async () => {
  const asset = await baskets.sameBet()
  await limit({ max_order_qty: 50 })
  expect(await baskets.order(asset, { qty: 51 })).toMatchObject({ status: 409, body: { code: 'risk_limit' } })
  expect((await baskets.order(asset, { qty: 50 })).status).toBe(202)
  // At most 0.44 + 0.02 each.
  await limit({ max_order_qty: null, max_order_cost: 23 })
  const refused = await baskets.order(asset, { qty: 51 })
  expect(refused.body).toEqual({
    request_id: expect.any(String),
    doc_url: expect.stringContaining('#risk_limit'),
    code: 'risk_limit',
    detail: 'The order could cost 23.46 dollars; max_order_cost is 23.',
  })
  expect((await baskets.order(asset, { qty: 50 })).status).toBe(202)
  await world.pass('10s')
})

it('an order whose cost rose since its acceptance is planned and not sent', async () => {
  const asset = await baskets.sameBet()
  await limit({ max_order_cost: 23 })
  const id = await baskets.place(asset, { qty: 50 })
  await askAt(0.55)
  await world.pass('1m', 5)
  expect(await world.order(id)).toMatchObject({
    status: 'CANCELLED',
    cancel_reason: 'risk_limit',
    traded_qty: 0,
    leg_svc_order_ids: [],
  })
})

it.each([
  [21, { status: 'CANCELLED', cancel_reason: 'risk_limit', traded_qty: 25 }],
  [23, { status: 'EXECUTED', traded_qty: 50 }],
])('the cost of earlier rounds counts once, with the possible cost of the next (at most %i)', async (most, end) => {
  for (const exchange of [A, B] as const) await world.at(exchange).book([[0.3, 1_000]], [[0.4, 1_000]])
  const asset = await baskets.sameBet()
  await limit({ max_order_cost: most })
  const id = await baskets.place(asset, { qty: 50 })
  await world.at(A).book([[0.3, 1_000]], [[0.44, 25]])
  await world.at(B).book([[0.3, 1_000]], [])
  await world.settle()
  expect(await world.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 25 })
  // Eleven dollars are paid, and these would be eleven and a half.
  await world.at(B).book([[0.3, 1_000]], [[0.46, 100]])
  await world.pass('30s')
  expect(await world.order(id)).toMatchObject(end)
})

it('a purchase accepted before a halt is not planned, and a sale of a position continues', async () => {
  const asset = await baskets.sameBet()
  const bought = await baskets.place(asset, { qty: 50 })
  await world.pass('1m', 5)
  const late = await baskets.place(asset, { qty: 10 })
  await limit({ halted: true })
  await world.pass('1m', 5)
  expect(await world.order(late)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'trading_halted', traded_qty: 0 })
  expect(await baskets.order(asset)).toMatchObject({ status: 409, body: { code: 'trading_halted' } })
  const sold = await baskets.place(asset, { qty: 50, buy_flag: false })
  await world.pass('1m', 5)
  expect(await world.order(bought)).toMatchObject({ status: 'EXECUTED' })
  expect(await world.order(sold)).toMatchObject({ status: 'EXECUTED', traded_qty: 50 })
})

it('a leg that was planned before a halt and not sent yet never goes out', async () => {
  const asset = await baskets.sameBet()
  world.queues.delay = ({ queue }) => (queue === 'execute-order' ? 5_000 : 0)
  const id = await baskets.place(asset, { qty: 50 })
  await world.settle()
  expect((await baskets.legs(id)).length).toBeGreaterThan(0)
  await limit({ halted: true })
  await world.pass('2m', 5)
  for (const leg of await baskets.legs(id))
    expect(leg).toMatchObject({ status: 'REJECTED', reject_code: 'trading_halted' })
  expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
})

it('the loss of a day refuses a purchase, and lets a sale of a position continue', async () => {
  const asset = await baskets.sameBet()
  await limit({ max_daily_loss: 4 })
  await baskets.place(asset, { qty: 50 })
  await world.pass('1m', 5)
  await world.at(A).book([[0.2, 1_000]], [[0.25, 1_000]])
  await world.at(B).book([[0.2, 1_000]], [[0.25, 1_000]])
  await world.pass('3m', 5)
  expect(await baskets.order(asset)).toMatchObject({ status: 409, body: { code: 'risk_limit' } })
  const sold = await baskets.place(asset, { qty: 50, buy_flag: false })
  await world.pass('1m', 5)
  expect(await world.order(sold)).toMatchObject({ status: 'EXECUTED' })
})
