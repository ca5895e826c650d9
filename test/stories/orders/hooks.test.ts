/** Alerts from outside place prepared orders, once, within what their hook allows. */

import { beforeEach, describe, expect, it } from 'vitest'
import { inThisRun } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()
beforeEach(() => startWorld())

/** An alert has no key. */
const STRANGER = { key: '' }

const template = () => ({
  subaccount_id: world.hero.subaccountId,
  svc_id: world.svcId(),
  order_type: 'LIMIT',
  qty: 10,
  buy_flag: true,
  price: 0.4,
})

const create = async (more: object = {}, by: { readonly key?: string } = {}) => {
  const requested = {
    name: 'Breakout',
    template: template(),
    fields: { price: { min: 0.3, max: 0.5 }, qty: { min: 1 } },
    limits: { max_orders_per_day: 2 },
    ...more,
  }
  const { status, body } = await world.post('/v1/hooks', requested, by)
  expect({ status, body }).toMatchObject({ status: 201 })
  const path = `/v1/hooks/${body.hook_id}`
  const alert = (values: object) => world.post(path, { secret: body.secret, ...values }, STRANGER)
  return { path, secret: body.secret, alert, body }
}

const ordersPlaced = async (): Promise<number> => (await world.get('/v1/orders')).body.count

describe('an alert', () => {
  it('places the order of its hook with the values that it may choose', async () => {
    const { alert } = await create()
    const accepted = await alert({ alert_id: 'one', price: 0.41, qty: 3 })
    expect(accepted).toMatchObject({ status: 202 })
    await world.settle()
    expect(await world.order(accepted.body.svc_order_id)).toMatchObject({
      subaccount_id: world.hero.subaccountId,
      qty: 3,
      price: 0.41,
      buy_flag: true,
    })
    const usual = await alert({ alert_id: 'two' })
    await world.settle()
    expect(await world.order(usual.body.svc_order_id)).toMatchObject({ qty: 10, price: 0.4 })
  })

  it('is carried out once: a repeat with other values gets the first order', async () => {
    const { alert } = await create()
    const first = await alert({ alert_id: 'same', price: 0.41 })
    const [second, third] = await Promise.all([
      alert({ alert_id: 'same', price: 0.5 }),
      alert({ alert_id: 'same', price: 9e-1 }),
    ])
    expect([second, third]).toEqual([
      expect.objectContaining({ status: 202, body: first.body }),
      expect.objectContaining({ status: 202, body: first.body }),
    ])
    await world.settle()
    expect(await ordersPlaced()).toBe(1)
  })

  it('that arrives ten times at once is carried out once, and its repeat gets the order', async () => {
    const { alert } = await create({ limits: { max_orders_per_day: 1 } })
    const ten = await Promise.all(Array.from({ length: 10 }, () => alert({ alert_id: 'same' })))
    const again = await alert({ alert_id: 'same' })
    expect(again).toMatchObject({ status: 202 })
    const accepted = ten.filter(({ status }) => status === 202)
    expect(new Set(accepted.map(({ body }) => body.svc_order_id))).toEqual(new Set([again.body.svc_order_id]))
    await world.settle()
    expect(await ordersPlaced()).toBe(1)
  })

  it('never gets past the limit of its hook, also if ten different ones arrive at once', async () => {
    const { alert } = await create({ limits: { max_orders_per_day: 3 } })
    const ten = await Promise.all(Array.from({ length: 10 }, (_, n) => alert({ alert_id: `${n}` })))
    expect(ten.filter(({ status }) => status === 202).length).toBeLessThanOrEqual(3)
    await world.settle()
    expect(await ordersPlaced()).toBe(ten.filter(({ status }) => status === 202).length)
  })

  it('without its secret in the body, or with another kind of text, is refused and never repeated in the answer', async () => {
    const { path, secret } = await create()
    const sent = (raw: string, headers: Record<string, string> = {}) =>
      world.call('POST', path, undefined, { ...STRANGER, raw, headers: { 'content-type': 'text/plain', ...headers } })
    const json = (values: object) => JSON.stringify({ alert_id: 'a', ...values })
    const answers = [
      await sent(json({})),
      await sent(json({ secret: null })),
      await sent(json({}), { 'x-api-key': secret }),
      await sent(`${secret} crossed 0.5`),
      await sent(`secret=${secret}&alert_id=a`, { 'content-type': 'application/x-www-form-urlencoded' }),
      await sent(JSON.stringify([{ secret, alert_id: 'a' }])),
      await sent(''),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422))
    expect(JSON.stringify(answers)).not.toContain('pmh_')
    expect(await ordersPlaced()).toBe(0)
  })

  it('places nothing on a subaccount that was deleted', async () => {
    const { body: doomed } = await world.post('/v1/subaccounts', { name: 'Doomed' })
    const { alert } = await create({ template: { ...template(), subaccount_id: doomed.subaccount_id } })
    expect(await world.delete(`/v1/subaccounts/${doomed.subaccount_id}`)).toMatchObject({ status: 204 })
    await world.settle()
    expect(await alert({ alert_id: 'late' })).toMatchObject({ status: 404, body: { detail: 'Subaccount not found' } })
    expect(await ordersPlaced()).toBe(0)
  })

  it('that dies anywhere is carried out by its repeat, and counts once', async () => {
    for (let dieAt = 1, survived = false; !survived; dieAt += inThisRun({ usual: 3, long: 1 })) {
      const { path, secret, alert } = await create({ limits: { max_orders_per_day: 1 } })
      const before = await ordersPlaced()
      const died = await world.post(path, { secret, alert_id: 'dies' }, { ...STRANGER, dieAt })
      survived = died.status === 202
      const [again, twice] = [await alert({ alert_id: 'dies' }), await alert({ alert_id: 'dies' })]
      expect(again.status, `died at ${dieAt}`).toBe(202)
      expect(twice.body).toEqual(again.body)
      expect(await alert({ alert_id: 'next' })).toMatchObject({ status: 429, body: { code: 'hook_limit' } })
      await world.settle()
      expect((await ordersPlaced()) - before, `died at ${dieAt}`).toBe(1)
      await world.delete(path)
    }
    // An order whose message was lost is found by the sweeper.
    await world.pass('2m')
  })

  it('with a wrong secret gets the same answer as one for a hook that does not exist', async () => {
    const { path, secret } = await create()
    const wrong = `${secret.slice(0, -4)}0000`
    const answers = [
      await world.post(path, { secret: wrong, alert_id: 'a' }, STRANGER),
      await world.post(`/v1/hooks/${world.hero.userId}`, { secret, alert_id: 'a' }, STRANGER),
      await world.post(path, { secret: 'guess', alert_id: 'a' }, STRANGER),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect({ ...body, request_id: null }).toEqual({ ...answers[0]?.body, request_id: null })
    }
    const other = await create()
    expect(await world.post(path, { secret: other.secret, alert_id: 'a' }, STRANGER)).toMatchObject({ status: 401 })
    expect(await ordersPlaced()).toBe(0)
  })

  it('chooses nothing but the fields of its hook, within their bounds', async () => {
    const { alert } = await create()
    const closed = await create({ fields: null })
    for (const values of [
      { price: 0.6 },
      { price: 0.2 },
      { qty: 11 },
      { qty: 0.5 },
      { buy_flag: false },
      { svc_id: 1 },
    ])
      expect(await alert({ alert_id: 'a', ...values })).toMatchObject({ status: 422 })
    for (const values of [{ price: 0.4 }, { qty: 10 }])
      expect(await closed.alert({ alert_id: 'a', ...values })).toMatchObject({ status: 422 })
    expect(await alert({ price: 0.4 })).toMatchObject({ status: 422 })
    expect(JSON.stringify(await alert({ alert_id: 'a', price: 0.6 }))).not.toContain('pmh_')
    expect(await ordersPlaced()).toBe(0)
  })

  it('is refused if it is old, or if its hook is turned off, has expired or is used up', async () => {
    const limits = {
      max_orders_per_day: 5,
      max_cost_per_day: 5,
      expires_at: new Date(world.clock() + 60_000).toISOString(),
    }
    const { alert, path } = await create({ limits })
    const at = (ms: number) => new Date(world.clock() + ms).toISOString()
    expect(await alert({ alert_id: 'old', sent_at: at(-301_000) })).toMatchObject({ status: 422 })
    expect(await alert({ alert_id: 'ahead', sent_at: at(61_000) })).toMatchObject({ status: 422 })
    expect(await alert({ alert_id: 'new', sent_at: at(-1_000) })).toMatchObject({ status: 202 })
    expect(await alert({ alert_id: 'costs', qty: 10 })).toMatchObject({ status: 429, body: { code: 'hook_limit' } })
    expect(await alert({ alert_id: 'cheap', qty: 2 })).toMatchObject({ status: 202 })
    await world.patch(path, { is_active: false })
    expect(await alert({ alert_id: 'off', qty: 1 })).toMatchObject({ status: 409, body: { code: 'hook_disabled' } })
    await world.patch(path, { is_active: true })
    world.time.now += 61_000
    expect(await alert({ alert_id: 'late', qty: 1 })).toMatchObject({ status: 409, body: { code: 'hook_expired' } })
    await world.delete(path)
    expect(await alert({ alert_id: 'gone', qty: 1 })).toMatchObject({ status: 401 })
    await world.settle()
  })

  it('meets the halt of its subaccount, counts, and may be repeated after the halt', async () => {
    const { alert } = await create({ limits: { max_orders_per_day: 1 } })
    await world.post(`/v1/subaccounts/${world.hero.subaccountId}/halt`)
    expect(await alert({ alert_id: 'a' })).toMatchObject({ status: 409, body: { code: 'trading_halted' } })
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { halted: false })
    expect(await alert({ alert_id: 'b' })).toMatchObject({ status: 429, body: { code: 'hook_limit' } })
    expect(await alert({ alert_id: 'a' })).toMatchObject({ status: 202 })
    await world.settle()
  })
})

describe('the body of an alert', () => {
  it('is read as JSON whatever its type, because TradingView sends text, too', async () => {
    const { path, secret } = await create()
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'idempotency-key': 'of a stranger' }
    const alert = { secret, alert_id: 'text' }
    expect(await world.post(path, alert, { ...STRANGER, headers })).toMatchObject({ status: 202 })
    expect(await world.post(path, alert, { ...STRANGER, headers })).toMatchObject({ status: 202 })
    await world.settle()
    expect(await ordersPlaced()).toBe(1)
  })

  it('is no longer looked up from an address with many wrong secrets, but for hooks that were seen before', async () => {
    await startWorld({ rate: { perSecond: 1, burst: 20 } })
    const { path, alert } = await create()
    const other = await create()
    expect(await alert({ alert_id: 'first' })).toMatchObject({ status: 202 })
    const guess = { secret: `pmh_${world.hero.userId}_${'0'.repeat(64)}`, alert_id: 'a' }
    const statuses: number[] = []
    for (let n = 0; n < 23; n += 1) statuses.push((await world.post(other.path, guess, STRANGER)).status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(statuses.at(-1)).toBe(429)
    expect(await other.alert({ alert_id: 'b' })).toMatchObject({ status: 429 })
    // The answer to a wrong secret is the same for a hook that was seen.
    expect(await world.post(path, guess, STRANGER)).toMatchObject({ status: 429 })
    expect(await alert({ alert_id: 'second' })).toMatchObject({ status: 202 })
    await world.settle()
    world.time.now += 60_000
  })

  it('is refused with a leaked secret beyond the rate of its hook', async () => {
    await startWorld({ rate: { perSecond: 1, burst: 20 } })
    const { alert } = await create()
    const statuses: number[] = []
    for (let n = 0; n < 22; n += 1) statuses.push((await alert({ alert_id: `${n}`, price: 0.9 })).status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(20)
    expect(statuses.slice(-2)).toEqual([429, 429])
  })
})

describe('a hook', () => {
  it('shows its secret once, keeps a hash, and takes only its newest secret', async () => {
    const { path, secret, body } = await create()
    const { secret: _, ...shown } = body
    expect((await world.get('/v1/hooks')).body).toEqual([shown])
    expect((await world.get(path)).body).toEqual(shown)
    const rotated = await world.post(`${path}/rotate-secret`)
    expect(await world.post(path, { secret, alert_id: 'a' }, STRANGER)).toMatchObject({ status: 401 })
    const again = { secret: rotated.body.secret, alert_id: 'a' }
    expect(await world.post(path, again, STRANGER)).toMatchObject({ status: 202 })
    await world.settle()
    const stored = await world.ports.hooks.list(world.hero.userId)
    const digits = [secret, rotated.body.secret].map((text: string) => text.slice(-64))
    for (const each of digits) expect(JSON.stringify([stored, world.log])).not.toContain(each)
  })

  it('is made by keys of scope admin alone, and belongs to its user', async () => {
    const { path } = await create()
    const trader = { key: await world.newKey('trade') }
    expect(await world.post('/v1/hooks', {}, trader)).toMatchObject({ status: 403 })
    expect(await world.patch(path, { is_active: false }, trader)).toMatchObject({ status: 403 })
    const stranger = { key: await world.newKey('admin', world.hero.subaccountId) }
    expect((await world.get('/v1/hooks', stranger)).body).toEqual([])
    for (const answer of [await world.get(path, stranger), await world.delete(path, stranger)])
      expect(answer).toMatchObject({ status: 404 })
  })

  it('takes no alert after the key that gave it its secret is revoked, until another key gives it a new one', async () => {
    const { body: key } = await world.post('/v1/api-keys', { name: 'thief', scope: 'admin' })
    const { path, alert } = await create({}, { key: key.api_key })
    expect(await alert({ alert_id: 'a' })).toMatchObject({ status: 202 })
    await world.delete(`/v1/api-keys/${key.api_key_id}`)
    expect(await alert({ alert_id: 'b' })).toMatchObject({ status: 409, body: { code: 'hook_disabled' } })
    const { body } = await world.post(`${path}/rotate-secret`)
    expect(body.api_key_id).not.toBe(key.api_key_id)
    expect(await world.post(path, { secret: body.secret, alert_id: 'b' }, STRANGER)).toMatchObject({ status: 202 })
    await world.settle()
    expect(await ordersPlaced()).toBe(2)
  })

  it('needs a subaccount of its user, and a market', async () => {
    const stranger = { key: await world.newKey('admin', world.hero.subaccountId) }
    const body = { name: 'x', template: template(), limits: { max_orders_per_day: 2 } }
    expect(await world.post('/v1/hooks', body, stranger)).toMatchObject({ status: 404 })
    const nowhere = { ...body, template: { ...template(), svc_id: 1 } }
    expect(await world.post('/v1/hooks', nowhere)).toMatchObject({ status: 404 })
  })

  it('is refused with bounds or limits that make no sense', async () => {
    const limits = { max_orders_per_day: 2 }
    const bad = [
      { fields: { price: { min: 0.5, max: 0.3 } } },
      { fields: { qty: { min: 11 } } },
      { template: { ...template(), order_type: 'MARKET', price: null }, fields: { price: { min: 0.3, max: 0.5 } } },
      { template: { ...template(), price: null } },
      { limits: { max_orders_per_day: 201 } },
      { limits: { ...limits, expires_at: '2020-01-01T00:00:00Z' } },
      { limits: {} },
    ]
    for (const each of bad) {
      const body = { name: 'x', template: template(), limits, ...each }
      expect(await world.post('/v1/hooks', body)).toMatchObject({ status: 422 })
    }
  })
})
