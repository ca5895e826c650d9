/** A switch that is not renewed in time cancels what rests, within 15 s, also after a crash; one that is renewed does nothing. */

import { beforeEach, describe, expect, it } from 'vitest'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { fireWhileOrdersAreCancelled } from '#test/support/faults/fire-while-cancelled.ts'
import { hideLiveOrders } from '#test/support/faults/hide-live-orders.ts'
import { killable, lifeline } from '#test/support/faults/killable.ts'
import { fireDeadMansSwitch } from '#use-cases/wind-down/fire-dead-mans-switch.ts'
import { busyWithOrder } from '../../support/faults/busy-with-order.ts'
import { inThisRun, playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const url = (subaccountId = world.hero.subaccountId) => `/v1/subaccounts/${subaccountId}/dead-mans-switch`

const arm = async (terms: object = {}) => {
  const { status, body } = await world.put(url(), { timeout_s: 30, ...terms })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const restingOrder = async (): Promise<string> => {
  const id = await world.place({ price: 0.3 })
  await world.pass('5s')
  expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  return id
}

const armedStop = (order: object = { order_type: 'MARKET' }): Promise<string> =>
  world.placeConditional({
    stop_order_price: 0.7,
    trigger_order: { qty: 10, buy_flag: true, ...order },
  })

const twap = (): Promise<string> => world.placeTwap({ buy_flag: true, total_qty: 40, duration_s: 60, slices: 2 })

/** State of every order that the switch has cancelled. */
const GONE = { status: 'CANCELLED', cancel_reason: 'dead_mans_switch' }

const complexStatus = async (id: string) => (await world.get(`/v1/complex-orders/${id}`)).body.status

describe.each(playedOn('EXCHANGE_B'))('on %s', (exchange) => {
  beforeEach(() => startWorld({ exchange, quoted: true }))

  it('the switch cancels resting orders within 15 s of its time, and nothing else by default', async () => {
    const [id, stop] = [await restingOrder(), await armedStop()]
    expect(await arm()).toMatchObject({ armed: true, timeout_s: 30, include_complex_orders: false, halt: false })
    await world.pass('29s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
    await world.pass('16s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'dead_mans_switch' })
    expect(await complexStatus(stop)).toBe('ACTIVE')
    const after = (await world.get(url())).body
    expect(after).toMatchObject({ armed: false, fires_at: null, timeout_s: 30 })
    expect(after.fired_at).not.toBeNull()
    // Trading goes on.
    expect(await restingOrder()).not.toBe(id)
  })

  it('the switch removes a take-profit from the book for good, as cancel-all does', async () => {
    const { status, body } = await world.postOrder({
      buy_flag: true,
      qty: 20,
      price: 0.44,
      conditional_orders_params: [{ trigger_order: { qty: 20, buy_flag: false, price: 0.6 } }],
    })
    expect(status, JSON.stringify(body)).toBe(202)
    await world.pass('12s')
    const exits = async () => (await world.orders()).filter((order: { buy_flag: boolean }) => !order.buy_flag)
    expect(await exits()).toMatchObject([{ status: 'RESTING', qty: 20 }])
    await arm()
    await world.pass('90s')
    expect(await exits()).toMatchObject([{ status: 'CANCELLED', cancel_reason: 'dead_mans_switch' }])
  })

  it('the switch cancels complex orders and halts if configured to', async () => {
    const [id, stop] = [await restingOrder(), await armedStop()]
    await arm({ include_complex_orders: true, halt: true })
    await world.pass('45s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await complexStatus(stop)).toBe('CANCELLED')
    const refused = await world.postOrder({ buy_flag: true, qty: 10, price: 0.3 })
    expect(refused.body.code).toBe('trading_halted')
  })

  it('the switch cancels the order of a stop that fires while it cancels the others', async () => {
    await armedStop({ price: 0.3 })
    await arm({ timeout_s: 10, include_complex_orders: true })
    fireWhileOrdersAreCancelled(world)
    await world.pass('60s')
    expect(await world.orders()).toMatchObject([{ status: 'CANCELLED', cancel_reason: 'dead_mans_switch' }])
  })

  it('the switch cancels an order with table trouble seconds later, and all others at once', async () => {
    const [id, other, stop] = [await restingOrder(), await restingOrder(), await armedStop()]
    await arm({ timeout_s: 10, include_complex_orders: true })
    busyWithOrder(world, id, 2)
    await world.pass('22s')
    expect(await world.order(other)).toMatchObject({ status: 'CANCELLED' })
    expect(await complexStatus(stop)).toBe('CANCELLED')
    await world.pass('15s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'dead_mans_switch' })
    expect((await world.get(url())).body.armed).toBe(false)
  })

  it('the switch continues during table trouble with a complex order, and cancels that seconds later', async () => {
    const stop = await armedStop()
    await world.settle()
    await arm({ timeout_s: 10, include_complex_orders: true })
    const { save } = world.ports.complexOrders
    let troubles = 2
    Object.assign(world.ports.complexOrders, {
      save: async (...given: Parameters<typeof save>) => {
        if (troubles === 0) return save(...given)
        troubles -= 1
        throw new Error('the table is busy')
      },
    })
    await world.pass('12s')
    expect([(await world.get(url())).body.armed, await complexStatus(stop)]).toEqual([false, 'ACTIVE'])
    await world.pass('25s')
    expect([(await world.get(url())).body.armed, await complexStatus(stop)]).toEqual([false, 'CANCELLED'])
  })

  it('the switch requests another sweep during table trouble, even if the regular sweep found it', async () => {
    const id = await restingOrder()
    await arm({ timeout_s: 120 })
    busyWithOrder(world, id, 2)
    await world.wait(125)
    await world.sweep()
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', cancel_requested_at: null })
    await world.wait(40)
    expect(await world.order(id)).toMatchObject({ cancel_reason: 'dead_mans_switch' })
    expect((await world.get(url())).body.armed).toBe(false)
  })

  it('the switch does nothing if it is renewed after the sweeper found it due', async () => {
    const id = await restingOrder()
    await arm()
    const { get } = world.ports.deadMansSwitches
    let renewals = 0
    const renewedFirst: typeof get = async (subaccountId) => {
      const found = await get(subaccountId)
      if (renewals > 0 || found?.dueAt == null || found.dueAt > world.clock()) return found
      renewals += 1
      await arm()
      return get(subaccountId)
    }
    Object.assign(world.ports.deadMansSwitches, { get: renewedFirst })
    await world.pass('50s')
    expect([renewals, (await world.order(id)).status]).toEqual([1, 'RESTING'])
    expect((await world.get(url())).body).toMatchObject({ armed: true, fired_at: null })
  })

  it('a switch set again after it fired reports the firing once, and is armed', async () => {
    await arm({ timeout_s: 10 })
    await world.pass('25s')
    const { fired_at } = (await world.get(url())).body
    expect((await world.get(url())).body).toMatchObject({ armed: false, fired_at: expect.any(String) })
    expect(await arm()).toMatchObject({ armed: true, fired_at, fires_at: expect.any(String) })
    expect((await world.get(url())).body).toMatchObject({ armed: true, fired_at })
    expect(await arm()).toMatchObject({ armed: true, fired_at: null })
  })

  it.each([
    ['orders alone', {}],
    ['complex orders too', { include_complex_orders: true }],
  ])('a switch renewed while it cancels %s reports the firing, and ends no later order', async (_, terms) => {
    const [old, stop] = [await restingOrder(), await armedStop()]
    await arm({ timeout_s: 10, ...terms })
    const { liveBaskets } = world.ports.orders
    let renewal: object | null = null
    let placed: readonly string[] = []
    Object.assign(world.ports.orders, {
      liveBaskets: async (...requested: Parameters<typeof liveBaskets>) => {
        Object.assign(world.ports.orders, { liveBaskets })
        renewal = await arm({ timeout_s: 600 })
        world.time.now += 1
        placed = [await world.place({ price: 0.3 }), await armedStop()]
        return liveBaskets(...requested)
      },
    })
    await world.pass('60s')
    expect(renewal).toMatchObject({ armed: true, timeout_s: 600, fired_at: expect.any(String) })
    expect(await world.order(old)).toMatchObject(GONE)
    expect(await complexStatus(stop)).toBe('include_complex_orders' in terms ? 'CANCELLED' : 'ACTIVE')
    expect(await world.order(placed[0] ?? '')).toMatchObject({ status: 'RESTING', cancel_requested_at: null })
    expect(await complexStatus(placed[1] ?? '')).toBe('ACTIVE')
    expect((await world.get(url())).body).toMatchObject({ armed: true, timeout_s: 600 })
  })

  it.each([
    ['alone', false],
    ['and is renewed then', true],
  ])('a firing that dies at any step %s is completed by the sweeper', async (_, isRenewed) => {
    for (let step = 0, done = false; !done; step += inThisRun({ usual: 3, long: 1 })) {
      const [old, stop] = [await restingOrder(), await armedStop()]
      await arm({ timeout_s: 10, include_complex_orders: true, halt: false })
      world.queues.copies = ({ queue }) => (queue === 'sweep-soon' ? 0 : 1)
      await world.wait(11)
      const life = lifeline(step)
      const ports = Object.entries(world.ports).map(([name, port]) => [name, killable(port, life)])
      const deps = {
        ...world.ports,
        ...Object.fromEntries(ports),
        clock: world.clock,
        ids: world.ids,
        log: world.jsonLog,
      }
      done = await fireDeadMansSwitch(deps, world.hero.subaccountId).then(
        () => true,
        () => false,
      )
      world.queues.copies = () => 1
      const hadFired = (await world.get(url())).body.armed === false
      const renewal = isRenewed ? await arm({ timeout_s: 600 }) : null
      world.time.now += 1
      const placed = await world.place({ price: 0.3 })
      await world.pass('40s')
      const { armed, fired_at } = (await world.get(url())).body
      const isOver = !isRenewed || hadFired
      expect([step, (await world.order(old)).cancel_reason]).toEqual([step, isOver ? 'dead_mans_switch' : null])
      expect([step, await complexStatus(stop)]).toEqual([step, isOver ? 'CANCELLED' : 'ACTIVE'])
      if (renewal !== null) expect([step, renewal.fired_at !== null, armed]).toEqual([step, hadFired, true])
      if (renewal === null) expect([step, armed, typeof fired_at]).toEqual([step, false, 'string'])
      if (hadFired) expect([step, (await world.order(placed)).status]).toEqual([step, 'RESTING'])
      await world.delete(url())
      await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
      await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })
      await world.pass('5s')
    }
  })

  it('a switch renewed twice while it fires fires again once renewals stop', async () => {
    const old = await restingOrder()
    await arm({ timeout_s: 10 })
    busyWithOrder(world, old, 2)
    await world.pass('12s')
    const first = await arm({ timeout_s: 60 })
    const again = await arm({ timeout_s: 60 })
    expect([first.fired_at, again.fired_at]).toEqual([expect.any(String), first.fired_at])
    await world.pass('30s')
    expect(await world.order(old)).toMatchObject(GONE)
    expect(await arm({ timeout_s: 20 })).toMatchObject({ armed: true, fired_at: null })
    const id = await restingOrder()
    await world.pass('40s')
    expect(await world.order(id)).toMatchObject(GONE)
    expect((await world.get(url())).body).toMatchObject({ armed: false, fired_at: expect.any(String) })
  })

  it('each PUT renews the switch, and a DELETE ends it', async () => {
    const id = await restingOrder()
    for (let renewal = 0; renewal < 4; renewal += 1) {
      await arm()
      await world.pass('20s')
    }
    expect((await world.delete(url())).status).toBe(204)
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
    expect((await world.get(url())).body).toMatchObject({ armed: false, timeout_s: null, fired_at: null })
    expect((await world.delete(url())).status).toBe(204)
  })

  it('the switch fires although its message is lost', async () => {
    const id = await restingOrder()
    world.queues.copies = ({ queue }) => (queue === 'sweep-soon' ? 0 : 1)
    await arm({ timeout_s: 10 })
    await world.pass('25s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('the switch cancels an order that the live-order index shows only after the firing', async () => {
    await arm({ timeout_s: 10 })
    await world.pass('5s')
    const show = hideLiveOrders(world)
    const id = await world.place({ price: 0.3 })
    await world.pass('16s')
    expect((await world.get(url())).body.armed).toBe(false)
    show()
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({ ...GONE, traded_qty: 0 })
  })

  it('the switch cancels an unindexed order of unknown outcome, even if found 15 minutes later', async () => {
    await arm({ timeout_s: 10 })
    await world.pass('8s')
    const show = hideLiveOrders(world)
    // The order arrives, its answer is lost, and then the exchange does not answer at all.
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
    const id = await world.place({ price: 0.3 })
    await world.settle()
    for (const method of ['GET', 'POST', 'DELETE'])
      await world.simulated.fault({ method, path: '.', kind: 'drop_before', times: 1e6 })
    await world.pass('3s')
    expect((await world.get(url())).body.armed).toBe(false)
    show()
    await world.pass('15m', 10)
    await world.simulated.noFaults()
    await world.pass('3m', 5)
    expect(await world.order(id)).toMatchObject({ ...GONE, traded_qty: 0 })
  })

  it('the switch cancels an order that is being sent as it fires', async () => {
    await arm({ timeout_s: 10 })
    await world.pass('8s')
    // The order arrives, and its answer is lost.
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
    const id = await world.place({ price: 0.3 })
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({ ...GONE, traded_qty: 0 })
    expect((await world.get(url())).body.armed).toBe(false)
  })

  it('the switch ends an unsent order, a stop and a TWAP no list showed, with its own reason', async () => {
    const [stop, sliced] = [await armedStop(), await twap()]
    await world.pass('2s')
    await arm({ timeout_s: 10, include_complex_orders: true })
    await world.pass('9s')
    const show = hideLiveOrders(world)
    const { list } = world.ports.complexOrders
    Object.assign(world.ports.complexOrders, { list: async () => ({ complexOrders: [], count: 0, hasMore: false }) })
    // The exchange takes no order before it has fired.
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'status', status: 429, times: 1e6 })
    const id = await world.place({ price: 0.3 })
    await world.pass('8s')
    expect((await world.get(url())).body.armed).toBe(false)
    expect([await complexStatus(stop), await complexStatus(sliced)]).toEqual(['ACTIVE', 'ACTIVE'])
    Object.assign(world.ports.complexOrders, { list })
    show()
    await world.simulated.noFaults()
    await world.simulated.book([[0.7, 500]], [[0.72, 500]])
    await world.look()
    await world.pass('2m', 5)
    expect(await world.order(id)).toMatchObject({ ...GONE, traded_qty: 0 })
    for (const one of [stop, sliced]) expect((await world.get(`/v1/complex-orders/${one}`)).body).toMatchObject(GONE)
  })
})

describe('requests', () => {
  beforeEach(() => startWorld({}, { agrees: false }))

  it.each([
    [{ timeout_s: 9 }, 'greater_than_equal'],
    [{ timeout_s: 86_401 }, 'less_than_equal'],
    [{ timeout_s: 10.5 }, 'int_from_float'],
    [{}, 'missing'],
    [{ timeout_s: 10, halt: 'perhaps' }, 'bool_parsing'],
    [{ timeout_s: 10, orders: true }, 'extra_forbidden'],
  ])('a request with %o is refused', async (body, type) => {
    const answer = await world.put(url(), body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail[0].type).toBe(type)
  })

  it('a read-only key may read the switch and not set it, and a stranger gets a 404', async () => {
    const key = await world.newKey('read')
    expect((await world.get(url(), { key })).status).toBe(200)
    expect((await world.put(url(), { timeout_s: 10 }, { key })).status).toBe(403)
    expect((await world.delete(url(), { key })).status).toBe(403)
    const stranger = { key: await world.newKey('trade', world.ids.uuid()) }
    expect((await world.get(url(), stranger)).status).toBe(404)
    expect((await world.put(url(), { timeout_s: 10 }, stranger)).status).toBe(404)
    expect((await world.delete(url(), stranger)).status).toBe(404)
  })

  it('the switch of a deleted subaccount does nothing', async () => {
    const { subaccount_id: id } = (await world.post('/v1/subaccounts', { name: 'gone' })).body
    await world.put(url(id), { timeout_s: 10 })
    await world.delete(`/v1/subaccounts/${id}`)
    await world.pass('30s')
    expect(await dueWork(world.table, world.time.now, 10)).toEqual([])
    expect(await world.ports.deadMansSwitches.get(id)).toBeNull()
  })
})
