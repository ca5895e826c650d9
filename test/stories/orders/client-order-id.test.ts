/** `GET /v1/orders?client_order_id=` finds the orders that their client gave that name. */

import { expect, it } from 'vitest'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const found = async (query: string, key?: string) => {
  const { status, body } = await world.get(`/v1/orders?${query}`, key === undefined ? {} : { key })
  expect(status, JSON.stringify(body)).toBe(200)
  return {
    ids: body.orders.map((order: { svc_order_id: string }) => order.svc_order_id),
    count: body.count,
    hasMore: body.has_more,
    next: body.next_cursor,
  }
}

it('an order is found by its exact name as soon as it is accepted', async () => {
  await startWorld()
  const order = await world.place({ price: 0.3, client_order_id: 'rebalance 7/ä#' })
  await world.place({ price: 0.3, client_order_id: 'rebalance 7' })
  await world.place({ price: 0.3 })
  const name = encodeURIComponent('rebalance 7/ä#')
  expect(await found(`client_order_id=${name}`)).toMatchObject({ ids: [order], count: 1, hasMore: false })
  expect(await found('client_order_id=REBALANCE%207')).toMatchObject({ ids: [], count: 0 })
  await world.settle()
  expect(await found(`client_order_id=${name}&status=RESTING`)).toMatchObject({ ids: [order], count: 1 })
  expect(await found(`client_order_id=${name}&status=EXECUTED`)).toMatchObject({ ids: [], count: 0 })
})

it('an order with attached orders is found by its name, and they are not', async () => {
  await startWorld()
  const exit = { conditional_order_type: 'SL', trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.2 } }
  const order = await world.place({ price: 0.3, client_order_id: 'entry', conditional_orders_params: [exit] })
  expect(await found('client_order_id=entry')).toMatchObject({ ids: [order], count: 1 })
  await world.settle()
})

it('orders of one name are listed newest first, in pages by offset and by cursor', async () => {
  await startWorld()
  const orders: string[] = []
  for (let n = 0; n < 5; n += 1) {
    world.time.now += 1
    orders.unshift(await world.place({ price: 0.3, client_order_id: 'grid' }))
  }
  expect(await found('client_order_id=grid&limit=2&offset=1')).toMatchObject({
    ids: orders.slice(1, 3),
    count: 5,
    hasMore: true,
  })
  const first = await found('client_order_id=grid&limit=3')
  expect(first.ids).toEqual(orders.slice(0, 3))
  const second = await found(`client_order_id=grid&limit=3&cursor=${encodeURIComponent(first.next)}`)
  expect(second).toMatchObject({ ids: orders.slice(3), count: 5, hasMore: false, next: null })
  await world.settle()
})

it('orders of another subaccount and of another user are not found', async () => {
  await startWorld()
  const order = await world.place({ price: 0.3, client_order_id: 'mine' })
  const { subaccount_id: other } = (await world.post('/v1/subaccounts', { name: 'other' })).body
  const { subaccount_id: own } = (await world.get(`/v1/orders/${order}`)).body
  expect(await found(`client_order_id=mine&subaccount_id=${own}`)).toMatchObject({ ids: [order], count: 1 })
  expect(await found(`client_order_id=mine&subaccount_id=${other}`)).toMatchObject({ ids: [], count: 0 })
  const stranger = await world.newKey('read', '01a1fd00-0000-7000-8000-00000000beef')
  expect(await found('client_order_id=mine', stranger)).toMatchObject({ ids: [], count: 0 })
  await world.settle()
})

it('a repeated request is found once', async () => {
  await startWorld()
  const [{ subaccount_id }] = (await world.get('/v1/subaccounts')).body
  const body = { subaccount_id, svc_id: world.svcId(), buy_flag: true, qty: 1, price: 0.3 }
  const send = () =>
    world.post('/v1/orders', { ...body, client_order_id: 'once' }, { headers: { 'idempotency-key': 'one-key' } })
  const { svc_order_id } = (await send()).body
  await send()
  expect(await found('client_order_id=once')).toMatchObject({ ids: [svc_order_id], count: 1 })
  await world.settle()
})

it.each(['client_order_id=', `client_order_id=${'x'.repeat(65)}`])('the filter %s is refused', async (query) => {
  await startWorld()
  expect((await world.get(`/v1/orders?${query}`)).status).toBe(422)
})
