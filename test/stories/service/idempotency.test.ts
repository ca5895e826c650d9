/** One `Idempotency-Key`, one object: whenever the first request died, and whatever refuses the repeat at first. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inThisRun } from '../../support/run/plays.ts'
import { type Answer, startWorld, type World } from '../../support/world.ts'

let world: World
let webhookId: string
let deliveryId: string

beforeAll(async () => {
  world = await startWorld()
  await world.simulated.book([[0.4, 100]], [[0.45, 100]])
  webhookId = (await world.post('/v1/webhooks', { url: 'http://127.0.0.1:1/', events: ['webhook.test'] })).body
    .webhook_id
  deliveryId = (await world.post(`/v1/webhooks/${webhookId}/test`)).body.delivery_id
})
afterAll(() => world.stop())

/** After this long the claim of a request that died may be taken over. */
const passAMinute = () => {
  world.time.now += 61_000
}
const subaccount = () => `/v1/subaccounts/${world.hero.subaccountId}`
const order = () => ({
  subaccount_id: world.hero.subaccountId,
  svc_id: world.svcId(),
  buy_flag: true,
  qty: 1,
  price: 0.2,
})
const stop = () => ({
  subaccount_id: world.hero.subaccountId,
  svc_id: world.svcId(),
  conditional_order_params: {
    conditional_order_type: 'STOP',
    stop_order_price: 0.1,
    trigger_order: { qty: 1, buy_flag: false },
  },
})
const takeProfit = { conditional_order_type: 'TP', trigger_order: { qty: 1, buy_flag: false, price: 0.6 } }

const inactive = {
  refuse: () => world.patch(subaccount(), { is_active: false }),
  allow: () => world.patch(subaccount(), { is_active: true }),
}
const webhookOff = {
  refuse: () => world.patch(`/v1/webhooks/${webhookId}`, { is_active: false }),
  allow: () => world.patch(`/v1/webhooks/${webhookId}`, { is_active: true }),
}
const nothing = { refuse: async () => undefined, allow: async () => undefined }
const tooMany = {
  refuse: async () => {
    while ((await world.post('/v1/webhooks', { url: 'http://127.0.0.1:1/', description: 'filler' })).status === 201);
  },
  allow: async () => {
    await removeWebhooks('filler')
  },
}
const removeWebhooks = async (named: string): Promise<void> => {
  for (const { webhook_id: id, description } of (await world.get('/v1/webhooks')).body)
    if (description === named) await world.delete(`/v1/webhooks/${id}`)
}
const countOf = async (url: string): Promise<number> => {
  const { body } = await world.get(url)
  return Array.isArray(body) ? body.length : body.count
}

interface Creation {
  readonly what: string
  readonly url: () => string
  readonly body: () => object | undefined
  /** Makes a rule refuse the repeat, and ends the refusal. */
  readonly rule: { readonly refuse: () => Promise<unknown>; readonly allow: () => Promise<unknown> }
  readonly count: () => Promise<number>
  /** Makes room for more of them. */
  readonly tidy?: () => Promise<void>
  /** Field of the answer that is shown once. */
  readonly secret?: string
}

const CREATIONS: readonly Creation[] = [
  {
    what: 'an order',
    url: () => '/v1/orders',
    body: order,
    rule: inactive,
    count: () => countOf('/v1/orders'),
  },
  {
    what: 'an order with an exit',
    url: () => '/v1/orders',
    body: () => ({ ...order(), conditional_orders_params: [takeProfit] }),
    rule: inactive,
    count: async () => ((await countOf('/v1/orders')) + (await countOf('/v1/complex-orders'))) / 2,
  },
  {
    what: 'a complex order',
    url: () => '/v1/complex-orders',
    body: stop,
    rule: inactive,
    count: () => countOf('/v1/complex-orders'),
  },
  {
    what: 'a custom asset',
    url: () => '/v1/custom-assets',
    body: () => ({ subaccount_id: world.hero.subaccountId, name: 'basket', svc_ids: [world.svcId()] }),
    rule: nothing,
    count: () => countOf('/v1/custom-assets'),
  },
  {
    what: 'a subaccount',
    url: () => '/v1/subaccounts',
    body: () => ({ name: 'another' }),
    rule: nothing,
    count: () => countOf('/v1/subaccounts'),
  },
  {
    what: 'a webhook',
    url: () => '/v1/webhooks',
    body: () => ({ url: 'http://127.0.0.1:1/', description: 'counted' }),
    rule: tooMany,
    count: async () =>
      (await world.get('/v1/webhooks')).body.filter((one: { description: string }) => one.description === 'counted')
        .length,
    tidy: () => removeWebhooks('counted'),
    secret: 'secret',
  },
  {
    what: 'an API key',
    url: () => '/v1/api-keys',
    body: () => ({ name: 'robot' }),
    rule: nothing,
    count: () => countOf('/v1/api-keys'),
    secret: 'api_key',
  },
  {
    what: 'a test delivery',
    url: () => `/v1/webhooks/${webhookId}/test`,
    body: () => undefined,
    rule: webhookOff,
    count: () => countOf(`/v1/webhooks/${webhookId}/deliveries`),
  },
]

/** Dies some steps later each time, until a run comes to its end. */
const MOST_STEPS = 60
const APART = inThisRun({ usual: 3, long: 1 })

describe.each(CREATIONS)('$what', ({ what, url, body, rule, count, tidy, secret }) => {
  it('is made once under one key, wherever the first request died', async () => {
    let seen = 0
    for (let dieAt = 0; dieAt < MOST_STEPS; dieAt += APART) {
      const key = { headers: { 'idempotency-key': `${what} ${dieAt}` } }
      const before = await count()
      const first = await world.post(url(), body(), { ...key, dieAt })
      if (first.status < 300) break
      expect(first.status).toBe(500)
      passAMinute()
      const there = (await count()) - before
      await rule.refuse()
      const refused = await world.post(url(), body(), key)
      await rule.allow()
      // An existing object is the answer, whatever the rule says now.
      if (there === 1) expect(refused, `died at ${dieAt}`).toMatchObject({ status: expect.toSatisfy(isSuccess) })
      const again = await world.post(url(), body(), key)
      expect(again, `died at ${dieAt}`).toMatchObject({ status: expect.toSatisfy(isSuccess) })
      if (isSuccess(refused.status)) expect(withoutSecret(again, secret)).toEqual(withoutSecret(refused, secret))
      expect((await count()) - before, `died at ${dieAt}`).toBe(1)
      if (isSuccess(refused.status) && there === 1) seen += 1
      await tidy?.()
    }
    expect(seen, 'runs that died after they had made it').toBeGreaterThan(0)
  })
})

const isSuccess = (status: number): boolean => status >= 200 && status < 300
const withoutSecret = ({ body }: Answer, secret: string | undefined) =>
  secret === undefined ? body : { ...body, [secret]: null }

describe('a replay of a delivery', () => {
  it('is started once under one key, wherever the first request died', async () => {
    const url = `/v1/webhooks/${webhookId}/deliveries/${deliveryId}/replay`
    let answered = 0
    for (let dieAt = 0; dieAt < MOST_STEPS; dieAt += 1) {
      const key = { headers: { 'idempotency-key': `replay ${dieAt}` } }
      const version = async () => (await world.ports.deliveries.find(webhookId, deliveryId))?.replayId
      const before = await version()
      const first = await world.post(url, undefined, { ...key, dieAt })
      if (first.status < 300) break
      const started = await version()
      passAMinute()
      await webhookOff.refuse()
      const refused = await world.post(url, undefined, key)
      await webhookOff.allow()
      expect(refused.status, `died at ${dieAt}`).toBe(started === before ? 409 : 202)
      if (started === before) continue
      answered += 1
      expect(await version()).toBe(started)
    }
    expect(answered).toBeGreaterThan(0)
  })
})

describe('a kept answer', () => {
  it('a kept answer is given again despite later changes: an expired order is not refused', async () => {
    const key = { headers: { 'idempotency-key': 'for today' } }
    const body = { ...order(), time_in_force: 'GTD', expiry_ts_utc: new Date(world.time.now + 90_000).toISOString() }
    const first = await world.post('/v1/orders', body, key)
    await world.pass('2m', 30)
    await inactive.refuse()
    const again = await world.post('/v1/orders', body, key)
    await inactive.allow()
    expect(again).toMatchObject({ status: 202, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    const fresh = await world.post('/v1/orders', body, { headers: { 'idempotency-key': 'for yesterday' } })
    expect(fresh).toMatchObject({ status: 422, body: { detail: [{ type: 'value_error', input: body }] } })
  })

  it('a repeat of a dead request returns the order it stored before its expiry', async () => {
    const key = { headers: { 'idempotency-key': 'for a minute' } }
    const body = { ...order(), time_in_force: 'GTD', expiry_ts_utc: new Date(world.time.now + 50_000).toISOString() }
    const before = await countOf('/v1/orders')
    for (let dieAt = 0; (await countOf('/v1/orders')) === before; dieAt += 1) {
      const name = `for a minute ${dieAt}`
      await world.post('/v1/orders', body, { headers: { 'idempotency-key': name }, dieAt })
      key.headers['idempotency-key'] = name
    }
    passAMinute()
    expect(await world.post('/v1/orders', body, key)).toMatchObject({ status: 202 })
    expect(await countOf('/v1/orders')).toBe(before + 1)
  })

  it('the order of a slow request is the answer, even if the request that took its key was refused', async () => {
    const key = { headers: { 'idempotency-key': 'slow' } }
    const before = await countOf('/v1/orders')
    const { create } = world.ports.orders
    const refused: number[] = []
    Object.assign(world.ports.orders, {
      create: async (...given: Parameters<typeof create>) => {
        Object.assign(world.ports.orders, { create })
        passAMinute()
        await inactive.refuse()
        refused.push((await world.post('/v1/orders', order(), key)).status)
        await inactive.allow()
        // The process ends as soon as the order is stored.
        await create(...given)
        throw new Error('no more is heard of it')
      },
    })
    await world.post('/v1/orders', order(), key)
    passAMinute()
    expect(refused).toEqual([409])
    expect(await world.post('/v1/orders', order(), key)).toMatchObject({ status: 202 })
    expect(await countOf('/v1/orders')).toBe(before + 1)
  })

  it('an answer longer than a row is built anew: a hundred members with long descriptions', async () => {
    const { markets } = world.ports
    const { getMany } = markets
    const long: typeof getMany = async (ids) =>
      (await getMany(ids)).map((market) => ({ ...market, description: 'ü'.repeat(2_500) }))
    Object.assign(markets, { getMany: long })
    const svcIds = (await world.get('/v1/markets/search?limit=100')).body.results.map(
      ({ svc_id }: { svc_id: number }) => svc_id,
    )
    const body = { subaccount_id: world.hero.subaccountId, name: 'long', svc_ids: svcIds }
    const key = { headers: { 'idempotency-key': 'long' } }
    const before = await countOf('/v1/custom-assets')
    const first = await world.post('/v1/custom-assets', body, key)
    expect(first).toMatchObject({ status: 201, body: { members: { length: 100 } } })
    for (let repeats = 0; repeats < 2; repeats += 1) {
      const again = await world.post('/v1/custom-assets', body, key)
      expect(again).toMatchObject({ status: 201, body: first.body })
      expect(again.headers['idempotent-replayed']).toBe('true')
    }
    expect(await countOf('/v1/custom-assets')).toBe(before + 1)
    Object.assign(markets, { getMany })
  })

  it('is given to the same body in any notation, and to no other', async () => {
    const { buy_flag, ...rest } = order()
    const send = (raw: string) =>
      world.post('/v1/orders', undefined, {
        raw,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'written anew' },
      })
    const first = await send(JSON.stringify({ ...rest, buy_flag }))
    const anew = JSON.stringify({ buy_flag, ...rest }, null, 2).replace('"qty": 1', '"qty": 1.0')
    expect(await send(anew)).toMatchObject({
      status: 202,
      body: first.body,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(await send(JSON.stringify({ ...rest, buy_flag, qty: 2 }))).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'idempotency_mismatch', loc: ['header', 'idempotency-key'], input: 'written anew' }] },
    })
  })
})

describe('faults of the key', () => {
  const faultsOf = async (key: string, body: object) => {
    const answer = await world.post('/v1/orders?x=1', body, { headers: { 'idempotency-key': key } })
    expect(answer.status).toBe(422)
    return answer.body.detail.map(({ type, loc }: { type: string; loc: string[] }) => `${loc.join('.')}: ${type}`)
  }
  const bad = () => ({ ...order(), qty: 0 })

  it.each([
    ['', 'string_too_short'],
    ['k'.repeat(256), 'string_too_long'],
    ['a\tb', 'string_pattern_mismatch'],
  ])('faults of the key come between those of the query and of the body', async (key, type) => {
    expect(await faultsOf(key, bad())).toEqual([
      'query.x: extra_forbidden',
      `header.idempotency-key: ${type}`,
      'body.qty: greater_than',
    ])
  })

  it('faults of the key include its use with another body', async () => {
    await world.post('/v1/orders', order(), { headers: { 'idempotency-key': 'taken' } })
    expect(await faultsOf('taken', bad())).toEqual([
      'query.x: extra_forbidden',
      'header.idempotency-key: idempotency_mismatch',
      'body.qty: greater_than',
    ])
  })
})
