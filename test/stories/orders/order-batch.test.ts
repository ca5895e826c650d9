/** POST /v1/orders/batch: each order is independent, and a repeat places none twice. */

import { describe, expect, it } from 'vitest'
import { inThisRun, playedOn } from '../../support/run/plays.ts'
import { saidIn } from '../../support/said-in.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { WorldOptions } from '../../support/world.ts'

const { world, startWorld } = worldOfTest()

const open = (options: WorldOptions = {}): Promise<void> => startWorld({ ...options, quoted: true })

const body = (more: object = {}) => ({
  subaccount_id: world.hero.subaccountId,
  svc_id: world.svcId(),
  qty: 5,
  buy_flag: true,
  price: 0.39,
  ...more,
})

const batch = (orders: readonly unknown[], key?: string, dieAt?: number) =>
  world.post(
    '/v1/orders/batch',
    { orders },
    {
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      ...(dieAt === undefined ? {} : { dieAt }),
    },
  )

const idsOf = ({ body: answer }: { readonly body: { results: ReadonlyArray<{ svc_order_id: string }> } }) =>
  answer.results.map(({ svc_order_id: id }) => id)

describe.each(playedOn('EXCHANGE_B'))('a batch on %s', (exchange) => {
  it('of 20 orders places each once, in the order given', async () => {
    await open({ exchange })
    const orders = Array.from({ length: 20 }, (_, n) => body({ client_order_id: `mine-${n}` }))
    const answer = await batch(orders)
    expect(answer.status).toBe(202)
    const ids = idsOf(answer)
    expect(new Set(ids).size).toBe(20)
    expect([...ids].sort()).toEqual(ids)
    await world.pass('30s')
    for (const [n, id] of ids.entries())
      expect(await world.order(id)).toMatchObject({ status: 'RESTING', client_order_id: `mine-${n}` })
    expect(await world.orders()).toHaveLength(20)
  })

  it('reports each bad order as POST /v1/orders would, and places the good ones', async () => {
    await open({ exchange })
    const bad = [
      body({ price: undefined }),
      body({ qty: 'many', colour: 'red' }),
      body({ svc_id: 1 }),
      body({ subaccount_id: '019aa5a0-0000-7000-8000-0000000000ff' }),
      7,
    ]
    const alone = await Promise.all(bad.map((one) => world.post('/v1/orders', one)))
    const answer = await batch([body(), ...bad, body({ post_only: true })])
    expect(answer.status).toBe(202)
    expect(answer.body.results.slice(1, -1)).toEqual(
      alone.map((refused) => ({ error: { status: refused.status, ...saidIn(refused) } })),
    )
    const [first, last] = [answer.body.results[0], answer.body.results.at(-1)]
    await world.pass('10s')
    for (const { svc_order_id: id } of [first, last]) expect((await world.order(id)).status).toBe('RESTING')
    expect(await world.orders()).toHaveLength(2)
  })

  it('a batch with conditional orders returns their ids', async () => {
    await open({ exchange })
    const exits = [{ trigger_order: { qty: 5, buy_flag: false, price: 0.5 } }]
    const answer = await batch([body(), body({ conditional_orders_params: exits })])
    expect(answer.body.results).toMatchObject([
      { complex_orders: {} },
      { complex_orders: { conditional_orders: [expect.any(String)] } },
    ])
    await world.pass('10s')
  })

  it('a repeat completes a batch that died at any step: no order twice, each under its id', async () => {
    await open({ exchange })
    const orders = (n: number) => [
      body({ client_order_id: `${n}a` }),
      body({ qty: 'x' }),
      body({ client_order_id: `${n}b` }),
    ]
    for (let step = 0; step < 40; step += 3) {
      const key = `batch-${step}`
      await batch(orders(step), key, step).catch(() => null)
      await world.pass('70s', 10)
      const answer = await batch(orders(step), key)
      expect(answer.status).toBe(202)
      expect(answer.body.results[1]).toMatchObject({ error: { status: 422, detail: [{ loc: ['body', 'qty'] }] } })
      expect(await batch(orders(step), key)).toMatchObject({ status: 202, body: answer.body })
      const placed = (await world.orders()).filter((one: { client_order_id: string }) =>
        [`${step}a`, `${step}b`].includes(one.client_order_id),
      )
      expect(placed).toHaveLength(2)
    }
  })
})

describe('a batch', () => {
  it('counts the orders before it in the limits of the subaccount', async () => {
    await open()
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { max_open_orders: 2 })
    const answer = await batch([body(), body(), body()])
    expect(answer.body.results[2]).toMatchObject({ error: { status: 409, code: 'risk_limit' } })
    await world.pass('5s')
    expect(await world.orders()).toHaveLength(2)
  })

  it('a batch of a halted subaccount places nothing', async () => {
    await open()
    await world.post(`/v1/subaccounts/${world.hero.subaccountId}/halt`)
    const answer = await batch([body(), body()])
    expect(answer.body.results).toMatchObject([
      { error: { status: 409, code: 'trading_halted' } },
      { error: { status: 409, code: 'trading_halted' } },
    ])
    expect(await world.orders()).toEqual([])
  })

  describe('a repeated batch after a refusal has passed', () => {
    const halt = (halted: boolean) =>
      world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { halted, max_order_qty: 50 })
    const orders = () => [body(), body({ client_order_id: 'second' })]

    it('places the orders that were refused while the subaccount was halted', async () => {
      await open()
      await halt(true)
      const first = await batch(orders(), 'halted')
      expect(first.body.results).toMatchObject([{ error: { code: 'trading_halted' } }, { error: { status: 409 } }])
      expect((await batch(orders(), 'halted')).body).toEqual(first.body)
      await halt(false)
      const again = await batch(orders(), 'halted')
      expect(new Set(idsOf(again)).size).toBe(2)
      expect(idsOf(again)).not.toContain(undefined)
      expect(await batch(orders(), 'halted')).toMatchObject({
        body: again.body,
        headers: { 'idempotent-replayed': 'true' },
      })
      await world.settle()
      expect(await world.orders()).toHaveLength(2)
    })

    it('never places an order again, and returns the same id', async () => {
      await open()
      await halt(false)
      const mixed = [body(), body({ qty: 60 }), body({ qty: 'many' }), body({ client_order_id: 'last' })]
      const first = await batch(mixed, 'mixed')
      expect(first.body.results).toMatchObject([
        { svc_order_id: expect.any(String) },
        { error: { code: 'risk_limit' } },
        { error: { status: 422 } },
        { svc_order_id: expect.any(String) },
      ])
      await halt(true)
      expect((await batch(mixed, 'mixed')).body.results).toMatchObject([
        first.body.results[0],
        { error: { code: 'trading_halted' } },
        first.body.results[2],
        first.body.results[3],
      ])
      await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { halted: false, max_order_qty: null })
      const again = await batch(mixed, 'mixed')
      expect(again.body.results).toMatchObject([
        first.body.results[0],
        { svc_order_id: expect.any(String) },
        first.body.results[2],
        first.body.results[3],
      ])
      await world.settle()
      expect(await world.orders()).toHaveLength(3)
    })

    it('keeps an answer whose refusals cannot pass', async () => {
      await open()
      const first = await batch([body(), body({ qty: 'many' })], 'bad')
      await world.settle()
      expect(await batch([body(), body({ qty: 'many' })], 'bad')).toMatchObject({
        body: first.body,
        headers: { 'idempotent-replayed': 'true' },
      })
    })

    it('places each order once, wherever repeats die and however many come at once', async () => {
      for (let dieAt = 1, survived = false; !survived; dieAt += inThisRun({ usual: 5, long: 1 })) {
        await open()
        await halt(true)
        expect((await batch(orders(), 'at once')).status).toBe(202)
        await halt(false)
        const died = await batch(orders(), 'at once', dieAt)
        survived = died.status === 202
        world.time.now += 61_000
        const answers = await Promise.all(Array.from({ length: 6 }, () => batch(orders(), 'at once')))
        const last = await batch(orders(), 'at once')
        expect(last.status, `died at ${dieAt}`).toBe(202)
        for (const one of answers) expect([202, 409]).toContain(one.status)
        for (const one of [...answers, died].filter(({ status }) => status === 202))
          expect(idsOf(one), `died at ${dieAt}`).toEqual(idsOf(last))
        await world.pass('30s')
        expect(await world.orders(), `died at ${dieAt}`).toHaveLength(2)
      }
    })
  })

  it('a batch under a key that came with other orders is refused', async () => {
    await open()
    await batch([body()], 'one')
    expect(await batch([body({ qty: 6 })], 'one')).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'idempotency_mismatch' }] },
    })
    await world.pass('5s')
    expect(await world.orders()).toHaveLength(1)
  })

  it.each([
    ['0 orders', [], 'too_short', 'List should have at least 1 item after validation, not 0'],
    ['21 orders', Array(21).fill({}), 'too_long', 'List should have at most 20 items after validation, not 21'],
    ['no list', 'x', 'list_type', 'Input should be a valid list'],
  ])('a batch of %s is a 422 as a whole', async (_what, orders, type, msg) => {
    await open()
    const answer = await world.post('/v1/orders/batch', { orders })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toMatchObject([{ type, loc: ['body', 'orders'], msg }])
  })

  it('needs a key that may trade', async () => {
    await open()
    const key = await world.newKey('read')
    expect((await world.post('/v1/orders/batch', { orders: [body()] }, { key })).status).toBe(403)
  })
})
