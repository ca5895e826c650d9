/** Orders placed after a cancel-all, on a machine whose clock is behind. */

import { beforeEach, expect, it } from 'vitest'
import { hideLiveOrders } from '#test/support/faults/hide-live-orders.ts'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { useWorld } from '../../../support/use-world.ts'

const world = useWorld({ quoted: true }, { agrees: false })

beforeEach(async () => {
  for (const path of ['/v1/orders/cancel-all', '/v1/complex-orders/cancel-all'])
    expect((await world.post(path, { subaccount_id: world.hero.subaccountId })).status).toBe(202)
  world.time.now -= 3_000
})

const post = async (path: string, body: object): Promise<Record<string, string>> => {
  const answer = await world.post(path, { subaccount_id: world.hero.subaccountId, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const place = async (path: string, body: object): Promise<Record<string, string>> => {
  const placed = await post(path, body)
  await world.pass('10s')
  return placed
}
const stop = { conditional_order_type: 'STOP', stop_order_price: 0.2, trigger_order: { qty: 1, buy_flag: false } }

it('an order goes out, with its exits', async () => {
  const exit = { conditional_order_type: 'SL', trigger_order: { qty: 1, buy_flag: false, stop_order_price: 0.2 } }
  const order = { svc_id: world.svcId(), buy_flag: true, qty: 1, price: 0.44, conditional_orders_params: [exit] }
  const { svc_order_id: id } = await place('/v1/orders', order)
  expect(await world.order(id ?? '')).toMatchObject({ status: 'EXECUTED' })
  await world.simulated.book([[0.18, 500]], [[0.2, 500]])
  await world.look()
  await world.pass('20s')
  expect((await world.orders())[0]).toMatchObject({ buy_flag: false, status: 'EXECUTED' })
})

it('an order on a custom asset goes out', async () => {
  const { custom_asset_id: asset } = await post('/v1/custom-assets', { name: 'one', svc_ids: [world.svcId()] })
  const order = { custom_asset_id: asset, order_type: 'MARKET', buy_flag: true, qty: 1 }
  const { svc_order_id: id } = await place('/v1/orders', order)
  expect(await world.order(id ?? '')).toMatchObject({ status: 'EXECUTED' })
})

it('a stop fires', async () => {
  const { complex_order_id: id } = await place('/v1/complex-orders', {
    svc_id: world.svcId(),
    conditional_order_params: stop,
  })
  await world.simulated.book([[0.18, 500]], [[0.2, 500]])
  await world.look()
  await world.pass('20s')
  expect((await world.get(`/v1/complex-orders/${id}`)).body).toMatchObject({ status: 'TRIGGERED' })
})

it('a TWAP sends its slices', async () => {
  const { complex_order_id: id } = await place('/v1/complex-orders', {
    svc_id: world.svcId(),
    twap_order_params: { total_qty: 10, buy_flag: true, duration_s: 60, slices: 2 },
  })
  expect((await world.get(`/v1/complex-orders/${id}`)).body).toMatchObject({ status: 'ACTIVE' })
})

it('another cancel-all cancels an order the index does not show yet, and it is never sent', async () => {
  hideLiveOrders(world)
  const id = await world.place({ price: 0.3 })
  await post('/v1/orders/cancel-all', {})
  await world.pass('10s')
  expect(await world.order(id)).toMatchObject({
    status: 'CANCELLED',
    cancel_reason: 'cancel_all',
    cancel_requested_at: expect.any(String),
  })
  expect((await ownAccount(world)).orders).toEqual([])
})

it('an order on a custom asset the index does not show yet is cancelled too, with the time', async () => {
  const { custom_asset_id: asset } = await post('/v1/custom-assets', { name: 'one', svc_ids: [world.svcId()] })
  const { liveBaskets } = world.ports.orders
  Object.assign(world.ports.orders, { liveBaskets: async () => [] })
  const order = { custom_asset_id: asset, order_type: 'MARKET', buy_flag: true, qty: 1 }
  const { svc_order_id: id } = await post('/v1/orders', order)
  await post('/v1/orders/cancel-all', {})
  Object.assign(world.ports.orders, { liveBaskets })
  await world.pass('10s')
  expect(await world.order(id ?? '')).toMatchObject({
    status: 'CANCELLED',
    cancel_reason: 'cancel_all',
    cancel_requested_at: expect.any(String),
  })
})

it('another cancel-all ends a stop the list does not show yet, and it never fires', async () => {
  const { list } = world.ports.complexOrders
  Object.assign(world.ports.complexOrders, { list: async () => ({ complexOrders: [], count: 0 }) })
  const params = { svc_id: world.svcId(), conditional_order_params: stop }
  const { complex_order_id: id } = await post('/v1/complex-orders', params)
  await post('/v1/complex-orders/cancel-all', {})
  Object.assign(world.ports.complexOrders, { list })
  await world.pass('10s')
  await world.simulated.book([[0.18, 500]], [[0.2, 500]])
  await world.look()
  await world.pass('20s')
  expect((await world.get(`/v1/complex-orders/${id}`)).body).toMatchObject({ status: 'CANCELLED' })
  expect(await world.orders()).toEqual([])
})
