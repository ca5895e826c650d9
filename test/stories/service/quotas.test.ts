/** Quotas of a user: a request above a quota is refused in words without effect; protection of a position is never refused. */

import { describe, expect, it } from 'vitest'
import { DEFAULT_QUOTAS, QUOTA_NAMES, type QuotaLimits } from '#domain/accounts/quotas.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { Answer } from '../../support/world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

const start = (quotas: Partial<QuotaLimits>): Promise<void> => startWorld({ quotas, quoted: true })

const used = async (): Promise<Readonly<Record<string, number>>> => {
  const { status, body } = await world.get('/v1/quotas')
  expect(status).toBe(200)
  return Object.fromEntries(body.map((quota: { name: string; used: number }) => [quota.name, quota.used]))
}

const rest = (more: object = {}): Promise<Answer> => world.postOrder({ qty: 1, buy_flag: true, price: 0.1, ...more })

const stop = (more: object = {}): Promise<Answer> =>
  world.postConditional({ trigger_order: { qty: 1, buy_flag: true }, stop_order_price: 0.9, ...more })

const refused = (status: number, code: string) => ({
  status,
  body: { code, detail: expect.stringMatching(/at most \d/) },
})

describe('GET /v1/quotas', () => {
  it('shows every quota with its limit and its use', async () => {
    await start({ webhooks: 3 })
    const { body } = await world.get('/v1/quotas')
    expect(body.map(({ name }: { name: string }) => name)).toEqual(QUOTA_NAMES)
    const limits = Object.fromEntries(body.map((quota: { name: string; limit: number }) => [quota.name, quota.limit]))
    expect(limits).toEqual({ ...DEFAULT_QUOTAS, webhooks: 3 })
    expect(await used()).toMatchObject({ open_orders: 0, open_complex_orders: 0, subaccounts: 1, api_keys: 1 })
  })

  it('counts existing objects, and no deleted ones', async () => {
    await start({})
    const { body: order } = await rest()
    const { body: armed } = await stop()
    await world.settle()
    expect(await used()).toMatchObject({ open_orders: 1, open_complex_orders: 1 })
    await world.delete(`/v1/orders/${order.svc_order_id}`)
    await world.delete(`/v1/complex-orders/${armed.complex_order_id}`)
    await world.settle()
    expect(await used()).toMatchObject({ open_orders: 0, open_complex_orders: 0 })
  })

  it('counts no object of another user', async () => {
    await start({})
    await rest()
    const key = await world.newKey('read', '0193a5c0-0000-7000-8000-00000000beef')
    const { body } = await world.get('/v1/quotas', { key })
    const mine = body.filter(({ name, used }: { name: string; used: number }) => name !== 'api_keys' && used > 0)
    expect(mine).toEqual([])
  })
})

describe('a quota', () => {
  it('the quota of open orders refuses the next one until one has ended', async () => {
    await start({ open_orders: 2 })
    const { body } = await rest()
    await rest()
    await world.settle()
    expect(await rest()).toMatchObject(refused(409, 'too_many_open_orders'))
    expect((await world.get('/v1/orders')).body.count).toBe(2)
    await world.delete(`/v1/orders/${body.svc_order_id}`)
    await world.settle()
    world.time.now += 2_000
    expect(await rest()).toMatchObject({ status: 202 })
  })

  it('the quota of unsent orders refuses an account’s next order, unless it is reduce-only, until some are sent', async () => {
    await start({ unsent_orders_per_account: 2 })
    await rest()
    await rest()
    expect(await used()).toMatchObject({ unsent_orders_per_account: 2 })
    const third = await rest()
    expect(third).toMatchObject(refused(429, 'too_many_unsent_orders'))
    expect(third.headers['retry-after']).toBe('10')
    expect(await rest({ buy_flag: false, reduce_only: true })).toMatchObject({ status: 202 })
    await world.settle()
    // They rest at the exchange now.
    expect(await used()).toMatchObject({ unsent_orders_per_account: 0 })
    world.time.now += 2_000
    expect(await rest()).toMatchObject({ status: 202 })
  })

  it('the quota of complex orders refuses stops, attached orders and TWAPs, and stores none', async () => {
    await start({ open_complex_orders: 1 })
    expect(await stop()).toMatchObject({ status: 202 })
    expect(await stop()).toMatchObject(refused(409, 'too_many_complex_orders'))
    const entry = { conditional_order_type: 'STOP', trigger_order: { qty: 1, buy_flag: true }, stop_order_price: 0.9 }
    expect(await rest({ conditional_orders_params: [entry] })).toMatchObject(refused(409, 'too_many_complex_orders'))
    expect((await world.get('/v1/orders')).body.count).toBe(0)
    expect((await world.get('/v1/complex-orders')).body.count).toBe(1)
  })

  it('the quotas of complex and open orders never refuse an exit or a fired stop’s order', async () => {
    await start({ open_complex_orders: 1, open_orders: 1 })
    const bracket = [
      { conditional_order_type: 'TP', trigger_order: { qty: 1, buy_flag: false, price: 0.6 } },
      { conditional_order_type: 'SL', trigger_order: { qty: 1, buy_flag: false, stop_order_price: 0.3 } },
    ]
    const bought = await rest({ price: 0.44, conditional_orders_params: bracket })
    expect(bought).toMatchObject({ status: 202 })
    await world.settle()
    const late = await world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      conditional_order_params: {
        conditional_order_type: 'SL',
        parent_svc_order_id: bought.body.svc_order_id,
        trigger_order: { qty: 1, buy_flag: false, stop_order_price: 0.2 },
      },
    })
    expect(late).toMatchObject({ status: 202 })
    expect(await stop()).toMatchObject(refused(409, 'too_many_complex_orders'))
    await world.simulated.book([[0.28, 500]], [[0.3, 500]])
    await world.look()
    await world.settle()
    const { body } = await world.get('/v1/orders?buy_flag=false')
    expect(body.orders.length).toBeGreaterThan(0)
    for (const { status } of body.orders) expect(status).not.toBe('REJECTED')
  })

  it.each([
    ['subaccounts', 'too_many_subaccounts', '/v1/subaccounts', () => ({ name: 'more' })],
    [
      'custom_assets',
      'too_many_custom_assets',
      '/v1/custom-assets',
      () => ({ name: 'asset', subaccount_id: world.hero.subaccountId, svc_ids: [world.svcId()] }),
    ],
    ['api_keys', 'too_many_keys', '/v1/api-keys', () => ({ name: 'more' })],
    ['webhooks', 'too_many_webhooks', '/v1/webhooks', () => ({ url: 'http://127.0.0.1:1/' })],
  ] as const)('the quota of %s refuses one more (%s)', async (name, code, path, body) => {
    await start({ [name]: 2 })
    const before = (await used())[name] ?? 0
    for (let n = before; n < 2; n += 1) expect(await world.post(path, body())).toMatchObject({ status: 201 })
    expect(await world.post(path, body())).toMatchObject(refused(409, code))
    expect((await used())[name]).toBe(2)
  })

  it('the quota of members counts all custom assets, and lets a full one change and shrink', async () => {
    await start({ custom_asset_members: 1 })
    const body = { name: 'asset', subaccount_id: world.hero.subaccountId, svc_ids: [world.svcId()] }
    const { body: first } = await world.post('/v1/custom-assets', body)
    expect(await world.post('/v1/custom-assets', body)).toMatchObject(refused(409, 'too_many_members'))
    const { body: empty } = await world.post('/v1/custom-assets', { ...body, svc_ids: [] })
    const members = (id: string) => `/v1/custom-assets/${id}/members`
    const one = { svc_ids: [world.svcId()] }
    expect(await world.post(members(empty.custom_asset_id), one)).toMatchObject(refused(409, 'too_many_members'))
    expect(await world.post(members(first.custom_asset_id), one)).toMatchObject({ status: 200 })
    expect(await used()).toMatchObject({ custom_assets: 2, custom_asset_members: 1 })
  })

  it('the quota of custom assets counts none of a deleted subaccount, even if their cleanup failed', async () => {
    await start({ custom_assets: 1, custom_asset_members: 1 })
    const { body: other } = await world.post('/v1/subaccounts', { name: 'other' })
    const body = { name: 'asset', subaccount_id: other.subaccount_id, svc_ids: [world.svcId()] }
    expect(await world.post('/v1/custom-assets', body)).toMatchObject({ status: 201 })
    const dying = async () => {
      throw new Error('the run is over')
    }
    Object.assign(world.ports.customAssets, { remove: dying })
    const subaccount = `/v1/subaccounts/${other.subaccount_id}`
    expect(await world.delete(subaccount)).toMatchObject({ status: 500 })
    expect(await world.delete(subaccount)).toMatchObject({ status: 404 })
    expect(await used()).toMatchObject({ custom_assets: 0, custom_asset_members: 0 })
    const mine = { ...body, subaccount_id: world.hero.subaccountId }
    expect(await world.post('/v1/custom-assets', mine)).toMatchObject({ status: 201 })
  })

  it('the quota of test events refuses with 429 and the time to wait, and reopens after an hour', async () => {
    await start({ test_events_per_hour: 2 })
    const { body } = await world.post('/v1/webhooks', { url: 'http://127.0.0.1:1/' })
    const test = () => world.post(`/v1/webhooks/${body.webhook_id}/test`)
    for (let n = 0; n < 2; n += 1) expect(await test()).toMatchObject({ status: 202 })
    const third = await test()
    expect(third).toMatchObject(refused(429, 'too_many_test_events'))
    expect(third.headers['retry-after']).toBe('600')
    expect(await used()).toMatchObject({ test_events_per_hour: 2 })
    world.time.now += 3_600_001
    expect(await used()).toMatchObject({ test_events_per_hour: 0 })
    expect(await test()).toMatchObject({ status: 202 })
  })

  it('the quota of deliveries in flight refuses tests and replays, and never an order event', async () => {
    await start({ deliveries_in_flight: 1 })
    const { body } = await world.post('/v1/webhooks', { url: 'http://127.0.0.1:1/' })
    const test = () => world.post(`/v1/webhooks/${body.webhook_id}/test`)
    expect(await test()).toMatchObject({ status: 202 })
    expect(await test()).toMatchObject(refused(429, 'too_many_deliveries'))
    await rest()
    await world.settle()
    expect((await used())['deliveries_in_flight']).toBeGreaterThan(1)
  })

  it('the quota of deliveries in flight refuses the replay of an ended delivery, not of a counted one', async () => {
    await start({ deliveries_in_flight: 1 })
    const { body } = await world.post('/v1/webhooks', { url: 'http://127.0.0.1:1/' })
    const webhook = `/v1/webhooks/${body.webhook_id}`
    const test = async () => (await world.post(`${webhook}/test`)).body.delivery_id
    const replay = (id: string) => world.post(`${webhook}/deliveries/${id}/replay`)
    const over = await test()
    await world.patch(webhook, { is_active: false })
    await world.settle()
    await world.patch(webhook, { is_active: true })
    const waiting = await test()
    expect(await replay(waiting)).toMatchObject({ status: 202 })
    expect(await replay(over)).toMatchObject(refused(429, 'too_many_deliveries'))
  })
})
