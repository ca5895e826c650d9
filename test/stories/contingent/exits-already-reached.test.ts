/** Exits that are reached already when they are accepted are refused, in whichever way they are written. */

import { beforeEach, describe, expect, it } from 'vitest'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { Answer } from '../../support/world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

const exit = (conditional_order_type: 'TP' | 'SL', at: number, qty = 10) => ({
  conditional_order_type,
  trigger_order:
    conditional_order_type === 'TP'
      ? { qty, buy_flag: false, price: at }
      : { qty, buy_flag: false, stop_order_price: at },
})

const order = (body: object, exits: readonly object[] = []) =>
  world.postOrder({
    buy_flag: true,
    qty: 10,
    ...body,
    ...(exits.length === 0 ? {} : { conditional_orders_params: exits }),
  })

/** On its own, or attached to what `parent` names. */
const alone = (params: object, parent: object = {}) =>
  world.post('/v1/complex-orders', {
    subaccount_id: world.hero.subaccountId,
    ...(Object.keys(parent).length === 0 ? { svc_id: world.svcId() } : {}),
    conditional_order_params: { ...params, ...parent },
  })

const later = (parent: object, params: object) => alone(params, parent)

const REACHED = { status: 409, body: { code: 'exit_already_reached' } }

const expectRefused = ({ status, body }: Answer, loc: readonly unknown[], sentence: string): void => {
  expect(status, JSON.stringify(body)).toBe(422)
  expect(body.detail).toMatchObject([{ type: 'value_error', loc, msg: `Value error, ${sentence}` }])
}

const ATTACHED = ['body', 'conditional_orders_params', 0]
const ALONE = ['body', 'conditional_order_params']

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  beforeEach(() => startWorld({ exchange, quoted: true }))

  it.each([
    ['SL', 0.4, 'the SL must be below the limit price of its parent'],
    ['SL', 0.41, 'the SL must be below the limit price of its parent'],
    ['TP', 0.4, 'the TP must be above the limit price of its parent'],
  ] as const)(
    'an %s at %d of a resting LIMIT parent at 0.40 is checked: attached, later and chained',
    async (kind, at, sentence) => {
      expectRefused(await order({ price: 0.4 }, [exit(kind, at)]), ATTACHED, sentence)
      const parent = (await order({ price: 0.4 })).body.svc_order_id
      await world.pass('5s')
      expectRefused(await later({ parent_svc_order_id: parent }, exit(kind, at)), ALONE, sentence)
      const stop = await alone({
        conditional_order_type: 'STOP',
        stop_order_price: 0.6,
        trigger_order: { qty: 10, buy_flag: true, price: 0.4 },
      })
      expectRefused(
        await later({ parent_complex_order_id: stop.body.complex_order_id }, exit(kind, at)),
        ALONE,
        sentence,
      )
    },
  )

  it.each([
    ['SL', 0.35, 0.35, 'the SL must be below the limit price of its parent'],
    ['TP', 0.43, 0.43, 'the TP must be above the limit price of its parent'],
  ] as const)('an %s at %d of a LIMIT parent whose price is changed to %d', async (kind, at, price, sentence) => {
    const parent = (await order({ price: 0.4 }, [exit(kind, at)])).body.svc_order_id
    await world.pass('5s')
    const wrong = await world.patch(`/v1/orders/${parent}`, { price })
    expectRefused(wrong, ['body'], sentence)
    expect(await world.order(parent)).toMatchObject({ price: 0.4, last_amend: null })
    expect((await world.patch(`/v1/orders/${parent}`, { qty: 8 })).status).toBe(202)
  })

  it('a trail as wide as the new price of its LIMIT parent is refused', async () => {
    const trailing = {
      conditional_order_type: 'SL',
      trigger_order: { qty: 10, buy_flag: false, trail_amount: 0.3 },
    }
    const parent = (await order({ price: 0.4 }, [trailing])).body.svc_order_id
    await world.pass('5s')
    expectRefused(
      await world.patch(`/v1/orders/${parent}`, { price: 0.3 }),
      ['body'],
      'trail_amount must be less than the limit price of its parent',
    )
  })

  it('an exit attached during a price amend of its LIMIT parent, and reached at either price, is refused', async () => {
    const parent = (await order({ price: 0.4 })).body.svc_order_id
    await world.pass('5s')
    world.queues.copies = () => 0
    expect((await world.patch(`/v1/orders/${parent}`, { price: 0.3 })).status).toBe(202)
    expect(await world.order(parent)).toMatchObject({ price: 0.4, last_amend: { status: 'PENDING' } })
    const named = { parent_svc_order_id: parent }
    expectRefused(await later(named, exit('SL', 0.35)), ALONE, 'the SL must be below the limit price of its parent')
    expectRefused(await later(named, exit('TP', 0.35)), ALONE, 'the TP must be above the limit price of its parent')
    expect((await later(named, exit('SL', 0.25))).status).toBe(202)
  })

  it('an exit that is attached in the moment in which the price of its LIMIT parent is changed', async () => {
    const parent = (await order({ price: 0.4 })).body.svc_order_id
    await world.pass('5s')
    const { orders } = world.ports
    const { save } = orders
    const meanwhile: typeof save = async (...change) => {
      Object.assign(orders, { save })
      expect((await later({ parent_svc_order_id: parent }, exit('SL', 0.35))).status).toBe(202)
      return save(...change)
    }
    Object.assign(orders, { save: meanwhile })
    const wrong = await world.patch(`/v1/orders/${parent}`, { price: 0.3 })
    expectRefused(wrong, ['body'], 'the SL must be below the limit price of its parent')
  })

  it('an exit reached at the parent’s price is not checked once cancelled or its parent filled', async () => {
    const parent = (await order({ price: 0.4 }, [exit('SL', 0.35)])).body
    await world.pass('5s')
    const [attached] = parent.complex_orders.conditional_orders
    await world.delete(`/v1/complex-orders/${attached}`)
    await world.pass('5s')
    expect((await world.patch(`/v1/orders/${parent.svc_order_id}`, { price: 0.3 })).status).toBe(202)

    const filling = (await order({ price: 0.41 }, [exit('SL', 0.35)])).body.svc_order_id
    await world.pass('5s')
    await world.simulated.trade(0.41, 2, false)
    await world.pass('20s')
    expect(await world.order(filling)).toMatchObject({ traded_qty: 2 })
    expect((await world.patch(`/v1/orders/${filling}`, { price: 0.35 })).status).toBe(202)
  })

  it('an exit that the mark of a book that has been quiet for minutes has reached is refused', async () => {
    world.time.now += 10 * 60_000
    expect(await order({ order_type: 'MARKET' }, [exit('SL', 0.43)])).toMatchObject(REACHED)
    const stop = { stop_order_price: 0.6, trigger_order: { qty: 10, buy_flag: true } }
    expect((await alone(stop)).status).toBe(202)
  })

  it('a resting parent takes exits that only the market of now has reached', async () => {
    expect((await order({ price: 0.3 }, [exit('TP', 0.35), exit('SL', 0.2)])).status).toBe(202)
  })

  it.each([
    ['a MARKET order', { order_type: 'MARKET' }],
    ['a LIMIT order that crosses the book', { price: 0.6 }],
  ])('%s is held to the mark, which is 0.42', async (_, body) => {
    expect(await order(body, [exit('SL', 0.43)])).toMatchObject(REACHED)
    expect(await order({ ...body }, [exit('SL', 0.3), exit('SL', 0.42)])).toMatchObject(REACHED)
    expect((await order(body, [exit('SL', 0.41), exit('TP', 0.7)])).status).toBe(202)
    if (!('price' in body)) expect(await order(body, [exit('TP', 0.42)])).toMatchObject(REACHED)
  })

  it('an exit is accepted while the exchange is away', async () => {
    await world.simulated.fault({ path: '/orderbook$|/book$', kind: 'status', status: 503, times: 100 })
    const { status, body } = await order({ order_type: 'MARKET' }, [exit('SL', 0.43)])
    await world.simulated.noFaults()
    expect(status, JSON.stringify(body)).toBe(202)
  })

  it('only the mark counts for a filled parent: an SL above the entry locks a profit', async () => {
    const parent = (await order({ price: 0.44 })).body.svc_order_id
    await world.pass('30s')
    await world.simulated.book([[0.58, 500]], [[0.62, 500]])
    await world.pass('5s')
    const on = { parent_svc_order_id: parent }
    expect(await later(on, exit('SL', 0.6))).toMatchObject(REACHED)
    expect(await later(on, exit('TP', 0.6))).toMatchObject(REACHED)
    expect((await later(on, exit('SL', 0.5))).status).toBe(202)
    expectRefused(await later(on, exit('TP', 0.5)), ALONE, 'the TP must be above the SL')
    expect((await later(on, exit('TP', 0.7))).status).toBe(202)
  })
})

describe.each(playedOn('EXCHANGE_A'))(
  'on %s, what is attached to a parent that has filled without a type',
  (exchange) => {
    beforeEach(() => startWorld({ exchange, quoted: true }))

    it('an exit gets its type from the mark, and not from the price of the parent', async () => {
      const parent = (await order({ price: 0.44 })).body.svc_order_id
      await world.pass('30s')
      await world.simulated.book([[0.58, 500]], [[0.62, 500]])
      await world.pass('5s')
      const typeOf = async (stop_order_price: number) => {
        const trigger_order = { qty: 5, buy_flag: false, stop_order_price }
        const { status, body } = await later({ parent_svc_order_id: parent }, { trigger_order })
        expect(status, JSON.stringify(body)).toBe(202)
        const shown = await world.get(`/v1/complex-orders/${body.complex_order_id}`)
        return shown.body.complex_order_subtype
      }
      // Above the entry at 0.44 and below the mark at 0.60: it locks a profit.
      expect(await typeOf(0.5)).toBe('SL')
      expect(await typeOf(0.7)).toBe('TP')
    })
  },
)

it('a chained TP keeps the side of the SL that was chained before', async () => {
  await startWorld({ quoted: true })
  const stop = await alone({
    conditional_order_type: 'STOP',
    stop_order_price: 0.6,
    trigger_order: { qty: 10, buy_flag: true },
  })
  const on = { parent_complex_order_id: stop.body.complex_order_id }
  expect((await later(on, exit('SL', 0.5))).status).toBe(202)
  expectRefused(await later(on, exit('TP', 0.45)), ALONE, 'the TP must be above the SL')
})
