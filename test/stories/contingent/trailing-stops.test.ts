/** Trailing stops from acceptance to the order: they follow, fire where they stand, and lose nothing that was stored. */

import { beforeEach, describe, expect, it } from 'vitest'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { stopDesk } from './stop-desk.ts'

const { world, startWorld } = worldOfTest()

const { ask: place, show, prices, watch } = stopDesk(() => world)

/** Buys 20 by hand, so that there is something to protect. */
const buy = async (conditionals: readonly object[] = []) => {
  const placed = await world.postOrder({
    qty: 20,
    buy_flag: true,
    order_type: 'MARKET',
    ...(conditionals.length === 0 ? {} : { conditional_orders_params: conditionals }),
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await watch(30)
  return placed.body
}

const SELLS = { qty: 20, buy_flag: false }

describe.each(playedOn('EXCHANGE_B'))('on %s', (exchange) => {
  beforeEach(async () => {
    await startWorld({ exchange })
    await prices(0.5)
  })

  it('a trailing stop follows the price up, stays as it falls, and sells at its level', async () => {
    await buy()
    const placed = await place({ conditional_order_type: 'STOP', trail_amount: 0.05, trigger_order: SELLS })
    expect(placed.status, JSON.stringify(placed.body)).toBe(202)
    const id = placed.body.complex_order_id
    await watch(10)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', trail_amount: 0.05, stop_order_price: 0.45 })
    for (const [at, stands] of [
      [0.56, 0.51],
      [0.53, 0.51],
      [0.6, 0.55],
    ] as const) {
      await prices(at)
      await watch(10)
      expect(await show(id)).toMatchObject({ status: 'ACTIVE', stop_order_price: stands })
    }
    await prices(0.55)
    await watch(30)
    const fired = await show(id)
    expect(fired).toMatchObject({ status: 'TRIGGERED', stop_order_price: 0.55, trigger_price: 0.55 })
    expect(await world.order(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })

  it('a trailing stop on the last trade follows that, and a buying one follows down', async () => {
    const params = { conditional_order_type: 'STOP', trail_amount: 0.05, trigger_price_type: 'LAST' }
    await world.simulated.trade(0.51, 1, true)
    const placed = await place({ ...params, trigger_order: { qty: 5, buy_flag: true } })
    const id = placed.body.complex_order_id
    await watch(10)
    expect(await show(id)).toMatchObject({ stop_order_price: 0.56 })
    await prices(0.4)
    await watch(10)
    expect(await show(id)).toMatchObject({ stop_order_price: 0.56 })
    await world.simulated.trade(0.41, 1, true)
    await watch(10)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', stop_order_price: 0.46 })
    await prices(0.46)
    await world.simulated.trade(0.47, 1, true)
    await watch(30)
    expect(await show(id)).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.47 })
  })

  it('a trailing SL of a bracket follows, shows its level, and removes the TP from the book', async () => {
    const { complex_orders: ids } = await buy([
      { conditional_order_type: 'TP', trigger_order: { ...SELLS, price: 0.9 } },
      { conditional_order_type: 'SL', trigger_order: { ...SELLS, trail_amount: 0.1 } },
    ])
    const [tp, sl] = ids.conditional_orders
    await watch(10)
    expect(await show(sl)).toMatchObject({ status: 'ACTIVE', trigger_trail_amount: 0.1, trigger_stop_order_price: 0.4 })
    await prices(0.6)
    await watch(10)
    const armed = await show(sl)
    expect(armed.trigger_stop_order_price).toBe(0.5)
    expect(await show(armed.trigger_complex_order_id)).toMatchObject({ trail_amount: 0.1, stop_order_price: 0.5 })
    await prices(0.49)
    await watch(40)
    expect(await show(sl)).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.49 })
    const profit = await show(tp)
    expect(await world.order(profit.trigger_svc_order_id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    const exit = await show(sl)
    expect(await world.order(exit.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })

  it('a watch that is killed after it stored a move loses nothing of it', async () => {
    await buy()
    const placed = await place({ conditional_order_type: 'STOP', trail_amount: 0.05, trigger_order: SELLS })
    const id = placed.body.complex_order_id
    await watch(10)
    await prices(0.6)
    await watch(10)
    await prices(0.57)
    await world.look(newWatchState())
    await world.pass('5s', 5)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', stop_order_price: 0.55 })
    await prices(0.54)
    await world.look(newWatchState())
    await watch(30)
    expect(await show(id)).toMatchObject({ status: 'TRIGGERED', stop_order_price: 0.55, trigger_price: 0.54 })
  })

  it('a trail as wide as the price is refused in words, beside the mark and beside the limit of the parent', async () => {
    const wide = { conditional_order_type: 'STOP', trail_amount: 0.5, trigger_order: SELLS }
    expect(await place(wide)).toMatchObject({ status: 409, body: { code: 'trail_too_wide' } })
    const buys = { ...wide, trigger_order: { ...SELLS, buy_flag: true } }
    expect(await place(buys)).toMatchObject({ status: 409, body: { code: 'trail_too_wide' } })
    const limit = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), qty: 20, buy_flag: true, price: 0.3 }
    const refused = await world.post('/v1/orders', {
      ...limit,
      conditional_orders_params: [{ conditional_order_type: 'SL', trigger_order: { ...SELLS, trail_amount: 0.3 } }],
    })
    expect(refused.status).toBe(422)
    expect(refused.body.detail[0].msg).toContain('trail_amount must be less than the limit price of its parent')
  })

  it('a trail with a parent must name its type: as a STOP it is accepted', async () => {
    const { svc_order_id: parent } = await buy()
    const where = { parent_svc_order_id: parent, trail_amount: 0.05, trigger_order: SELLS }
    const answer = await place(where)
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', 'conditional_order_params', 'conditional_order_type'] }] },
    })
    expect((await place({ ...where, conditional_order_type: 'STOP' })).status).toBe(202)
  })

  it.each([
    ['both', { stop_order_price: 0.4, trail_amount: 0.05 }, /mutually exclusive/],
    ['neither', {}, /requires stop_order_price or trail_amount/],
    ['0', { trail_amount: 0 }, /greater than 0/],
    ['1', { trail_amount: 1 }, /less than 1/],
  ])('a STOP with %s is refused', async (_, params, words) => {
    const { status, body } = await place({ conditional_order_type: 'STOP', ...params, trigger_order: SELLS })
    expect(status).toBe(422)
    expect(body.detail[0].msg).toMatch(words)
  })
})
