/** Stops that are linked without a parent: what one of them fills, the others place no more. */

import { beforeEach, describe, expect, it } from 'vitest'
import { inThisRun, playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { stopDesk } from './stop-desk.ts'

const { world, startWorld } = worldOfTest()

const { ask: post, show, prices, watch } = stopDesk(() => world)

const place = async (params: object): Promise<string> => {
  const placed = await post({ link_id: 'bracket', ...params })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  return placed.body.complex_order_id
}

/** Buys by hand, so that there is something to sell. */
const buy = async (qty: number) => {
  const body = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), qty, buy_flag: true }
  const placed = await world.post('/v1/orders', { ...body, order_type: 'MARKET' })
  expect(placed.status).toBe(202)
  await watch(30)
}

const sells = (qty: number, more: object = {}) => ({ trigger_order: { qty, buy_flag: false, ...more } })

/** Sells at 0.40 or below, and at 0.60 or above. */
const bracket = async (loss = 20, gain = 20) => {
  const stop = await place({ conditional_order_type: 'STOP', stop_order_price: 0.4, ...sells(loss) })
  const profit = await place({ conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6, ...sells(gain) })
  await watch(5)
  return { stop, profit }
}

const sales = async () => (await world.orders()).filter(({ buy_flag }: { buy_flag: boolean }) => !buy_flag)

const sold = async (): Promise<number> =>
  (await sales()).reduce((sum: number, { traded_qty }: { traded_qty: number }) => sum + traded_qty, 0)

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  beforeEach(async () => {
    await startWorld({ exchange })
    await prices(0.5)
  })

  it('a linked exit that fills cancels the other', async () => {
    await buy(20)
    const { stop, profit } = await bracket()
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', link_id: 'bracket' })
    expect(await show(profit)).toMatchObject({ status: 'ACTIVE', link_id: 'bracket' })
    await prices(0.61)
    await watch(30)
    expect(await show(profit)).toMatchObject({ status: 'TRIGGERED' })
    expect(await show(stop)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
    await prices(0.3)
    await watch(20)
    expect(await sold()).toBe(20)
  })

  it('a linked exit that fills in part leaves the other the rest', async () => {
    await buy(20)
    const { stop, profit } = await bracket(20, 12)
    await prices(0.61)
    await watch(30)
    expect(await show(profit)).toMatchObject({ status: 'TRIGGERED' })
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 8 })
    await prices(0.3)
    await watch(30)
    expect(await show(stop)).toMatchObject({ status: 'TRIGGERED' })
    expect(await sold()).toBe(20)
  })

  it('a linked exit that rests unfilled leaves the book when the other fires', async () => {
    await buy(20)
    const limit = sells(20, { price: 0.7 })
    const profit = await place({ conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6, ...limit })
    const stop = await place({ conditional_order_type: 'STOP', stop_order_price: 0.4, ...sells(20) })
    await watch(5)
    await prices(0.61)
    await watch(20)
    const { trigger_svc_order_id: resting } = await show(profit)
    expect(await world.order(resting)).toMatchObject({ status: 'RESTING' })
    await prices(0.3)
    await watch(40)
    expect(await world.order(resting)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    const { trigger_svc_order_id: exit } = await show(stop)
    expect(await world.order(exit)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
    expect(await sold()).toBe(20)
  })

  it('a linked exit that fires during a halt replaces the resting one', async () => {
    await buy(20)
    const limit = sells(20, { price: 0.7 })
    const profit = await place({ conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6, ...limit })
    const stop = await place({ conditional_order_type: 'STOP', stop_order_price: 0.4, ...sells(20) })
    await watch(5)
    await prices(0.61)
    await watch(20)
    expect(await world.order((await show(profit)).trigger_svc_order_id)).toMatchObject({ status: 'RESTING' })
    const limits = `/v1/subaccounts/${world.hero.subaccountId}/limits`
    expect((await world.put(limits, { halted: true })).status).toBe(200)
    await prices(0.3)
    await watch(40)
    expect(await show(stop)).toMatchObject({ status: 'TRIGGERED' })
    expect(await sold()).toBe(20)
  })

  it('the order of a linked exit may change price or shrink, but not grow', async () => {
    await buy(20)
    const limit = sells(10, { price: 0.7 })
    const profit = await place({ conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6, ...limit })
    const stop = await place({ conditional_order_type: 'STOP', stop_order_price: 0.4, ...sells(10) })
    await watch(5)
    await prices(0.61)
    await watch(20)
    const { trigger_svc_order_id: resting } = await show(profit)
    const change = (body: object) => world.patch(`/v1/orders/${resting}`, body)
    expect(await change({ qty: 15 })).toMatchObject({ status: 409, body: { code: 'not_amendable' } })
    expect(await change({ price: 0.72 })).toMatchObject({ status: 202 })
    await watch(30)
    const moved = { status: 'RESTING', qty: 10, price: 0.72, last_amend: { status: 'DONE' } }
    expect(await world.order(resting)).toMatchObject(moved)
    expect(await change({ qty: 8 })).toMatchObject({ status: 202 })
    await watch(30)
    expect(await world.order(resting)).toMatchObject({ ...moved, qty: 8 })
    await prices(0.3)
    await watch(40)
    expect(await world.order(resting)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
    expect(await show(stop)).toMatchObject({ status: 'TRIGGERED' })
    expect(await sold()).toBe(10)
    await world.agree()
  })

  it('the reduced order of a linked exit stays reduced: no order is placed for the difference', async () => {
    await buy(20)
    const limit = sells(20, { price: 0.7 })
    const profit = await place({ conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6, ...limit })
    await place({ conditional_order_type: 'STOP', stop_order_price: 0.4, ...sells(20) })
    await watch(5)
    await prices(0.61)
    await watch(20)
    const { trigger_svc_order_id: resting } = await show(profit)
    expect(await world.patch(`/v1/orders/${resting}`, { qty: 12 })).toMatchObject({ status: 202 })
    await watch(60)
    expect(await sales()).toMatchObject([{ svc_order_id: resting, status: 'RESTING', qty: 12 }])
  })

  it('an order that waits for its linked exit is released for at most its amended quantity', async () => {
    await buy(20)
    const stop = await place({ conditional_order_type: 'STOP', stop_order_price: 0.4, ...sells(20, { price: 0.7 }) })
    const limit = sells(20, { price: 0.3 })
    const profit = await place({ conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6, ...limit })
    await watch(5)
    await prices(0.35)
    await watch(20)
    await prices(0.61)
    await watch(20)
    const { trigger_svc_order_id: behind } = await show(profit)
    expect(await world.patch(`/v1/orders/${behind}`, { qty: 12 })).toMatchObject({ status: 202 })
    const { trigger_svc_order_id: resting } = await show(stop)
    await world.delete(`/v1/orders/${resting}`)
    await watch(60)
    expect(await world.order(behind)).toMatchObject({ status: 'EXECUTED', traded_qty: 12 })
    expect(await sold()).toBe(12)
  })

  it('a reduce-only linked exit rests for the position', async () => {
    await buy(14)
    const limit = sells(20, { price: 0.7, reduce_only: true })
    const profit = await place({ conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6, ...limit })
    const stop = await place({
      conditional_order_type: 'STOP',
      stop_order_price: 0.4,
      ...sells(20, { reduce_only: true }),
    })
    await watch(5)
    await prices(0.61)
    await watch(60)
    const { trigger_svc_order_id: resting } = await show(profit)
    expect(await world.order(resting)).toMatchObject({ status: 'RESTING', qty: 14 })
    expect(await sales()).toHaveLength(1)
    await prices(0.3)
    await watch(60)
    expect(await world.order(resting)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
    const { trigger_svc_order_id: exit } = await show(stop)
    expect(await world.order(exit)).toMatchObject({ status: 'EXECUTED', traded_qty: 14 })
    expect(await sold()).toBe(14)
  })

  it('a take-profit that fires while the order of the stop rests waits behind it, and says so', async () => {
    await buy(20)
    const stop = await place({ conditional_order_type: 'STOP', stop_order_price: 0.4, ...sells(20, { price: 0.7 }) })
    const limit = sells(20, { price: 0.3 })
    const profit = await place({ conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6, ...limit })
    await watch(5)
    await prices(0.35)
    await watch(20)
    const { trigger_svc_order_id: resting } = await show(stop)
    expect(await world.order(resting)).toMatchObject({ status: 'RESTING', last_error: null })
    await prices(0.61)
    await watch(40)
    const { trigger_svc_order_id: behind } = await show(profit)
    expect(await world.order(behind)).toMatchObject({
      status: 'PENDING_SUBMISSION',
      last_error: 'It waits for linked orders, which may still trade what it is to exit.',
    })
    expect(await sold()).toBe(0)
    await world.agree()
    await world.delete(`/v1/orders/${resting}`)
    await watch(40)
    expect(await world.order(behind)).toMatchObject({ status: 'EXECUTED', traded_qty: 20, last_error: null })
    expect(await sold()).toBe(20)
  })

  it('two linked entries on either side exclude each other: only one enters', async () => {
    const above = await place({
      conditional_order_type: 'STOP',
      stop_order_price: 0.6,
      trigger_order: { qty: 10, buy_flag: true },
    })
    const below = await place({
      conditional_order_type: 'REVERSE_STOP',
      stop_order_price: 0.4,
      trigger_order: { qty: 10, buy_flag: true },
    })
    await watch(5)
    await prices(0.61)
    await watch(30)
    expect(await show(above)).toMatchObject({ status: 'TRIGGERED' })
    expect(await show(below)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
  })

  it.each(['first', 'then'])(
    'an entry that made room and is placed again has the stop loss that was chained to it %s',
    async (when) => {
      const entry = { trigger_order: { qty: 20, buy_flag: true, price: 0.4 } }
      const below = await place({ conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.45, ...entry })
      const beyond = { trigger_order: { qty: 20, buy_flag: true, protection_price: 0.55 } }
      await place({ conditional_order_type: 'STOP', stop_order_price: 0.6, ...beyond })
      const chain = async () => {
        const params = { conditional_order_type: 'SL', parent_complex_order_id: below }
        const loss = await post({ ...params, ...sells(20, { stop_order_price: 0.3 }) })
        expect(loss.status, JSON.stringify(loss.body)).toBe(202)
      }
      if (when === 'first') await chain()
      await watch(5)
      await prices(0.44)
      await watch(20)
      await prices(0.61)
      await watch(60)
      if (when === 'then') await chain()
      await prices(0.39)
      await watch(60)
      await prices(0.25)
      await watch(60)
      expect(await sold()).toBe(20)
    },
  )

  it('a linked exit that is cancelled manually, or whose order is refused, leaves the other', async () => {
    await buy(20)
    const { stop, profit } = await bracket()
    await world.delete(`/v1/complex-orders/${stop}`)
    await watch(5)
    expect(await show(profit)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
    await prices(0.61)
    await watch(30)
    expect(await show(profit)).toMatchObject({ status: 'TRIGGERED' })
    expect(await sold()).toBe(20)
  })

  it('a link name whose exits have ended links new ones', async () => {
    await buy(20)
    const { profit } = await bracket()
    await prices(0.61)
    await watch(30)
    expect(await show(profit)).toMatchObject({ status: 'TRIGGERED' })
    await prices(0.5)
    await buy(20)
    const again = await bracket()
    expect(await show(again.stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
    expect(await show(again.profit)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
  })

  it.each(inThisRun({ usual: [5, 20], long: [5, 10, 15, 20, 30] }))(
    'a function that dies at step %i of firing costs nothing',
    async (step) => {
      await buy(20)
      const { stop, profit } = await bracket()
      world.killNext('fire-trigger', step)
      await prices(0.61)
      await watch(60)
      expect(await show(profit)).toMatchObject({ status: 'TRIGGERED' })
      expect(await show(stop)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
      expect(await sold()).toBe(20)
    },
  )

  it('a fired linked exit waits for the other to leave the book, however long that takes', async () => {
    await buy(20)
    const profit = await place({
      conditional_order_type: 'REVERSE_STOP',
      stop_order_price: 0.6,
      ...sells(20, { price: 0.7 }),
    })
    const stop = await place({ conditional_order_type: 'STOP', stop_order_price: 0.4, ...sells(20) })
    await watch(5)
    await prices(0.61)
    await watch(20)
    const resting = (await show(profit)).trigger_svc_order_id
    expect(await world.order(resting)).toMatchObject({ status: 'RESTING' })
    // For longer than an order that acts at once may wait, the exchange takes no cancels.
    await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'status', status: 503, times: 1e6 })
    await prices(0.3)
    await watch(40)
    expect(await sold()).toBe(0)
    await world.simulated.noFaults()
    await watch(60)
    expect(await world.order(resting)).toMatchObject({ status: 'CANCELLED' })
    const { trigger_svc_order_id: exit } = await show(stop)
    expect(await world.order(exit)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })

  it('cancel-all ends both linked exits', async () => {
    const { stop, profit } = await bracket()
    await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    expect(await show(stop)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'cancel_all' })
    expect(await show(profit)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'cancel_all' })
  })

  it('at most twenty exits share a link name, and an SL has none', async () => {
    const one = { conditional_order_type: 'STOP', stop_order_price: 0.4, ...sells(1) }
    for (let n = 0; n < 20; n += 1) await place(one)
    expect(await post({ link_id: 'bracket', ...one })).toMatchObject({
      status: 409,
      body: { code: 'too_many_conditionals' },
    })
    const refused = await post({ ...one, conditional_order_type: 'SL', link_id: 'x' })
    expect(refused.status).toBe(422)
    expect((await post({ ...one, link_id: 'x'.repeat(65) })).status).toBe(422)
  })
})
