/** Amends under bad luck: lost answers, kills between any two steps. Never more than the larger total fills, and every amend ends. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { worldOfTest } from '../../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const open = async (exchange: ExchangeName): Promise<void> => {
  await startWorld({ exchange, staleReadsMs: 900 })
  await world.simulated.book([[0.3, 5_000]], [[0.6, 5_000]])
}

const resting = async (): Promise<string> => {
  const id = await world.place({ price: 0.41, qty: 20 })
  await world.pass('5s')
  return id
}

/** By our order, what it has traded at the exchange. */
const tradedOf = async (id: string): Promise<number> => (await world.order(id)).traded_qty

describe.each(EXCHANGE_NAMES)('an amend on %s', (exchange) => {
  const faultsOf = (): ReadonlyArray<'amend' | 'cancel' | 'create' | 'read'> =>
    exchange === 'EXCHANGE_A' ? ['amend', 'read'] : ['cancel', 'create', 'read']

  it.each([
    ['is lost before it arrives', { kind: 'drop_before', times: 3 }, { qty: 30 }],
    ['takes effect and its answer is lost', { kind: 'drop_after', times: 3 }, { qty: 12 }],
    ['takes effect and is answered with 503', { kind: 'drop_after', status: 503, times: 3 }, { price: 0.44 }],
    ['is answered with 500 and does nothing', { kind: 'status', status: 500, times: 3 }, { qty: 12 }],
    [
      'is refused as too fast',
      { kind: 'status', status: 429, body: '{"error":"too many requests"}', times: 3 },
      { qty: 30 },
    ],
    ['is carried out twice', { kind: 'duplicate', times: 3 }, { price: 0.44 }],
  ])('an amend whose call %s completes in the end, and fills in between count', async (_how, fault, reporting) => {
    for (const change of inThisRun({ usual: [reporting], long: [{ qty: 30 }, { qty: 12 }, { price: 0.44 }] })) {
      await open(exchange)
      const id = await resting()
      for (const call of faultsOf()) await world.simulated.fault({ ...world.simulated.calls[call], ...fault })
      expect((await world.patch(`/v1/orders/${id}`, change)).status).toBe(202)
      await world.simulated.trade(0.41, 4, false)
      await world.pass('20s')
      await world.simulated.trade(0.41, 3, false)
      await world.pass('2m', 5)
      await world.simulated.noFaults()
      await world.pass('3m', 5)
      const order = await world.order(id)
      expect(order).toMatchObject({ ...change, status: 'PARTIALLY_FILLED', last_amend: { status: 'DONE' } })
      await world.simulated.trade(0.41, 500, false)
      await world.pass('1m', 5)
      expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: order.qty })
    }
    await open(exchange)
  })

  it.each(['execute-order', 'cancel-order'])(
    'an amend continues after %s was killed between any two steps',
    async (queue) => {
      await open(exchange)
      for (let step = 0; ; step += inThisRun({ usual: 11, long: 1 })) {
        const id = await resting()
        world.killNext(queue, step)
        await world.patch(`/v1/orders/${id}`, { qty: 12, price: 0.42 })
        await world.pass('90s', 3)
        const wasKilled = !world.survived
        expect(await world.order(id)).toMatchObject({
          status: 'RESTING',
          qty: 12,
          price: 0.42,
          last_amend: { status: 'DONE' },
        })
        await world.simulated.trade(0.42, 500, false)
        await world.pass('40s', 3)
        expect(await tradedOf(id)).toBe(12)
        // A queue that the amend does not use kills nothing.
        if (!wasKilled || step > 60) break
      }
    },
  )

  it('an amend that died and is repeated after a newer one leaves the newer one in place', async () => {
    await open(exchange)
    let tookEffect = 0
    for (let step = 0, done = false; !done; step += inThisRun({ usual: 7, long: 1 })) {
      const id = await resting()
      const key = { headers: { 'idempotency-key': `amend-${step}` } }
      const patch = (price: number, options = {}) => world.patch(`/v1/orders/${id}`, { price }, options)
      const cut = await patch(0.42, { ...key, dieAt: step }).catch(() => null)
      done = cut?.status === 202
      await world.pass('40s', 5)
      const { price } = await world.order(id)
      expect((await patch(0.43)).status).toBe(202)
      await world.pass('20s', 5)
      const again = await patch(0.42, key)
      await world.pass('20s', 5)
      if (price === 0.42) {
        tookEffect += 1
        expect([again.status, (await world.order(id)).price]).toEqual([202, 0.43])
      }
      await world.delete(`/v1/orders/${id}`)
      await world.pass('5s')
    }
    expect(tookEffect).toBeGreaterThan(1)
  })

  it('an amend that the exchange refuses for lack of cash leaves the order unchanged', async () => {
    await open(exchange)
    const id = await resting()
    await world.patch(`/v1/orders/${id}`, { qty: 900_000 })
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({
      status: 'RESTING',
      qty: 20,
      price: 0.41,
      last_amend: { status: 'REFUSED', reason: expect.stringMatching(/money|balance|funds/i) },
    })
    await world.simulated.trade(0.41, 500, false)
    await world.pass('40s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })

  it('the exits of a parent follow its amend', async () => {
    await open(exchange)
    const exit = (qty: number, order: object) => ({ trigger_order: { qty, buy_flag: false, ...order } })
    const placed = await world.postOrder({
      qty: 20,
      buy_flag: true,
      price: 0.41,
      conditional_orders_params: [
        { conditional_order_type: 'SL', ...exit(20, { stop_order_price: 0.2 }) },
        { conditional_order_type: 'TP', ...exit(8, { price: 0.9 }) },
      ],
    })
    await world.pass('5s')
    const id = placed.body.svc_order_id
    const sizes = async (): Promise<readonly number[]> => {
      const ids: readonly string[] = placed.body.complex_orders.conditional_orders
      const all = await Promise.all(ids.map((one) => world.get(`/v1/complex-orders/${one}`)))
      return all.map(({ body }) => body.conditional_order.trigger_order_qty)
    }
    for (const [qty, expected] of [
      [30, [30, 8]],
      [6, [6, 6]],
    ] as const) {
      await world.patch(`/v1/orders/${id}`, { qty })
      await world.pass('40s')
      expect(await sizes()).toEqual(expected)
    }
    await world.simulated.trade(0.41, 500, false)
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 6 })
  })
})
