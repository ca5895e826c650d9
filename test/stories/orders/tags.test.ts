/** Tags of orders: children inherit them, lists filter by them, and gains are counted by them. */

import { expect, it } from 'vitest'
import { basketStories } from '../../support/baskets/stories.ts'
import { startReceiver } from '../../support/receiver.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const EXIT = { conditional_order_type: 'TP', trigger_order: { qty: 1, buy_flag: false, price: 0.9 } }

const read = async (path: string, key?: string) => {
  const { status, body } = await world.get(path, key === undefined ? {} : { key })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const idsOf = async (query: string): Promise<readonly string[]> =>
  (await read(`/v1/orders?${query}`)).orders.map((order: { svc_order_id: string }) => order.svc_order_id)

it('an order is found by its tag, alone and with other filters', async () => {
  await startWorld()
  const first = await world.place({ price: 0.3, tag: 'grid ä#1' })
  world.time.now += 1
  const second = await world.place({ price: 0.3, tag: 'grid ä#1', client_order_id: 'mine' })
  await world.place({ price: 0.3, tag: 'grid' })
  await world.place({ price: 0.3, client_order_id: 'mine' })
  const tag = encodeURIComponent('grid ä#1')
  expect(await idsOf(`tag=${tag}`)).toEqual([second, first])
  expect(await idsOf(`tag=${tag}&limit=1&offset=1`)).toEqual([first])
  expect(await idsOf(`tag=${tag}&client_order_id=mine`)).toEqual([second])
  await world.settle()
  expect(await idsOf(`tag=${tag}&status=RESTING`)).toEqual([second, first])
  expect(await idsOf(`tag=${tag}&status=EXECUTED`)).toEqual([])
  expect((await read(`/v1/orders/${first}`)).tag).toBe('grid ä#1')
})

it('attached orders and the slices of a TWAP inherit the tag', async () => {
  await startWorld()
  await world.simulated.book([[0.35, 100]], [[0.45, 100]])
  const entry = await world.place({ price: 0.45, qty: 1, tag: 'bracket', conditional_orders_params: [EXIT] })
  await world.settle()
  await world.pass('5s')
  await world.settle()
  const placed = await idsOf('tag=bracket')
  expect(placed).toHaveLength(2)
  expect(placed).toContain(entry)
  const { complex_orders, count } = await read('/v1/complex-orders?tag=bracket')
  expect(count).toBe(1)
  expect(complex_orders.conditional_orders).toMatchObject([{ tag: 'bracket', complex_order_subtype: 'TP' }])
  expect((await read('/v1/complex-orders?tag=other')).count).toBe(0)
  const { subaccount_id } = await read(`/v1/orders/${entry}`)
  await world.post('/v1/complex-orders', {
    subaccount_id,
    svc_id: world.svcId(),
    tag: 'slow',
    twap_order_params: { buy_flag: true, total_qty: 2, duration_s: 60, slices: 2 },
  })
  await world.settle()
  expect((await read('/v1/complex-orders?tag=slow')).complex_orders.twap_orders).toMatchObject([{ tag: 'slow' }])
  expect((await idsOf('tag=slow')).length).toBeGreaterThan(0)
})

it('fills show and find the tag, and the gain counts them at the average cost of the tag', async () => {
  await startWorld()
  await world.simulated.book([[0.35, 100]], [[0.45, 100]])
  await world.place({ price: 0.45, qty: 4, tag: 'a' })
  await world.place({ price: 0.45, qty: 3, tag: 'b' })
  await world.place({ price: 0.45, qty: 5 })
  await world.settle()
  await world.pass('5s')
  await world.place({ price: 0.35, qty: 1, buy_flag: false, tag: 'a' })
  await world.settle()
  await world.pass('5s')
  await world.settle()
  const { subaccount_to_fills } = await read('/v1/fills?tag=a')
  expect(subaccount_to_fills).toMatchObject([
    {
      fills: [
        { tag: 'a', qty: 1 },
        { tag: 'a', qty: 4 },
      ],
    },
  ])
  const { pnl, has_more } = await read('/v1/pnl?group_by=tag')
  expect(has_more).toBe(false)
  expect(pnl).toMatchObject([
    {
      tag: 'a',
      fill_count: 2,
      markets: [{ svc_id: world.svcId(), position: 3, total_qty_bought: 4, total_qty_sold: 1 }],
    },
    { tag: 'b', fill_count: 1, markets: [{ position: 3, avg_buy_price: 0.45 }] },
  ])
  const [{ realized_pnl, total_fees }] = pnl
  expect(realized_pnl + total_fees).toBeCloseTo(-0.1, 9)
  expect((await read('/v1/pnl?group_by=tag&tag=b')).pnl).toHaveLength(1)
  const stranger = await world.newKey('read', '01a1fd00-0000-7000-8000-00000000beef')
  expect((await read('/v1/pnl?group_by=tag', stranger)).pnl).toEqual([])
})

it('orders of a batch and legs of an order on a custom asset have its tag, and legs are listed on request', async () => {
  await startWorld({ both: true })
  const stories = basketStories(world)
  await stories.pricesAre(0.4)
  const asset = await stories.threeBets()
  const basket = await stories.place(asset, { tag: 'basket/1' })
  const { subaccount_id } = await read(`/v1/orders/${basket}`)
  const body = { subaccount_id, svc_id: world.svcId(), buy_flag: true, qty: 1, price: 0.2 }
  const batch = await world.post('/v1/orders/batch', { orders: [{ ...body, tag: 'batch' }, body] })
  await world.settle()
  await world.pass('10s')
  expect(await idsOf('tag=batch')).toEqual([batch.body.results[0].svc_order_id])
  expect(await idsOf('tag=basket%2F1')).toEqual([basket])
  const legs = await stories.legs(basket)
  expect(legs.length).toBeGreaterThan(1)
  for (const leg of legs) expect(leg).toMatchObject({ tag: 'basket/1' })
  const all = await idsOf('tag=basket%2F1&include_legs=true')
  expect(new Set(all)).toEqual(new Set([basket, ...legs.map(({ svc_order_id }) => svc_order_id)]))
  const { pnl } = await read('/v1/pnl?group_by=tag')
  const traded = legs.flatMap(({ fills }) => fills)
  expect(pnl).toMatchObject([{ tag: 'basket/1', fill_count: traded.length }])
  expect(pnl[0].markets).toHaveLength(3)
})

it('an amend keeps the tag, and cannot change it', async () => {
  await startWorld()
  const order = await world.place({ price: 0.3, tag: 'kept' })
  await world.pass('5s')
  expect((await world.patch(`/v1/orders/${order}`, { price: 0.31, tag: 'other' })).status).toBe(422)
  expect((await world.patch(`/v1/orders/${order}`, { price: 0.31 })).status).toBeLessThan(300)
  await world.pass('10s')
  expect(await read(`/v1/orders/${order}`)).toMatchObject({ price: 0.31, tag: 'kept' })
  expect(await idsOf('tag=kept')).toEqual([order])
})

it('events and CSV show the tag', async () => {
  await startWorld()
  const receiver = await startReceiver(world.clock)
  try {
    receiver.secret = (await world.post('/v1/webhooks', { url: receiver.url })).body.secret
    await world.simulated.book([[0.35, 100]], [[0.45, 100]])
    await world.place({ price: 0.45, qty: 1, tag: '=1+1' })
    await world.pass('10s')
    const shown = receiver.received
      .map(({ event }) => event)
      .filter(({ type }) => type.startsWith('order.'))
      .map(({ data }) => data)
    expect(shown.length).toBeGreaterThan(1)
    for (const one of shown) expect(one).toMatchObject({ tag: '=1+1' })
    const { body } = await world.get('/v1/fills?tag=%3D1%2B1', { headers: { accept: 'text/csv' } })
    expect(body).toContain("'=1+1")
  } finally {
    await receiver.close()
  }
})

it('tags of another user are in no list', async () => {
  await startWorld()
  await world.simulated.book([[0.35, 100]], [[0.45, 100]])
  await world.place({ price: 0.45, qty: 1, tag: 'mine' })
  await world.place({ price: 0.3, tag: 'mine', conditional_orders_params: [EXIT] })
  await world.pass('10s')
  const stranger = await world.newKey('read', '01a1fd00-0000-7000-8000-00000000beef')
  for (const status of ['', '&status=open', '&status=EXECUTED'])
    expect(await read(`/v1/orders?tag=mine${status}`, stranger)).toMatchObject({ orders: [], count: 0 })
  expect(await read('/v1/complex-orders?tag=mine', stranger)).toMatchObject({ count: 0 })
  expect((await read('/v1/fills?tag=mine', stranger)).subaccount_to_fills).toEqual([])
  expect((await read('/v1/pnl?group_by=tag&tag=mine', stranger)).pnl).toEqual([])
  expect(
    (await world.get(`/v1/pnl?group_by=tag&subaccount_id=${world.hero.subaccountId}`, { key: stranger })).status,
  ).toBe((await world.get(`/v1/fills?subaccount_id=${world.hero.subaccountId}`, { key: stranger })).status)
  expect((await idsOf('tag=mine&status=open')).length).toBe(1)
  expect((await read('/v1/complex-orders?tag=mine&status=PENDING')).count).toBe(1)
})

it.each(['tag=', `tag=${'x'.repeat(65)}`])('the filter %s is refused', async (query) => {
  await startWorld()
  for (const path of ['/v1/orders', '/v1/fills', '/v1/complex-orders'])
    expect((await world.get(`${path}?${query}`)).status).toBe(422)
  expect((await world.get('/v1/pnl')).status).toBe(422)
})
