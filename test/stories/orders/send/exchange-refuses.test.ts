/** An exchange that refuses every order says nothing about any single order: orders that can wait do so, and go out automatically. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { FUNCTION_LOG } from '#lambda/log/log-messages.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { inThisRun, inTurn, playedOn } from '#test/support/run/plays.ts'
import { ORDER_LOG } from '#use-cases/orders/log-messages.ts'
import { CircuitBreaker } from '#use-cases/orders/send/circuit-breaker.ts'
import { worldOfTest } from '../../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

/** Far more than try while they wait. */
const MANY = inThisRun({ usual: 30, long: 100 })

const PAGES = ['html_401', 'html_403', 'html_404', 'bare_404']
const DOORS = { EXCHANGE_A: [...PAGES, 'bare_403'], EXCHANGE_B: [...PAGES, 'geoblock', 'bare_418', 'bare_451'] }

const show = (id: string) => world.complexOrder(id)

const refusals = async () => (await world.get('/v1/health')).body.refusals

/** Attempts to place an order that reached the exchange or its front door. */
const sends = (): number => world.log.filter((line) => line.includes(`"message":"${ORDER_LOG.sent}"`)).length

const entered = async (): Promise<string> => {
  const entry = await world.place({ qty: 20, price: 0.44 })
  await world.pass('30s')
  expect(await world.order(entry)).toMatchObject({ status: 'EXECUTED' })
  return entry
}

/** An exit that acts at once, because its parent is filled and its price is reached. */
const exitNow = (parent: string): Promise<string> =>
  world.placeConditional({
    parent_svc_order_id: parent,
    conditional_order_type: 'SL',
    trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 },
  })

describe.each(EXCHANGE_NAMES)('while %s refuses all orders', (exchange) => {
  const isReported = inTurn(exchange)

  beforeEach(() => startWorld({ exchange, quoted: true }))
  afterEach(async () => {
    await world.simulated.mode('open')
    await world.pass('30s')
  })

  it.each(DOORS[exchange])(
    'an exit by MARKET SELL waits for a minute in mode %s, and then closes the position',
    async (mode) => {
      const exit = await exitNow(await entered())
      await world.pass('5s')
      await world.simulated.mode(mode)
      await world.simulated.book([[0.25, 500]], [[0.29, 500]])
      for (let n = 0; n < 12; n += 1) {
        await world.look()
        await world.pass('5s')
      }
      const waiting = await show(exit)
      expect(waiting.status).toBe('TRIGGERED')
      const orderId = waiting.trigger_svc_order_id
      expect(await world.order(orderId)).toMatchObject({
        status: 'PROCESSING',
        last_error: expect.stringMatching(/^The exchange refuses all orders from here \(status 4\d\d/),
      })
      await world.simulated.mode('open')
      await world.pass('30s')
      expect(await world.order(orderId)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
      expect(await refusals()).toEqual([])
    },
  )

  it.runIf(isReported(0))(
    `${MANY} orders wait together, one at a time tries, and all go out without a restart`,
    async () => {
      await world.simulated.mode('bare_403')
      const ids = []
      for (let n = 0; n < MANY; n += 1) {
        ids.push(await world.place({ price: 0.41, qty: 5 }))
        await world.settle()
      }
      const first = sends()
      await world.pass('60s')
      expect(sends() - first).toBeLessThanOrEqual(6)
      expect(await refusals()).toMatchObject([
        { exchange, calls: 'orders', reason: expect.stringMatching(/status 403/) },
      ])
      expect(world.log.some((line) => line.includes('ExchangeRefuses'))).toBe(true)
      const path = `/v1/subaccounts/${world.hero.subaccountId}/credentials/${exchange}`
      expect((await world.get(path)).body.readiness.at(-1)).toMatchObject({
        check: 'orders',
        ok: false,
        detail: expect.stringMatching(/status 403.*one of them at a time/),
      })
      await world.simulated.mode('open')
      await world.pass('60s')
      const statuses = new Set(await Promise.all(ids.map(async (id) => (await world.order(id)).status)))
      expect([...statuses]).toEqual(['RESTING'])
      expect(await refusals()).toEqual([])
    },
  )

  it.each([
    { order_type: 'MARKET', price: null, time_in_force: 'IOC' },
    { time_in_force: 'IOC', price: 0.44 },
    { time_in_force: 'FOK', price: 0.44 },
  ])('an order that must act now ends CANCELLED in words: %j', async (order) => {
    await world.simulated.mode('html_403')
    const id = await world.place(order)
    await world.pass('35s')
    expect(await world.order(id)).toMatchObject({
      status: 'CANCELLED',
      traded_qty: 0,
      cancel_reason:
        'exchange_refuses: The exchange refuses all orders from here (status 403, Attention Required! | Cloudflare).',
    })
  })

  it.runIf(isReported(1))(
    'a preview shows the block: orders that must act now are refused, and resting ones would wait',
    async () => {
      const preview = async (more: object) =>
        (
          await world.post('/v1/orders/preview', {
            subaccount_id: world.hero.subaccountId,
            svc_id: world.svcId(),
            buy_flag: true,
            qty: 5,
            price: 0.44,
            ...more,
          })
        ).body
      expect(await preview({ time_in_force: 'IOC' })).toMatchObject({ warnings: [], refusals: [] })
      await world.simulated.mode('html_403')
      await world.place({ price: 0.41 })
      await world.pass('5s')
      const { refusals: reported } = await preview({ time_in_force: 'IOC' })
      const id = await world.place({ price: 0.44, time_in_force: 'IOC' })
      await world.pass('35s')
      expect(reported.map(({ code, detail }: { code: string; detail: string }) => `${code}: ${detail}`)).toEqual([
        (await world.order(id)).cancel_reason,
      ])
      expect(await preview({ price: 0.41 })).toMatchObject({ warnings: [{ code: 'exchange_refuses' }], refusals: [] })
    },
  )

  it('an order that must act now goes out if the block passes in time', async () => {
    await world.simulated.mode('html_403')
    const id = await world.place({ time_in_force: 'IOC', price: 0.44 })
    await world.pass('3s')
    await world.simulated.mode('open')
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
  })

  it('an order with an unknown earlier send stays unknown until it is found', async () => {
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
    // No read shows the order either.
    await world.simulated.fault({
      method: 'GET',
      path: '/data/order/|/data/trades|/portfolio/orders',
      kind: 'status',
      status: 500,
    })
    const id = await world.place({ price: 0.41 })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'PROCESSING' })
    await world.simulated.mode('bare_403')
    await world.pass('40s')
    expect(await world.order(id)).toMatchObject({ status: 'PROCESSING', last_error: expect.any(String) })
    await world.simulated.noFaults()
    await world.pass('90s', 5)
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  })

  it('an order cancelled right before its probe leaves the probe to the next one', async () => {
    await world.simulated.mode('bare_403')
    const ids = [await world.place({ price: 0.41 }), await world.place({ price: 0.41 })]
    await world.settle()
    await world.simulated.mode('open')
    const { save } = world.ports.orders
    let cancelled = ''
    const meanwhile: typeof save = async (order, ...more) => {
      if (cancelled === '' && 'sendState' in order && order.sendState === 'in_flight') {
        cancelled = order.orderId
        await world.delete(`/v1/orders/${cancelled}`)
      }
      return save(order, ...more)
    }
    Object.assign(world.ports.orders, { save: meanwhile })
    await world.pass('6s')
    expect(await world.order(cancelled)).toMatchObject({ status: 'CANCELLED' })
    const [next = ''] = ids.filter((id) => id !== cancelled)
    expect(await world.order(next)).toMatchObject({ status: 'RESTING' })
  })

  it('another process reads the block from the table, and sends no second probe', async () => {
    await world.simulated.mode('bare_403')
    await world.place({ price: 0.41 })
    await world.settle()
    const gate = () =>
      new CircuitBreaker({
        refusals: world.ports.exchangeRefusals,
        clock: world.clock,
        log: { info: no, warn: no, error: no, metric: no },
      })
    const [one, two] = [gate(), gate()]
    expect(await one.check(exchange, 'orders', false)).toBeNull()
    expect(await one.check(exchange, 'orders', true)).toMatchObject({ waitMs: 2_000 })
    world.time.now += 2_000
    expect(await two.check(exchange, 'orders', true)).toMatchObject({ waitMs: 0 })
    expect(await one.enter(exchange, 'orders')).toBeNull()
    expect(await two.enter(exchange, 'orders')).toMatchObject({ waitMs: 10_000 })
    expect(await two.check(exchange, 'cancels', true)).toBeNull()
    await one.sent(exchange, 'orders', { kind: 'duplicate' })
    expect(await two.check(exchange, 'orders', false)).toBeNull()
  })
})

describe.each(['orders', 'cancels'] as const)(
  'a table that stores the claim of a probe of %s without confirming it',
  (calls) => {
    it.each(playedOn('EXCHANGE_B'))('holds nothing up on %s', async (exchange) => {
      await startWorld({ exchange, quoted: true })
      const ids = [await world.place({ price: 0.41 }), await world.place({ price: 0.41 })]
      if (calls === 'orders') await world.simulated.mode('bare_403')
      await world.settle()
      if (calls === 'cancels') {
        await world.simulated.mode('html_403')
        for (const id of ids) await world.delete(`/v1/orders/${id}`)
        await world.settle()
      }
      await world.simulated.mode('open')
      const { save } = world.ports.exchangeRefusals
      let lost = 0
      Object.assign(world.ports.exchangeRefusals, {
        save: async (...given: Parameters<typeof save>) => {
          const stored = await save(...given)
          lost += 1
          if (lost === 1) throw new ServiceUnavailable('the table', new Error('no answer came'))
          return stored
        },
      })
      await world.pass('5s')
      expect(lost).toBeGreaterThan(0)
      for (const id of ids)
        expect(await world.order(id)).toMatchObject({ status: calls === 'orders' ? 'RESTING' : 'CANCELLED' })
      expect(await refusals()).toEqual([])
    })
  },
)

describe.each(['html', 'bare'])('while the front door answers every call about an account with 404 (%s)', (door) => {
  it.each(EXCHANGE_NAMES)(
    'no order on %s is taken for absent, and a cancel waits for the exchange itself',
    async (exchange) => {
      await startWorld({ exchange, quoted: true })
      const resting = await world.place({ price: 0.41 })
      await world.pass('5s')
      await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
      await world.simulated.fault({ path: '/portfolio/|/data/', kind: 'status', status: 404, door })
      await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'status', status: 404, door })
      const unknown = await world.place({ price: 0.42 })
      await world.pass('10s')
      await world.delete(`/v1/orders/${resting}`)
      await world.pass('150s', 10)
      expect(await world.order(resting)).toMatchObject({ status: 'RESTING', last_error: expect.any(String) })
      expect(await world.order(unknown)).toMatchObject({ status: 'PROCESSING', last_error: expect.any(String) })
      await world.simulated.noFaults()
      await world.pass('120s', 10)
      expect(await world.order(resting)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
      expect(await world.order(unknown)).toMatchObject({ status: 'RESTING' })
    },
  )
})

describe('while the front door refuses cancels too', () => {
  it.each(playedOn('EXCHANGE_A'))(
    'a cancel on %s waits, and takes the order off the book after it',
    async (exchange) => {
      await startWorld({ exchange, quoted: true })
      const id = await world.place({ price: 0.41 })
      await world.pass('5s')
      await world.simulated.mode('html_403')
      await world.delete(`/v1/orders/${id}`)
      await world.pass('60s')
      expect(await world.order(id)).toMatchObject({
        status: 'RESTING',
        last_error: expect.stringMatching(/refuses all cancels/),
      })
      expect(await refusals()).toMatchObject([{ exchange, calls: 'cancels' }])
      await world.simulated.mode('open')
      await world.pass('45s')
      expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
      expect(await refusals()).toEqual([])
    },
  )
})

describe('an exchange that only pauses now, and refused all calls before', () => {
  const resting = async (exchange: (typeof EXCHANGE_NAMES)[number]): Promise<string> => {
    await startWorld({ exchange, quoted: true })
    const id = await world.place({ price: 0.41 })
    await world.pass('5s')
    return id
  }

  it.each([
    ['a cancel', 'EXCHANGE_A', (id: string) => world.delete(`/v1/orders/${id}`)],
    ['a cancel', 'EXCHANGE_B', (id: string) => world.delete(`/v1/orders/${id}`)],
    ['a change', 'EXCHANGE_A', (id: string) => world.patch(`/v1/orders/${id}`, { qty: 12 })],
  ] as const)('%s on %s detects the pause', async (_call, exchange, ask) => {
    const id = await resting(exchange)
    await world.simulated.mode('html_403')
    await ask(id)
    await world.settle()
    expect(await refusals()).toHaveLength(1)
    await world.simulated.mode('exchange_paused')
    await world.pass('8s')
    expect(await refusals()).toEqual([])
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', qty: 10 })
    await world.simulated.mode('open')
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject(_call === 'a cancel' ? { status: 'CANCELLED' } : { qty: 12 })
  })
})

it.each(playedOn('EXCHANGE_B'))(
  'a cancel that %s takes again counts also where that cannot be stored',
  async (exchange) => {
    await startWorld({ exchange, quoted: true })
    const id = await world.place({ price: 0.41 })
    await world.pass('5s')
    await world.simulated.mode('html_403')
    await world.delete(`/v1/orders/${id}`)
    await world.settle()
    await world.simulated.mode('open')
    const silent = async () => {
      throw new ServiceUnavailable('the table', new Error('throttled'))
    }
    const { remove } = world.ports.exchangeRefusals
    Object.assign(world.ports.exchangeRefusals, { remove: silent })
    await world.pass('10s')
    expect(world.log.filter((line) => line.includes(FUNCTION_LOG.messageFailed))).toEqual([])
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
    Object.assign(world.ports.exchangeRefusals, { remove })
  },
)

const no = (): void => undefined
