/** Risk limits and the halt: refused orders, exceptions, and orders under way. */

import { beforeEach, describe, expect, it } from 'vitest'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

const url = (subaccountId = world.hero.subaccountId) => `/v1/subaccounts/${subaccountId}/limits`

const limit = async (limits: object) => {
  const set = await world.put(url(), limits)
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  return set.body
}

/** A POST that may be refused. */
const tryOrder = (order: object = {}) => world.postOrder({ buy_flag: true, qty: 10, price: 0.4, ...order })

const tryStop = (params: object) => world.postConditional(params)

const expectRefused = (answer: { status: number; body: unknown }, code: string, detail: RegExp) => {
  expect(answer).toMatchObject({ status: 409, body: { code, detail: expect.stringMatching(detail) } })
}

/** Buys at the best ask, or sells at the best bid, and lets the fill come in. */
const hold = async (qty: number, buyFlag = true) => {
  const orderId = await world.place({ order_type: 'MARKET', price: null, time_in_force: 'IOC', qty, buy_flag: buyFlag })
  // On EXCHANGE_B shares arrive when the trade has settled.
  await world.pass('1m', 5)
  expect((await world.order(orderId)).status).toBe('EXECUTED')
}

const show = (id: string) => world.complexOrder(id)

/** Fires the stop as the price watch does at that price. */
const see = async (complexOrderId: string, price: number) => {
  const message = { complexOrderId, price: Math.round(price * 1_000_000), source: 'mid' as const }
  await world.queues.send('fire-trigger', message, { group: 'story' })
  await world.settle()
}

const exchangeOrders = async () =>
  (await world.simulated.ledger()).accounts.find(({ id }: { id: string }) => id === 'story').orders

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  beforeEach(async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.4, 1_000]], [[0.45, 1_000]])
  })

  it.each([
    {
      limits: { max_order_qty: 10 },
      order: { qty: 10 },
      above: { qty: 11 },
      detail: /11 contracts; max_order_qty is 10/,
    },
    {
      limits: { max_order_cost: 4 },
      order: { qty: 10 },
      above: { qty: 11 },
      detail: /4\.4 dollars; max_order_cost is 4/,
    },
    {
      limits: { max_order_cost: 6 },
      order: { qty: 10, buy_flag: false, price: 0.4 },
      above: { qty: 10, buy_flag: false, price: 0.39 },
      detail: /6\.1 dollars; max_order_cost is 6/,
    },
  ])(
    'an order exactly at a limit passes and one above it is refused: $limits',
    async ({ limits, order, above, detail }) => {
      await limit(limits)
      expect(await tryOrder(order)).toMatchObject({ status: 202 })
      expectRefused(await tryOrder(above), 'risk_limit', detail)
      await world.pass('5s')
      expect(await exchangeOrders()).toHaveLength(1)
    },
  )

  it('a MARKET order costs its book price, and a dollar each only if that is within the limit', async () => {
    // At most 0.45 + 0.02 each.
    await limit({ max_order_cost: 4.7 })
    expect(await tryOrder({ order_type: 'MARKET', price: null, qty: 4 })).toMatchObject({ status: 202 })
    expect(await tryOrder({ order_type: 'MARKET', price: null, qty: 10 })).toMatchObject({ status: 202 })
    expectRefused(
      await tryOrder({ order_type: 'MARKET', price: null, qty: 11 }),
      'risk_limit',
      /5\.17 dollars; max_order_cost is 4\.7/,
    )
  })

  it('a MARKET order that has become dearer since it was accepted is refused before it goes out', async () => {
    await limit({ max_order_cost: 4.7 })
    const orderId = (await tryOrder({ order_type: 'MARKET', price: null, qty: 10 })).body.svc_order_id
    await world.simulated.book([[0.4, 1_000]], [[0.55, 1_000]])
    await world.settle()
    expect(await world.order(orderId)).toMatchObject({
      status: 'REJECTED',
      reject_code: 'risk_limit',
      reject_reason: 'The order could cost 5.7 dollars; max_order_cost is 4.7.',
    })
    expect(await exchangeOrders()).toEqual([])
  })

  it('a MARKET order without a price is refused as retryable, unless it only reduces a position', async () => {
    await hold(20)
    await limit({ max_order_cost: 4.7 })
    await world.simulated.fault({ method: 'GET', path: '/orderbook|/book', kind: 'status', status: 500 })
    const market = { order_type: 'MARKET', price: null, qty: 20 }
    expect(await tryOrder(market)).toMatchObject({ status: 503, body: { code: 'exchange_unavailable' } })
    expect((await tryOrder({ ...market, buy_flag: false })).status).toBe(202)
  })

  it('max_open_orders refuses further orders until one has ended', async () => {
    await limit({ max_open_orders: 2 })
    const first = await world.place()
    await world.place()
    expectRefused(await tryOrder(), 'risk_limit', /open order number 3; max_open_orders is 2/)
    await world.pass('5s')
    expectRefused(await tryOrder(), 'risk_limit', /open order number 3/)
    expect((await world.get(url())).body.open_orders).toBe(2)
    await world.delete(`/v1/orders/${first}`)
    await world.pass('20s')
    expect(await tryOrder()).toMatchObject({ status: 202 })
  })

  it('simultaneous orders pass up to the limit, and the excess is rejected before the send', async () => {
    await limit({ max_open_orders: 2 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => tryOrder()))
    const ids = answers.filter(({ status }) => status === 202).map(({ body }) => body.svc_order_id)
    await world.pass('10s')
    const orders = await Promise.all(ids.map((id) => world.order(id)))
    expect(orders.filter(({ status }) => status === 'RESTING')).toHaveLength(2)
    for (const order of orders.filter(({ status }) => status !== 'RESTING'))
      expect(order).toMatchObject({ status: 'REJECTED', reject_code: 'risk_limit' })
    expect(await exchangeOrders()).toHaveLength(2)
  })

  it('a halt refuses new orders, and lets cancels through', async () => {
    const resting = await world.place()
    await world.pass('5s')
    expect(await limit({ halted: true })).toMatchObject({ halted: true, open_orders: 1 })
    expectRefused(await tryOrder(), 'trading_halted', /halted/)
    expectRefused(
      await tryStop({
        stop_order_price: 0.3,
        conditional_order_type: 'STOP',
        trigger_order: { qty: 1, buy_flag: false },
      }),
      'trading_halted',
      /halted/,
    )
    await world.delete(`/v1/orders/${resting}`)
    await world.pass('20s')
    expect((await world.order(resting)).status).toBe('CANCELLED')
    await limit({ halted: false })
    expect(await tryOrder()).toMatchObject({ status: 202 })
  })

  it('an order that was accepted before the halt and not sent yet never goes out', async () => {
    const orderId = await world.place()
    await limit({ halted: true })
    await world.pass('3m', 10)
    expect(await world.order(orderId)).toMatchObject({ status: 'REJECTED', reject_code: 'trading_halted' })
    expect(await exchangeOrders()).toEqual([])
    await limit({ halted: false })
    await world.pass('1m', 10)
    expect((await world.order(orderId)).status).toBe('REJECTED')
  })

  it('an order long under way when the halt came never goes out', async () => {
    const { get } = world.ports.accountSyncs
    // The last that is read before a send.
    Object.assign(world.ports.accountSyncs, {
      get: async (...requested: Parameters<typeof get>) => {
        Object.assign(world.ports.accountSyncs, { get })
        world.time.now += 500
        await limit({ halted: true })
        return get(...requested)
      },
    })
    const orderId = await world.place({ order_type: 'MARKET', price: null, time_in_force: 'IOC' })
    await world.pass('1m', 10)
    expect(await world.order(orderId)).toMatchObject({ status: 'REJECTED', reject_code: 'trading_halted' })
    expect(await exchangeOrders()).toEqual([])
  })

  it('an order of unknown outcome is not resent under a halt, and an arrived one is still tracked', async () => {
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_before' })
    const lost = await world.place()
    await world.settle()
    expect((await world.order(lost)).status).toBe('PROCESSING')
    await limit({ halted: true })
    await world.simulated.noFaults()
    await world.pass('4m', 5)
    expect((await world.order(lost)).status).toBe('CANCELLED')
    await world.agree()
  })

  describe('orders that can only reduce a position pass a halt and every limit', () => {
    const tight = { halted: true, max_order_qty: 1, max_order_cost: 1, max_open_orders: 1, max_daily_loss: 0.01 }
    const sell = (qty: number, more: object = {}) => tryOrder({ buy_flag: false, qty, price: 0.4, ...more })

    it('a sell of the position passes, and not one contract more', async () => {
      await hold(20)
      await limit(tight)
      expectRefused(await sell(21), 'trading_halted', /halted/)
      const other = (await world.get('/v1/markets/search')).body.results
        .map(({ svc_id: svcId }: { svc_id: number }) => svcId)
        .find((svcId: number) => svcId !== world.svcId())
      expectRefused(await sell(20, { svc_id: other }), 'trading_halted', /halted/)
      const sold = await sell(20)
      expect(sold.status).toBe(202)
      await world.pass('1m', 5)
      expect((await world.order(sold.body.svc_order_id)).status).toBe('EXECUTED')
      expectRefused(await sell(1), 'trading_halted', /halted/)
      await world.agree()
    })

    it('a buy against a short position passes, and not one contract more', async () => {
      await hold(20, false)
      await limit(tight)
      expectRefused(await tryOrder({ qty: 21, price: 0.45 }), 'trading_halted', /halted/)
      expectRefused(await sell(1), 'trading_halted', /halted/)
      const bought = await tryOrder({ qty: 20, price: 0.45 })
      await world.pass('1m', 5)
      expect((await world.order(bought.body.svc_order_id)).status).toBe('EXECUTED')
    })

    it('two sells that fit only separately are not both sent', async () => {
      await hold(20)
      await limit(tight)
      const resting = await sell(15, { price: 0.6 })
      expect(resting.status).toBe(202)
      expectRefused(await sell(6), 'trading_halted', /halted/)
      expect((await sell(5)).status).toBe(202)
      await world.pass('1m', 5)
      expect((await world.order(resting.body.svc_order_id)).status).toBe('RESTING')
      expectRefused(await sell(1), 'trading_halted', /halted/)
    })

    it('simultaneous sells together never exceed the position', async () => {
      await hold(20)
      await limit(tight)
      await Promise.all(Array.from({ length: 5 }, () => sell(8)))
      await world.pass('1m', 5)
      const orders = (await world.orders()).filter(({ buy_flag }: { buy_flag: boolean }) => !buy_flag)
      const executed = orders.filter(({ status }: { status: string }) => status === 'EXECUTED')
      expect(executed.length).toBe(2)
      await world.agree()
    })

    it('the stop loss and the take profit of an order pass', async () => {
      const placed = await tryOrder({
        qty: 20,
        price: 0.45,
        conditional_orders_params: [
          { trigger_order: { qty: 20, buy_flag: false, price: 0.6 } },
          { trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } },
        ],
      })
      await world.pass('1m', 5)
      await limit(tight)
      const [, stopLoss = ''] = placed.body.complex_orders.conditional_orders
      await see((await show(stopLoss)).trigger_complex_order_id, 0.3)
      await world.pass('2m', 5)
      const fired = await show(stopLoss)
      expect(fired.status).toBe('TRIGGERED')
      expect((await world.order(fired.trigger_svc_order_id)).status).toBe('EXECUTED')
    })

    it.runIf(exchange === 'EXCHANGE_A')(
      'a stop loss passes even with no fill of its order stored and its first send lost',
      async () => {
        const fills = { method: 'GET', path: '/portfolio/fills', kind: 'status', status: 503, times: 1e6 }
        await world.simulated.fault(fills)
        const stop = { trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } }
        const placed = await tryOrder({ qty: 20, price: 0.45, conditional_orders_params: [stop] })
        await world.pass('10s')
        await limit(tight)
        const [stopLoss = ''] = placed.body.complex_orders.conditional_orders
        await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_before', times: 1 })
        await see((await show(stopLoss)).trigger_complex_order_id, 0.3)
        await world.pass('3m', 5)
        const fired = await show(stopLoss)
        expect(await world.order(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
        expect(await world.orders()).toHaveLength(2)
        await world.simulated.noFaults()
      },
    )

    it('a standalone stop passes, both when it is placed and when it fires', async () => {
      await hold(20)
      await limit(tight)
      const params = { conditional_order_type: 'STOP', stop_order_price: 0.3 }
      expectRefused(
        await tryStop({ ...params, trigger_order: { qty: 21, buy_flag: false } }),
        'trading_halted',
        /halted/,
      )
      const placed = await tryStop({ ...params, trigger_order: { qty: 20, buy_flag: false } })
      expect(placed.status).toBe(202)
      await world.settle()
      await see(placed.body.complex_order_id, 0.3)
      await world.pass('1m', 5)
      const fired = await show(placed.body.complex_order_id)
      expect(fired.status).toBe('TRIGGERED')
      expect((await world.order(fired.trigger_svc_order_id)).status).toBe('EXECUTED')
    })
  })

  it.each([
    ['a halt', { halted: true }],
    ['max_order_qty', { max_order_qty: 9 }],
    ['max_order_cost', { max_order_cost: 6.9 }],
  ])('a stop that would open a position ends with risk_limit when it fires under %s', async (_, limits) => {
    const placed = await tryStop({
      conditional_order_type: 'STOP',
      stop_order_price: 0.3,
      trigger_order: { qty: 10, buy_flag: false },
    })
    await world.settle()
    await limit(limits)
    await see(placed.body.complex_order_id, 0.3)
    await world.pass('1m', 10)
    expect(await show(placed.body.complex_order_id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'risk_limit',
      trigger_svc_order_id: null,
    })
    expect(await exchangeOrders()).toEqual([])
  })

  it('a stop over a limit is refused when it is placed', async () => {
    await limit({ max_order_qty: 10, max_order_cost: 6.5 })
    const sell = { conditional_order_type: 'STOP', stop_order_price: 0.35 }
    const refused = await tryStop({ ...sell, trigger_order: { qty: 11, buy_flag: false } })
    expectRefused(refused, 'risk_limit', /max_order_qty/)
    // About 0.65 each.
    expect((await tryStop({ ...sell, trigger_order: { qty: 10, buy_flag: false } })).status).toBe(202)
    const dearer = await tryStop({ ...sell, stop_order_price: 0.34, trigger_order: { qty: 10, buy_flag: false } })
    expectRefused(dearer, 'risk_limit', /6\.6 dollars; max_order_cost is 6\.5/)
  })

  it('a TWAP is not taken under a halt, and one that runs ends with risk_limit', async () => {
    const tryTwap = () => world.postTwap({ buy_flag: true, total_qty: 100, duration_s: 60, slices: 4 })
    const running = (await tryTwap()).body.complex_order_id
    await world.settle()
    await limit({ halted: true })
    expectRefused(await tryTwap(), 'trading_halted', /halted/)
    await world.pass('2m', 5)
    const ended = (await world.get(`/v1/complex-orders/${running}`)).body
    expect(ended).toMatchObject({ status: 'CANCELLED', cancel_reason: 'risk_limit', twap_order: { filled_qty: 25 } })
    expect(await exchangeOrders()).toHaveLength(1)
  })

  describe('the loss of a day', () => {
    /** Loses 4.5 dollars by the mark, and the fee. */
    const loseSome = async () => {
      await hold(20)
      await world.simulated.book([[0.2, 1_000]], [[0.25, 1_000]])
      await world.pass('3m', 5)
    }

    it('refuses new risk from the mark on that crosses the limit, and lets the position go', async () => {
      expect(await limit({ max_daily_loss: 4 })).toMatchObject({ daily_loss: 0, worst_daily_loss: 0 })
      await hold(20)
      expect((await tryOrder({ price: 0.1 })).status).toBe(202)
      await world.simulated.book([[0.2, 1_000]], [[0.25, 1_000]])
      await world.pass('3m', 5)
      expectRefused(await tryOrder({ price: 0.1 }), 'risk_limit', /max_daily_loss is 4/)
      const stop = {
        conditional_order_type: 'STOP',
        stop_order_price: 0.1,
        trigger_order: { qty: 21, buy_flag: false },
      }
      expectRefused(await tryStop(stop), 'risk_limit', /max_daily_loss is 4/)
      expect((await tryOrder({ buy_flag: false, qty: 20, price: 0.2 })).status).toBe(202)
    })

    it('counts for the day although it is won back, until a higher limit is set', async () => {
      await limit({ max_daily_loss: 4 })
      await loseSome()
      expectRefused(await tryOrder({ price: 0.1 }), 'risk_limit', /max_daily_loss is 4/)
      await world.simulated.book([[0.5, 1_000]], [[0.55, 1_000]])
      await world.pass('3m', 5)
      const shown = (await world.get(url())).body
      expect(shown.daily_loss).toBeLessThan(0)
      expect(shown.worst_daily_loss).toBeGreaterThan(4.4)
      expectRefused(await tryOrder({ price: 0.1 }), 'risk_limit', /max_daily_loss is 4/)
      await limit({ max_daily_loss: 10 })
      expect((await tryOrder({ price: 0.1 })).status).toBe(202)
    })

    it('ends at midnight UTC: the next day begins from the value of the subaccount at that time', async () => {
      await limit({ max_daily_loss: 4 })
      await loseSome()
      expectRefused(await tryOrder({ price: 0.1 }), 'risk_limit', /max_daily_loss is 4/)
      // The story began at 07:30.
      world.time.now += 16 * 3_600_000
      await world.simulated.tick()
      await world.pass('20m', 30)
      expectRefused(await tryOrder({ price: 0.1 }), 'risk_limit', /max_daily_loss is 4/)
      await world.pass('8m', 30)
      // No run has checked since midnight, and losses since then still count.
      await world.simulated.book([[0.1, 1_000]], [[0.15, 1_000]])
      await world.pass('3m', 10)
      const { body } = await world.get(url())
      expect(body).toMatchObject({ daily_loss: 2, worst_daily_loss: 2, day_started_at: '2026-11-22T00:00:00.000Z' })
      expect((await tryOrder({ price: 0.05 })).status).toBe(202)
    })

    it('ends at midnight even without a position, though the sweeper begins the next day later', async () => {
      await limit({ max_daily_loss: 4 })
      await hold(20)
      await world.simulated.book([[0.2, 1_000]], [[0.25, 1_000]])
      await hold(20, false)
      expectRefused(await tryOrder({ price: 0.1 }), 'risk_limit', /max_daily_loss is 4/)
      world.time.now = Date.parse('2026-11-21T23:59:59Z')
      expectRefused(await tryOrder({ price: 0.1 }), 'risk_limit', /max_daily_loss is 4/)
      world.time.now += 1_000
      expect((await world.get(url())).body).toMatchObject({ worst_daily_loss: null, day_started_at: null })
      expect((await tryOrder({ price: 0.1 })).status).toBe(202)
      const begun = { daily_loss: 0, worst_daily_loss: 0, day_started_at: '2026-11-22T00:00:00.000Z' }
      expect((await world.get(url())).body).toMatchObject(begun)
    })

    it('is stored no longer than its limit or the subaccount exists', async () => {
      const other = (await world.post('/v1/subaccounts', { name: 'soon gone' })).body.subaccount_id
      await world.put(url(other), { max_daily_loss: 5 })
      await limit({ max_daily_loss: 4 })
      const days = () => Promise.all([world.hero.subaccountId, other].map((id) => world.ports.tradingDays.get(id)))
      expect((await days()).map((day) => day?.startsAt)).toEqual([1, 1].map(() => Date.parse('2026-11-21T00:00:00Z')))
      await limit({ max_daily_loss: null })
      await world.delete(`/v1/subaccounts/${other}`)
      await world.pass('1m', 10)
      world.time.now += 17 * 3_600_000
      await world.pass('1m', 10)
      expect(await days()).toEqual([null, null])
    })

    it('excludes losses from before the account was connected', async () => {
      await hold(100)
      await world.simulated.book([[0.2, 1_000]], [[0.25, 1_000]])
      await hold(50, false)
      // A first poll reads at most one hour back.
      await world.pass('70m', 60)
      // Another user stores the credentials of the same account, and sets a limit before the past of the account has been read.
      const key = await world.newKey('admin', '019aa5a0-0000-7000-8000-00000000e15e')
      const other = (await world.post('/v1/subaccounts', { name: 'new here' }, { key })).body.subaccount_id
      await world.put(`/v1/subaccounts/${other}/credentials/${exchange}`, world.simulated.credentials, { key })
      expect((await world.put(url(other), { max_daily_loss: 5 }, { key })).body.daily_loss).toBe(0)
      await world.pass('3m', 5)
      const [{ positions }] = (await world.get('/v1/positions', { key })).body.subaccount_to_positions
      expect(positions[0].realized_pnl + positions[0].unrealized_pnl).toBeLessThan(-20)
      const shown = (await world.get(url(other), { key })).body
      expect(shown).toMatchObject({ daily_loss: 0, worst_daily_loss: 0 })
      const order = { subaccount_id: other, svc_id: world.svcId(), buy_flag: true, qty: 10, price: 0.1 }
      expect((await world.post('/v1/orders', order, { key })).status).toBe(202)
    })

    it('is checked again right before an order goes out', async () => {
      await limit({ max_daily_loss: 4 })
      await hold(20)
      world.queues.delay = ({ queue }) => (queue === 'execute-order' ? 300_000 : 0)
      const accepted = await tryOrder({ price: 0.1 })
      await world.simulated.book([[0.2, 1_000]], [[0.25, 1_000]])
      await world.pass('10m', 5)
      expect(await world.order(accepted.body.svc_order_id)).toMatchObject({
        status: 'REJECTED',
        reject_code: 'risk_limit',
      })
    })
  })
})

describe('the cost of limits', () => {
  it('the cost is nothing without limits, or if the order itself suffices', async () => {
    let units = 0
    await startWorld({
      onConsumed: ({ total }) => {
        units += total
      },
    })
    await world.simulated.book([[0.4, 1_000]], [[0.45, 1_000]])
    const spentOnAnOrder = async (limits: object) => {
      await limit(limits)
      await world.pass('2m', 10)
      units = 0
      await world.place()
      await world.settle()
      return units
    }
    // The first order wakes the sync of the account.
    await spentOnAnOrder({})
    const none = await spentOnAnOrder({})
    expect(await spentOnAnOrder({ max_order_qty: 100, max_order_cost: 100 })).toBe(none)
    expect(await spentOnAnOrder({ max_open_orders: 100 })).toBeGreaterThan(none)
    expect(await spentOnAnOrder({ max_open_orders: null, max_daily_loss: 100 })).toBeGreaterThan(none)
  })
})

describe('the limits of a subaccount', () => {
  beforeEach(() => startWorld())

  it('a change keeps absent limits, lifts null ones, and shows the time of the last change', async () => {
    const none = {
      subaccount_id: world.hero.subaccountId,
      max_order_qty: null,
      max_order_cost: null,
      max_open_orders: null,
      max_daily_loss: null,
      mcp_daily_cost: null,
      halted: false,
      updated_at: null,
      open_orders: 0,
    }
    expect((await world.get(url())).body).toMatchObject(none)
    const all = {
      max_order_qty: 10.5,
      max_order_cost: 100,
      max_open_orders: 3,
      max_daily_loss: 25.000001,
      mcp_daily_cost: 7,
    }
    const at = new Date(world.time.now).toISOString()
    expect(await limit(all)).toMatchObject({ ...none, ...all, updated_at: at })
    expect(await limit({ halted: true })).toMatchObject({ ...none, ...all, halted: true, updated_at: at })
    const lifted = await limit({ max_order_qty: null })
    expect(lifted).toMatchObject({ ...none, ...all, max_order_qty: null, halted: true, updated_at: at })
    expect((await world.get(url())).body).toMatchObject({ ...all, max_order_qty: null, halted: true })
  })

  it('a repeated change keeps the limits and the time of their change', async () => {
    const first = await limit({ max_order_qty: 10, halted: true })
    await world.pass('1m', 30)
    expect(await limit({ max_order_qty: 10, halted: true })).toEqual(first)
  })

  it('a change of limits and other changes of the subaccount leave each other alone', async () => {
    await limit({ max_order_qty: 10 })
    await world.patch(`/v1/subaccounts/${world.hero.subaccountId}`, { name: 'renamed' })
    await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    expect((await world.get(url())).body.max_order_qty).toBe(10)
    expect((await world.get(`/v1/subaccounts/${world.hero.subaccountId}`)).body.name).toBe('renamed')
  })

  it.each([
    { body: { max_order_qty: 0 }, loc: 'max_order_qty', type: 'greater_than' },
    { body: { max_order_qty: -1 }, loc: 'max_order_qty', type: 'greater_than' },
    { body: { max_order_cost: 0.0000001 }, loc: 'max_order_cost', type: 'decimal_max_places' },
    { body: { max_order_cost: 1e9 + 1 }, loc: 'max_order_cost', type: 'less_than_equal' },
    { body: { max_open_orders: 1.5 }, loc: 'max_open_orders', type: 'int_from_float' },
    { body: { max_open_orders: 0 }, loc: 'max_open_orders', type: 'greater_than' },
    { body: { max_daily_loss: 'much' }, loc: 'max_daily_loss', type: 'float_parsing' },
    { body: { halted: null }, loc: 'halted', type: 'bool_type' },
    { body: { halted: 'maybe' }, loc: 'halted', type: 'bool_parsing' },
  ])('a change with $body is refused', async ({ body, loc, type }) => {
    const refused = await world.put(url(), body)
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ type, loc: ['body', loc] }] } })
    expect((await world.get(url())).body.updated_at).toBeNull()
  })

  it('a misspelt limit is refused instead of silently ignored', async () => {
    const set = await world.put(url(), { max_order_quantity: 10 })
    expect(set).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'extra_forbidden', loc: ['body', 'max_order_quantity'], input: 10 }] },
    })
  })

  it('a change is for the owner alone, with a key of scope admin', async () => {
    const stranger = await world.newKey(
      'admin',
      world.hero.userId.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
    )
    expect(await world.get(url(), { key: stranger })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await world.put(url(), { halted: true }, { key: stranger })).toMatchObject({ status: 404 })
    const bot = await world.newKey('trade')
    expect((await world.get(url(), { key: bot })).status).toBe(200)
    expect((await world.put(url(), { halted: true }, { key: bot })).status).toBe(403)
    expect((await world.get(url())).body).toMatchObject({ halted: false, updated_at: null })
  })

  it('the limits of one subaccount leave the others unchanged', async () => {
    const other = (await world.post('/v1/subaccounts', { name: 'other' })).body.subaccount_id
    await limit({ halted: true })
    expect((await world.get(url(other))).body.halted).toBe(false)
  })
})
