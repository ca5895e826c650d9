/** The dead man's switch spares what protects a position, and an exit that ends with something still held says so. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { worldOfTest } from '#test/support/use-world.ts'
import { stopDesk } from '../contingent/stop-desk.ts'

const { world, startWorld } = worldOfTest()

const { ask, buyWith, prices, show, watch } = stopDesk(() => world)

const TP = { trigger_order: { qty: 20, buy_flag: false, price: 0.6 } }
const SL = { trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } }

const url = () => `/v1/subaccounts/${world.hero.subaccountId}/dead-mans-switch`

const arm = async (terms: object = {}) => {
  const { status, body } = await world.put(url(), { timeout_s: 10, ...terms })
  expect(status, JSON.stringify(body)).toBe(200)
}

const open = (exchange: ExchangeName): Promise<void> => startWorld({ exchange, quoted: true })

/** Buys 20 with these exits, and waits until they are armed. */
const hold = async (...exits: object[]): Promise<readonly string[]> => {
  const { ids } = await buyWith(exits)
  await world.pass('20s')
  expect(await positionThere(world)).toBe(20)
  return ids
}

/** The exchange takes no order from now on. */
const refuseOrders = () =>
  world.simulated.fault({ ...world.simulated.calls.create, kind: 'status', status: 429, times: 1e6 })

const exitOf = async (id: string) => world.order((await show(id)).trigger_svc_order_id)

const alarms = () => world.log.filter((line) => line.includes('ExitIncomplete')).length

const cancelAll = () => world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  it('the order of a stop-loss that has fired and waits for its exchange outlives the switch and sells', async () => {
    await open(exchange)
    const [sl = ''] = await hold(SL)
    await refuseOrders()
    await arm()
    await prices(0.28)
    await watch(30)
    expect((await world.get(url())).body).toMatchObject({ armed: false, fired_at: expect.any(String) })
    expect(await exitOf(sl)).toMatchObject({ cancel_requested_at: null })
    await world.simulated.noFaults()
    await watch(60)
    expect(await positionThere(world)).toBe(0)
    expect(await show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
    expect(alarms()).toBe(0)
  })

  it('the order of a stop-loss that waits for its take-profit to leave the book outlives the switch and sells', async () => {
    await open(exchange)
    const [tp = '', sl = ''] = await hold(TP, SL)
    await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'status', status: 503, times: 1e6 })
    await arm()
    await world.pass('8s')
    await prices(0.28)
    await world.look()
    await world.pass('10s')
    expect((await world.get(url())).body.armed).toBe(false)
    await world.simulated.noFaults()
    await watch(60)
    expect(await exitOf(tp)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    expect(await positionThere(world)).toBe(0)
    expect(await show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
  })

  it('a stop-loss with a limit that rests on the book outlives the switch', async () => {
    await open(exchange)
    const [sl = ''] = await hold({ trigger_order: { ...SL.trigger_order, price: 0.35 } })
    await prices(0.28)
    await watch(15)
    expect(await exitOf(sl)).toMatchObject({ status: 'RESTING', price: 0.35 })
    await arm()
    await watch(45)
    expect((await world.get(url())).body.armed).toBe(false)
    expect(await exitOf(sl)).toMatchObject({ status: 'RESTING', cancel_requested_at: null })
  })

  it('the order of a protect stop that has fired and waits for its exchange outlives the switch and sells', async () => {
    await open(exchange)
    await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 20 })
    await world.pass('20s')
    const params = {
      conditional_order_type: 'STOP',
      stop_order_price: 0.3,
      trigger_order: { buy_flag: false },
      protect: true,
    }
    const placed = await ask(params)
    expect(placed.status, JSON.stringify(placed.body)).toBe(202)
    await world.pass('5s')
    await refuseOrders()
    await arm()
    await prices(0.28)
    await watch(30)
    expect((await world.get(url())).body.armed).toBe(false)
    await world.simulated.noFaults()
    await watch(60)
    expect(await positionThere(world)).toBe(0)
    expect(alarms()).toBe(0)
  })

  it.each([
    ['the switch with complex orders', () => arm({ include_complex_orders: true }), 'dead_mans_switch'],
    ['a cancel of all orders', cancelAll, 'cancel_all'],
  ])('a stop-loss whose order ends by %s reports that a position remains', async (_by, end, reason) => {
    await open(exchange)
    const [sl = ''] = await hold(SL)
    await refuseOrders()
    await prices(0.28)
    await watch(5)
    await end()
    await watch(40)
    await world.simulated.noFaults()
    await watch(30)
    expect(await exitOf(sl)).toMatchObject({ status: 'CANCELLED', cancel_reason: reason, traded_qty: 0 })
    expect(await show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
    expect(await positionThere(world)).toBe(20)
    expect(alarms()).toBe(1)
  })

  it('a stop-loss ended by flattening reports nothing if the closing order sells the position', async () => {
    await open(exchange)
    const [sl = ''] = await hold(SL)
    await refuseOrders()
    await prices(0.28)
    await watch(5)
    await world.simulated.noFaults()
    await world.post(`/v1/subaccounts/${world.hero.subaccountId}/flatten`, {})
    await watch(90)
    expect(await positionThere(world)).toBe(0)
    expect(await show(sl)).toMatchObject({ exit_incomplete_at: null })
    expect(alarms()).toBe(0)
  })
})
