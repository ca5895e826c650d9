/** Requests for orders on custom assets: the accepted terms, their owner, and how lists, repeats and webhooks show it. */

import { beforeEach, describe, expect, it } from 'vitest'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { startReceiver } from '../../support/receiver.ts'
import { useWorld } from '../../support/use-world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const world = useWorld({ both: true })
const baskets = basketStories(world)

beforeEach(async () => {
  await world.at(A).book([[0.1, 500]], [[0.44, 500]])
  await world.at(A).book([[0.1, 500]], [[0.5, 500]], OTHER_PARTY)
  await world.at(B).book([[0.1, 500]], [[0.45, 500]])
})

const sentences = (reply: { body: { detail: ReadonlyArray<{ msg: string; loc: unknown }> } }) =>
  reply.body.detail.map(({ msg }) => msg)

describe('a request', () => {
  it.each<[string, object, string]>([
    ['is MARKET', { order_type: 'LIMIT', price: 0.4 }, 'Value error, orders on a custom asset must be MARKET orders'],
    [
      'has no price',
      { price: 0.4 },
      'Value error, a MARKET order has no price; to cap the price send a LIMIT order with time_in_force IOC',
    ],
    ['names no market', { svc_id: 7 }, 'Value error, exactly one of svc_id and custom_asset_id is required'],
  ])('%s', async (_what, more, sentence) => {
    const refused = await baskets.order(await baskets.sameBet(), more)
    expect(refused.status).toBe(422)
    expect(sentences(refused)).toContain(sentence)
  })

  it('cannot be filled or killed as one over several markets, nor on a sale; over one market it can', async () => {
    const fok = { time_in_force: 'FOK' }
    const several = await baskets.order(await baskets.sameBet(), fok)
    expect(several.status).toBe(422)
    expect(sentences(several)).toEqual([
      'Value error, an order on several markets cannot be filled or killed as one: FOK needs a custom asset of one member',
    ])
    const single = await baskets.makeAsset([baskets.svcIdAt(A)], 'BEST_PRICE')
    expect((await baskets.order(single, { ...fok, buy_flag: false })).status).toBe(422)
    const ids = [await baskets.place(single, { ...fok, qty: 20 }), await baskets.place(single, { ...fok, qty: 600 })]
    await world.pass('10s')
    expect(await baskets.summed(ids[0] ?? '')).toMatchObject({
      status: 'EXECUTED',
      time_in_force: 'FOK',
      traded_qty: 20,
    })
    expect(await baskets.legs(ids[0] ?? '')).toMatchObject([{ time_in_force: 'FOK', status: 'EXECUTED' }])
    expect(await baskets.summed(ids[1] ?? '')).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    expect(await baskets.legs(ids[1] ?? '')).toEqual([])
    await world.agree()
  })

  it('reads back as IOC whatever time in force a MARKET order asks for', async () => {
    const expiry_ts_utc = new Date(world.time.now + 60_000).toISOString()
    const id = await baskets.place(await baskets.sameBet(), { time_in_force: 'GTD', expiry_ts_utc })
    expect(await world.order(id)).toMatchObject({ time_in_force: 'IOC', expiry_ts_utc: null })
  })

  it('needs a custom asset of the caller, of the same subaccount, with members', async () => {
    expect(await baskets.order('019aa5d5-2a77-7c3d-8b1e-4f5a6b7c8d90')).toMatchObject({
      status: 404,
      body: { detail: 'Custom asset not found', code: 'not_found' },
    })
    const empty = await baskets.makeAsset([], 'EQUAL')
    expect(await baskets.order(empty)).toMatchObject({ status: 409, body: { code: 'custom_asset_empty' } })
    const { subaccount_id } = (await world.post('/v1/subaccounts', { name: 'other' })).body
    const elsewhere = await baskets.order(empty, { subaccount_id })
    expect(elsewhere.status).toBe(422)
    expect(sentences(elsewhere)).toEqual(['Value error, the custom asset belongs to another subaccount'])
    await world.patch(`/v1/subaccounts/${world.hero.subaccountId}`, { is_active: false })
    expect(await baskets.order(await baskets.sameBet())).toMatchObject({
      status: 409,
      body: { code: 'subaccount_inactive' },
    })
  })

  it('is held to the limits of its subaccount', async () => {
    const asset = await baskets.sameBet()
    const limits = `/v1/subaccounts/${world.hero.subaccountId}/limits`
    await world.put(limits, { max_order_qty: 40 })
    expect(await baskets.order(asset)).toMatchObject({ status: 409, body: { code: 'risk_limit' } })
    await world.put(limits, { halted: true })
    expect(await baskets.order(asset, { qty: 10 })).toMatchObject({ status: 409, body: { code: 'trading_halted' } })
    expect((await baskets.order(asset, { qty: 10, buy_flag: false })).status).toBe(202)
  })

  it.each<[string, object, boolean, string]>([
    [
      'that would rest',
      { qty: 10, buy_flag: false, price: 0.6 },
      true,
      'the trigger order on a custom asset must be a MARKET order',
    ],
    [
      'without a price to fire at',
      { qty: 10, buy_flag: false },
      true,
      'a MARKET TP requires trigger_order.stop_order_price',
    ],
    [
      'of more than the order',
      { qty: 60, buy_flag: false, stop_order_price: 0.6 },
      true,
      'a TP must not have more qty than its parent',
    ],
    [
      'of a sale',
      { qty: 10, buy_flag: true, stop_order_price: 0.2 },
      false,
      'an order that sells a custom asset only closes what is held, so there is nothing to leave again',
    ],
  ])('of a take profit %s is refused in words, and nothing is stored', async (_, trigger_order, buy_flag, sentence) => {
    const attached = await baskets.order(await baskets.sameBet(), {
      buy_flag,
      conditional_orders_params: [{ conditional_order_type: 'TP', trigger_order }],
    })
    expect([attached.status, sentences(attached)]).toEqual([422, [`Value error, ${sentence}`]])
    expect(await world.orders()).toEqual([])
  })

  it('a request repeated with its key is the same order', async () => {
    const asset = await baskets.sameBet()
    const body = {
      order_type: 'MARKET',
      qty: 50,
      buy_flag: true,
      subaccount_id: world.hero.subaccountId,
      custom_asset_id: asset,
    }
    const headers = { 'idempotency-key': 'once' }
    const [first, second] = [
      await world.post('/v1/orders', body, { headers }),
      await world.post('/v1/orders', body, { headers }),
    ]
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
    await world.pass('10s')
    expect((await world.orders()).length).toBe(1)
    await world.agree()
  })

  it('a request keeps the members of its acceptance: later changes do not apply', async () => {
    const asset = await baskets.sameBet()
    const id = await baskets.place(asset)
    await world.call('DELETE', `/v1/custom-assets/${asset}/members`, { svc_ids: [baskets.svcIdAt(A)] })
    await world.pass('10s')
    expect((await baskets.legs(id)).map((leg) => leg.svc_id)).toEqual([baskets.svcIdAt(A)])
  })

  it('keeps its custom asset and its subaccount from being deleted until it has ended', async () => {
    const asset = await baskets.sameBet()
    const id = await baskets.place(asset)
    expect(await world.delete(`/v1/custom-assets/${asset}`)).toMatchObject({ status: 409 })
    expect(await world.delete(`/v1/subaccounts/${world.hero.subaccountId}`)).toMatchObject({
      status: 409,
      body: { code: 'subaccount_in_use' },
    })
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
    expect((await world.delete(`/v1/custom-assets/${asset}`)).status).toBe(204)
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', custom_asset_id: asset })
  })
})

describe('the list of orders', () => {
  it('shows the order and counts it, and its legs only on request', async () => {
    const asset = await baskets.threeBets()
    const plain = await world.place({ price: 0.2 })
    const id = await baskets.place(asset, { qty: 60 })
    await world.pass('10s')
    const ids = async (query: string) => {
      const { orders, count } = (await world.get(`/v1/orders?${query}`)).body
      return { ids: orders.map((order: { svc_order_id: string }) => order.svc_order_id).sort(), count }
    }
    const legs: readonly string[] = (await world.order(id)).leg_svc_order_ids
    expect(legs).toHaveLength(3)
    expect(await ids('')).toEqual({ ids: [plain, id].sort(), count: 2 })
    expect(await ids(`custom_asset_id=${asset}`)).toEqual({ ids: [id], count: 1 })
    expect(await ids('status=EXECUTED')).toEqual({ ids: [id], count: 1 })
    expect(await ids('include_legs=true')).toEqual({ ids: [plain, id, ...legs].sort(), count: 5 })
    expect(await ids(`include_legs=true&custom_asset_id=${asset}`)).toEqual({ ids: [id, ...legs].sort(), count: 4 })
    expect((await ids(`include_legs=true&svc_id=${baskets.svcIdAt(B)}`)).count).toBe(1)
    expect((await ids(`svc_id=${baskets.svcIdAt(B)}`)).count).toBe(0)
    const pages = await Promise.all([0, 2, 4].map((offset) => ids(`include_legs=true&limit=2&offset=${offset}`)))
    expect(pages.flatMap((page) => page.ids).sort()).toEqual([plain, id, ...legs].sort())
    expect(pages.map(({ count }) => count)).toEqual([5, 5, 5])
  })

  it('the order and all its parts are hidden from other users', async () => {
    const asset = await baskets.sameBet()
    const id = await baskets.place(asset)
    await world.pass('10s')
    const [leg] = (await world.order(id)).leg_svc_order_ids
    const key = await world.newKey('admin', '019aa5d5-2a77-7c3d-8b1e-4f5a6b7c8d91')
    for (const orderId of [id, leg]) {
      expect(await world.get(`/v1/orders/${orderId}`, { key })).toMatchObject({
        status: 404,
        body: { detail: 'Order not found' },
      })
      expect((await world.delete(`/v1/orders/${orderId}`, { key })).status).toBe(404)
    }
    expect((await world.get('/v1/orders?include_legs=true', { key })).body).toEqual({
      orders: [],
      count: 0,
      as_of: expect.any(String),
      has_more: false,
      next_cursor: null,
    })
    expect((await world.get(`/v1/orders?custom_asset_id=${asset}`, { key })).body).toEqual({
      orders: [],
      count: 0,
      as_of: expect.any(String),
      has_more: false,
      next_cursor: null,
    })
  })
})

describe('a webhook', () => {
  it('a webhook receives the order and every fill of its legs', async () => {
    const receiver = await startReceiver(world.clock)
    const { body } = await world.post('/v1/webhooks', { url: receiver.url })
    receiver.secret = body.secret
    const id = await baskets.place(await baskets.sameBet(), { client_order_id: 'mine' })
    await world.pass('20s')
    const order = await baskets.summed(id)
    const events = receiver.received.map(({ event }) => event)
    const own = events.filter(({ object_id }) => object_id === id)
    expect(own.map(({ type, previous_status: before, data }) => [type, before, data.status])).toEqual([
      ['order.created', null, 'PENDING_SUBMISSION'],
      ['order.updated', null, 'PENDING_SUBMISSION'],
      ['order.updated', 'PENDING_SUBMISSION', 'PROCESSING'],
      ['order.updated', 'PROCESSING', 'EXECUTED'],
      ['order.updated', 'EXECUTED', 'EXECUTED'],
    ])
    expect(own.map(({ data }) => data.fills_complete)).toEqual([false, false, false, false, true])
    expect(own[3].data).toMatchObject({ custom_asset_id: order.custom_asset_id, svc_id: null, client_order_id: 'mine' })
    const filled = events.filter(({ type }) => type === 'order.filled').map(({ data }) => data.fill_id)
    expect(filled.sort()).toEqual(order.fills.map(({ fill_id }: { fill_id: string }) => fill_id).sort())
    receiver.close()
  })
})
