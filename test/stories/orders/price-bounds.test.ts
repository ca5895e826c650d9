/** `max_slippage` and `protection_price`: nothing trades farther from the best price, and nothing beyond a price. */

import { beforeEach, describe, expect, it } from 'vitest'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const MARKET = { order_type: 'MARKET', time_in_force: 'IOC', price: null }

/** Asks and bids in steps of a cent, ten contracts each. */
const steps = async (lowestAsk = 0.44): Promise<void> => {
  await world.simulated.book(
    [
      [0.4, 10],
      [0.39, 10],
      [0.38, 10],
      [0.3, 500],
    ],
    [
      [lowestAsk, 10],
      [0.45, 10],
      [0.46, 10],
      [0.55, 500],
    ],
  )
}

describe.each(playedOn('EXCHANGE_A'))('a MARKET order on %s', (exchange) => {
  beforeEach(async () => {
    await startWorld({ exchange })
    await steps()
  })

  it.each([
    ['no farther from the best price than its max_slippage', { max_slippage: 0.01 }, 20, 0.445],
    ['farther than usual where its max_slippage allows it', { max_slippage: 0.2 }, 100, 0.52],
    ['not beyond its protection_price', { protection_price: 0.455 }, 20, 0.445],
    ['within the closer of both', { max_slippage: 0.2, protection_price: 0.46 }, 30, 0.45],
    ['within the closer of both, whichever that is', { max_slippage: 0.01, protection_price: 0.9 }, 20, 0.445],
  ])('buys %s', async (_what, bounds, traded, average) => {
    const id = await world.place({ ...MARKET, qty: 100, ...bounds })
    await world.pass('10s')
    const order = await world.order(id)
    expect(order).toMatchObject({ max_slippage: null, protection_price: null, ...bounds })
    expect(order).toMatchObject({ traded_qty: traded, status: traded === 100 ? 'EXECUTED' : 'CANCELLED' })
    expect(order.average_price).toBeCloseTo(average, 3)
  })

  it('sells within its bounds too', async () => {
    await world.place({ qty: 100, price: 0.55 })
    await world.pass('20s')
    await steps()
    const slipped = await world.place({ ...MARKET, qty: 30, buy_flag: false, max_slippage: 0.01 })
    await world.pass('10s')
    expect(await world.order(slipped)).toMatchObject({ status: 'CANCELLED', traded_qty: 20, average_price: 0.395 })
    await steps()
    const guarded = await world.place({ ...MARKET, qty: 60, buy_flag: false, protection_price: 0.385 })
    await world.pass('10s')
    expect(await world.order(guarded)).toMatchObject({ status: 'CANCELLED', traded_qty: 20, average_price: 0.395 })
  })

  it('sends nothing if the best price is beyond its protection_price', async () => {
    const id = await world.place({ ...MARKET, qty: 10, protection_price: 0.43 })
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'protection_price',
      traded_qty: 0,
      exchange_order_id: null,
    })
  })

  it('is filled or killed within its bounds', async () => {
    const killed = await world.place({ ...MARKET, time_in_force: 'FOK', qty: 30, max_slippage: 0.01 })
    const filled = await world.place({ ...MARKET, time_in_force: 'FOK', qty: 10, max_slippage: 0.01 })
    await world.pass('10s')
    expect(await world.order(killed)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    expect(await world.order(filled)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
  })

  it('the order of a stop stays within the bounds of its trigger order', async () => {
    const { body } = await world.postConditional({
      stop_order_price: 0.2,
      trigger_order: { qty: 50, buy_flag: true, max_slippage: 0.01, protection_price: 0.9 },
    })
    await world.settle()
    await world.look()
    await world.pass('10s')
    const stop = (await world.get(`/v1/complex-orders/${body.complex_order_id}`)).body
    expect(stop).toMatchObject({
      status: 'TRIGGERED',
      conditional_order: { trigger_order_max_slippage: 0.01, trigger_order_protection_price: 0.9 },
    })
    expect(await world.order(stop.conditional_order.trigger_svc_order_id)).toMatchObject({
      traded_qty: 20,
      max_slippage: 0.01,
      protection_price: 0.9,
    })
  })

  it('the order of a stop-loss never sells beyond its protection_price, however often it is retried', async () => {
    const parent = await world.place({
      qty: 50,
      price: 0.55,
      conditional_orders_params: [
        { trigger_order: { qty: 50, buy_flag: false, stop_order_price: 0.41, protection_price: 0.38 } },
      ],
    })
    await world.pass('20s')
    await steps(0.42)
    for (let looks = 0; looks < 24; looks += 1) {
      await world.look()
      await world.pass('5s', 5)
    }
    const sold = (await world.orders()).filter(({ svc_order_id: id }: { svc_order_id: string }) => id !== parent)
    expect(sold.length).toBeGreaterThan(1)
    expect(sold.reduce((sum: number, one: { traded_qty: number }) => sum + one.traded_qty, 0)).toBe(30)
    for (const one of sold) expect(one.protection_price).toBe(0.38)
    const details = await Promise.all(sold.map((one: { svc_order_id: string }) => world.order(one.svc_order_id)))
    for (const { fills } of details) for (const fill of fills) expect(fill.price).toBeGreaterThanOrEqual(0.38)
    await world.simulated.book([[0.39, 500]], [[0.9, 500]])
    await world.pass('90s', 5)
    const last = (await world.orders()).filter(({ svc_order_id: id }: { svc_order_id: string }) => id !== parent)
    expect(last.reduce((sum: number, one: { traded_qty: number }) => sum + one.traded_qty, 0)).toBe(50)
  })

  it('is checked against the cost limit at its protection_price', async () => {
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { max_order_cost: 10 })
    const id = await world.place({ ...MARKET, qty: 20, protection_price: 0.45 })
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })
})

const refused = async (body: object) => {
  const answer = await world.postOrder({ qty: 10, buy_flag: true, ...body })
  return [answer.status, answer.body.detail?.map(({ loc, type, msg }: Record<string, unknown>) => [loc, type, msg])]
}

describe('a request with bounds', () => {
  beforeEach(() => startWorld({}, { agrees: false }))

  const body = (field: string) => ['body', field]

  it.each([
    [{ max_slippage: 0 }, body('max_slippage'), 'greater_than', 'Input should be greater than 0'],
    [{ max_slippage: 1 }, body('max_slippage'), 'less_than', 'Input should be less than 1'],
    [{ protection_price: 0 }, body('protection_price'), 'greater_than', 'Input should be greater than 0'],
    [{ protection_price: 1 }, body('protection_price'), 'less_than', 'Input should be less than 1'],
    [
      { protection_price: 0.1234567 },
      body('protection_price'),
      'decimal_max_places',
      'Decimal input should have no more than 6 decimal places',
    ],
    [
      { max_slippage: 'x' },
      body('max_slippage'),
      'float_parsing',
      'Input should be a valid number, unable to parse string as a number',
    ],
  ])('a request with %j is a 422', async (bounds, loc, type, msg) => {
    expect(await refused({ order_type: 'MARKET', ...bounds })).toEqual([422, [[loc, type, msg]]])
  })

  it.each(['max_slippage', 'protection_price'])('a request with a limit price has no %s', async (field) => {
    const sentence = `${field} is for MARKET orders; a LIMIT order never trades beyond its price`
    expect(await refused({ price: 0.4, [field]: 0.1 })).toEqual([
      422,
      [[['body'], 'value_error', `Value error, ${sentence}`]],
    ])
    const nested = { trigger_order: { qty: 5, buy_flag: false, price: 0.6, [field]: 0.1 } }
    expect(await refused({ price: 0.4, conditional_orders_params: [nested] })).toEqual([
      422,
      [[['body', 'conditional_orders_params', 0], 'value_error', `Value error, trigger_order.${sentence}`]],
    ])
  })

  it('a request for any order may carry null for both bounds', async () => {
    expect(await refused({ price: 0.4, max_slippage: null, protection_price: null })).toEqual([202, undefined])
  })
})
