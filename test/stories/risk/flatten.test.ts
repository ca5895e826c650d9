/** Positions are closed by reduce-only orders; flattening cancels everything first, and is completed wherever it was cut. */

import { beforeEach, describe, expect, it } from 'vitest'
import { fireWhileOrdersAreCancelled } from '#test/support/faults/fire-while-cancelled.ts'
import { hideLiveOrders } from '#test/support/faults/hide-live-orders.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { inThisRun, playedOn } from '#test/support/run/plays.ts'
import { RISK_LOG } from '#use-cases/risk/log-messages.ts'
import { busyWithOrder } from '../../support/faults/busy-with-order.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { World } from '../../support/world.ts'

const { world, startWorld } = worldOfTest()

/** Log message about orders that still rest. */

const position = (): Promise<number> => positionThere(world)

/** Buys YES, or NO below 0. */
const hold = async (qty: number): Promise<void> => {
  await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: Math.abs(qty), buy_flag: qty > 0 })
  await world.pass('20s')
  expect(await position()).toBe(qty)
}

const close = (body: object = {}, options: Parameters<World['post']>[2] = {}) =>
  world.post('/v1/positions/close', { subaccount_id: world.hero.subaccountId, ...body }, options)

const flatten = (body: object = {}, options: Parameters<World['post']>[2] = {}) =>
  world.post(`/v1/subaccounts/${world.hero.subaccountId}/flatten`, body, options)

/** Places a stop; with a price, its order rests after the stop has fired. */
const stopOf = (price?: number): Promise<string> =>
  world.placeConditional({
    stop_order_price: 0.7,
    trigger_order: { qty: 10, buy_flag: true, ...(price === undefined ? {} : { price }) },
  })

const live = async () =>
  (await world.orders()).filter(({ status }: { status: string }) =>
    ['PENDING_SUBMISSION', 'PROCESSING', 'RESTING', 'PARTIALLY_FILLED'].includes(status),
  )

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

describe.each(playedOn('EXCHANGE_B'))('on %s', (exchange) => {
  beforeEach(() => startWorld({ exchange, quoted: true }))

  it('a request to flatten needs no body, and any it has is read', async () => {
    await hold(15)
    const path = `/v1/subaccounts/${world.hero.subaccountId}/flatten`
    const requested = await world.post(path, undefined)
    expect(requested.status, JSON.stringify(requested.body)).toBe(202)
    expect(requested.body.closing_svc_order_ids).toHaveLength(1)
    await world.pass('20s')
    expect(await position()).toBe(0)
    expect((await world.post(path, { all: true })).body.detail).toMatchObject([{ type: 'extra_forbidden' }])
    expect((await world.post(path, [])).body.detail).toMatchObject([{ type: 'model_attributes_type' }])
  })

  it.each([
    ['YES', 15],
    ['NO', -15],
  ])('closing sells the %s that is held by one reduce-only MARKET order', async (_what, held) => {
    await hold(held)
    const { status, body } = await close({ svc_id: world.svcId(), max_slippage: 0.05 })
    expect([status, body.closing_svc_order_ids.length]).toEqual([202, 1])
    await world.pass('20s')
    expect(await world.order(body.closing_svc_order_ids[0])).toMatchObject({
      status: 'EXECUTED',
      order_type: 'MARKET',
      reduce_only: true,
      max_slippage: 0.05,
      qty: 15,
      traded_qty: 15,
    })
    expect(await position()).toBe(0)
  })

  it.each([
    ['YES', 15],
    ['NO', -15],
  ])('closing right after a trade closes the %s that it opened, before its fills are stored', async (_what, held) => {
    const order = await world.place({
      order_type: 'MARKET',
      price: null,
      time_in_force: null,
      qty: Math.abs(held),
      buy_flag: held > 0,
    })
    await world.settle()
    expect(await world.order(order)).toMatchObject({ status: 'EXECUTED', traded_qty: 15, fills: [] })
    const { status, body } = await close()
    expect([status, body.closing_svc_order_ids.length]).toEqual([202, 1])
    await world.pass('30s')
    expect(await world.order(body.closing_svc_order_ids[0])).toMatchObject({ status: 'EXECUTED', traded_qty: 15 })
    expect(await position()).toBe(0)
  })

  it('closing without a position places no order', async () => {
    expect(await close()).toMatchObject({ status: 202, body: { closing_svc_order_ids: [] } })
    await hold(10)
    await close()
    await world.pass('20s')
    expect(await close()).toMatchObject({ status: 202, body: { closing_svc_order_ids: [] } })
  })

  it('closing twice at once never turns the position over', async () => {
    await hold(12)
    await Promise.all([close(), close(), close()])
    await world.pass('1m')
    expect(await position()).toBe(0)
    expect(await live()).toEqual([])
  })

  it('flattening cancels resting and waiting orders, and closes the position, also during a halt', async () => {
    await hold(10)
    const [entry, exit] = [await world.place({ price: 0.3 }), await world.place({ price: 0.9, buy_flag: false })]
    const stop = await stopOf()
    await world.pass('5s')
    await world.post(`/v1/subaccounts/${world.hero.subaccountId}/halt`)
    const { status, body } = await flatten({ max_slippage: 0.05 })
    expect(status).toBe(202)
    expect(body).toMatchObject({
      failed_cancelled_reasons: {},
      cancelled_complex_order_ids: [stop],
      failed_cancelled_complex_order_ids: {},
    })
    expect(body.cancelled_svc_order_ids).toEqual([entry, exit].sort())
    expect(body.closing_svc_order_ids).toHaveLength(1)
    await world.pass('1m')
    expect(await world.order(entry)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'flatten' })
    expect(await world.order(body.closing_svc_order_ids[0])).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    expect((await world.get(`/v1/complex-orders/${stop}`)).body).toMatchObject({ status: 'CANCELLED' })
    expect(await position()).toBe(0)
    expect(await live()).toEqual([])
  })

  it('flattening closes the fills of an order that is being cancelled', async () => {
    await world.place({ price: 0.41, qty: 20 })
    await world.pass('20s')
    await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'drop_before', times: 1 })
    const { body } = await flatten()
    expect(body.closing_svc_order_ids).toEqual([])
    await world.simulated.trade(0.41, 8, false)
    await world.pass('2m')
    expect(await position()).toBe(0)
    expect(await live()).toEqual([])
  })

  it('flattening closes late fills of an order whose cancel was not accepted', async () => {
    await world.place({ price: 0.41, qty: 20 })
    await world.pass('20s')
    await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'status', status: 503, times: 1e6 })
    await flatten()
    await world.pass('15s')
    await world.simulated.trade(0.41, 8, false)
    await world.simulated.noFaults()
    await world.pass('2m')
    expect(await position()).toBe(0)
    expect(await live()).toEqual([])
  })

  it('flattening removes exits from the book for good, even if the position cannot be closed', async () => {
    const { status, body } = await world.postOrder({
      buy_flag: true,
      qty: 20,
      price: 0.44,
      conditional_orders_params: [
        { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, price: 0.6 } },
        { conditional_order_type: 'SL', trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.2 } },
      ],
    })
    expect(status, JSON.stringify(body)).toBe(202)
    await world.pass('20s')
    const exits = async () =>
      (await world.orders()).filter(
        (order: { buy_flag: boolean; reduce_only: boolean }) => !order.buy_flag && !order.reduce_only,
      )
    expect(await exits()).toMatchObject([{ status: 'RESTING', qty: 20 }])
    await world.simulated.book([], [[0.44, 500]])
    await flatten()
    await world.pass('90s')
    expect(await exits()).toMatchObject([{ status: 'CANCELLED', cancel_reason: 'flatten' }])
    expect(await live()).toEqual([])
  })

  it('flattening cancels the order of a stop that fires while it cancels the others', async () => {
    await stopOf(0.3)
    await world.pass('5s')
    fireWhileOrdersAreCancelled(world)
    const { cancelled_svc_order_ids: cancelled } = (await flatten()).body
    await world.pass('1m')
    expect(await world.orders()).toMatchObject([{ status: 'CANCELLED', cancel_reason: 'flatten', traded_qty: 0 }])
    expect((await world.orders()).map(({ svc_order_id: id }: { svc_order_id: string }) => id)).toEqual(cancelled)
  })

  it('flattening cancels an order that the index shows late, and closes its fills', async () => {
    const show = hideLiveOrders(world)
    const id = await world.place({ price: 0.41, qty: 20 })
    await world.pass('2s')
    await flatten()
    show()
    await world.simulated.trade(0.41, 8, false)
    await world.pass('1m')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'flatten', traded_qty: 8 })
    expect(await position()).toBe(0)
    expect(await live()).toEqual([])
  })

  it('flattening names the order with table trouble, and continues some seconds later', async () => {
    await hold(10)
    const [id, other] = [await world.place({ price: 0.3 }), await world.place({ price: 0.3 })]
    await world.pass('5s')
    busyWithOrder(world, id, 2)
    const { status, body } = await flatten()
    expect(status).toBe(202)
    expect(body).toMatchObject({
      cancelled_svc_order_ids: [other],
      failed_cancelled_reasons: { [id]: expect.any(String) },
      closing_svc_order_ids: [],
    })
    await world.pass('1m')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await position()).toBe(0)
    expect(await live()).toEqual([])
  })

  it('flattening reports orders cancelled by its second pass, and closes at once', async () => {
    await hold(10)
    const [id, other] = [await world.place({ price: 0.3 }), await world.place({ price: 0.3 })]
    await world.pass('5s')
    busyWithOrder(world, id, 1)
    const { body } = await flatten()
    expect(body).toMatchObject({
      cancelled_svc_order_ids: [id, other].sort(),
      closing_svc_order_ids: [expect.any(String)],
    })
    expect(body.failed_cancelled_reasons).toEqual({})
    await world.pass('20s')
    expect(await position()).toBe(0)
  })

  it('flattening again while an earlier request waits takes its place, and closes once', async () => {
    await hold(10)
    const id = await world.place({ price: 0.3 })
    await world.pass('5s')
    busyWithOrder(world, id, 2)
    expect((await flatten()).body.closing_svc_order_ids).toEqual([])
    expect((await flatten()).body).toMatchObject({
      cancelled_svc_order_ids: [id],
      closing_svc_order_ids: [expect.any(String)],
    })
    await world.pass('1m')
    expect(await position()).toBe(0)
    expect(await world.orders()).toHaveLength(3)
  })

  it('flattening closes after ten minutes even if the table still has trouble with an order', async () => {
    await hold(10)
    const id = await world.place({ price: 0.3 })
    await world.pass('5s')
    const { save } = world.ports.orders
    const busy: typeof save = async (...given) => {
      if (given[0].orderId !== id) return save(...given)
      throw new Error('the table is busy')
    }
    Object.assign(world.ports.orders, { save: busy })
    await flatten()
    await world.pass('9m', 10)
    expect(await position()).toBe(10)
    await world.pass('2m', 10)
    expect(await position()).toBe(0)
    Object.assign(world.ports.orders, { save })
    expect(world.log.filter((line) => line.includes(RISK_LOG.ordersStillOpen))).toHaveLength(1)
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  })

  it('flattening waits ten minutes for an order that cannot be cancelled, and no longer', async () => {
    const id = await world.place({ price: 0.3 })
    await world.pass('5s')
    await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'drop_before', times: 1e6 })
    await flatten()
    const isUnderWay = async () => (await world.ports.flattenings.get(world.hero.subaccountId)) !== null
    await world.pass('9m', 10)
    expect(await isUnderWay()).toBe(true)
    await world.pass('2m', 10)
    expect(await isUnderWay()).toBe(false)
    await world.simulated.noFaults()
    await world.pass('2m', 10)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('flattening places no second order while the closing order is slow to be sent', async () => {
    await hold(10)
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_before', times: 3 })
    const { body } = await flatten()
    await world.pass('2m', 5)
    const closing = (await world.orders()).filter(({ reduce_only }: { reduce_only: boolean }) => reduce_only)
    expect(closing.map(({ svc_order_id }: { svc_order_id: string }) => svc_order_id)).toEqual(
      body.closing_svc_order_ids,
    )
    expect(await position()).toBe(0)
  })

  it('flattening leaves positions opened after its end', async () => {
    await hold(10)
    await flatten()
    await world.pass('1m')
    await hold(5)
    await world.pass('3m', 5)
    expect(await position()).toBe(5)
  })

  it('flattening that dies at any step is completed within a minute and a half, and by its repeat', async () => {
    for (let step = 0, done = false; !done; step += inThisRun({ usual: 19, long: 5 })) {
      await hold(10)
      await world.place({ price: 0.3 })
      const stop = await stopOf()
      await world.pass('5s')
      const key = `flatten-${step}`
      const cut = await flatten({}, { ...withKey(key), dieAt: step }).catch(() => null)
      done = cut?.status === 202
      await world.pass('90s', 2)
      const begun = (await position()) === 0
      if (!begun || !done) {
        const again = await flatten({}, withKey(key))
        expect(again.status, JSON.stringify(again.body)).toBe(202)
        await world.pass('1m', 2)
      }
      expect(await position()).toBe(0)
      expect(await live()).toEqual([])
      expect((await world.get(`/v1/complex-orders/${stop}`)).body.status).toBe('CANCELLED')
    }
  })

  it('closing that dies at any step is completed by its repeat, and closes once', async () => {
    for (let step = 0, done = false; !done; step += inThisRun({ usual: 7, long: 3 })) {
      await hold(10)
      const key = `close-${step}`
      const cut = await close({}, { ...withKey(key), dieAt: step }).catch(() => null)
      done = cut?.status === 202
      await world.pass('65s', 5)
      const again = await close({}, withKey(key))
      expect(again.status, JSON.stringify(again.body)).toBe(202)
      expect(again.body.closing_svc_order_ids).toHaveLength(1)
      await world.pass('20s')
      expect(await position()).toBe(0)
    }
  })
})

const anotherMarket = async () => {
  const { results } = (await world.get('/v1/markets/search?limit=50')).body
  const ids: readonly number[] = results.map(({ svc_id }: { svc_id: number }) => svc_id)
  const markets = await world.ports.markets.getMany(ids)
  const found = markets.find(({ svcId, status }) => svcId !== world.svcId() && status === 'active')
  if (found === undefined) throw new Error('there is no other market')
  return found
}

describe('flattening on EXCHANGE_B, where trades settle late,', () => {
  beforeEach(() => startWorld({ exchange: 'EXCHANGE_B', settleAfterMs: 60_000, quoted: true }))

  it('closes shares bought right before as soon as they can be sold', async () => {
    await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 20 })
    await world.pass('5s')
    await flatten()
    await world.pass('3m', 2)
    expect(await position()).toBe(0)
    expect(await live()).toEqual([])
  })

  it('leaves shares bought in another market while it waits', async () => {
    await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 20 })
    await world.pass('5s')
    await flatten()
    await world.pass('30s', 2)
    const { svcId, nativeId } = await anotherMarket()
    await world.simulated.book([[0.4, 500]], [[0.44, 500]], nativeId)
    await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 10, svc_id: svcId })
    await world.pass('4m', 2)
    expect(await position()).toBe(0)
    expect(await positionThere(world, nativeId)).toBe(10)
  })

  it('closes no position of a subaccount that was deactivated meanwhile', async () => {
    await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 20 })
    await world.pass('5s')
    await flatten()
    await world.pass('20s', 2)
    const before = (await world.orders()).length
    await world.patch(`/v1/subaccounts/${world.hero.subaccountId}`, { is_active: false })
    await world.pass('3m', 2)
    expect(await world.orders()).toHaveLength(before)
    expect(await position()).toBe(20)
    expect(await world.ports.flattenings.get(world.hero.subaccountId)).toBeNull()
  })
})

it('flattening on EXCHANGE_B waits ten minutes for trades to settle, and no longer', async () => {
  await startWorld({ exchange: 'EXCHANGE_B', settleAfterMs: 20 * 60_000, quoted: true })
  await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 20 })
  await world.pass('5s')
  await flatten()
  const stored = () => world.ports.flattenings.get(world.hero.subaccountId)
  await world.pass('9m', 5)
  expect(await stored()).not.toBeNull()
  await world.pass('2m', 5)
  expect(await stored()).toBeNull()
  expect(world.log.filter((line) => line.includes(RISK_LOG.tradesNotSettled))).toHaveLength(1)
  await world.pass('12m', 10)
  expect(await position()).toBe(20)
})

describe('a request to close or flatten', () => {
  const MISSING = '019aa5a0-0000-7000-8000-000000000009'

  beforeEach(() => startWorld({ quoted: true }, { agrees: false }))

  it('a request for a missing subaccount or market is a 404', async () => {
    expect(await close({ subaccount_id: MISSING })).toMatchObject({
      status: 404,
      body: { detail: 'Subaccount not found' },
    })
    expect(await close({ svc_id: 4 })).toMatchObject({ status: 404, body: { detail: 'Market not found' } })
    expect(await world.post(`/v1/subaccounts/${MISSING}/flatten`, {})).toMatchObject({ status: 404 })
  })

  it.each([
    [{ max_slippage: 1 }, 'less_than'],
    [{ max_slippage: 0 }, 'greater_than'],
    [{ max_slipage: 0.1 }, 'extra_forbidden'],
    [{ max_slippage: 'much' }, 'decimal_parsing'],
  ])('a request with %j is a 422', async (fields, type) => {
    for (const answer of [await close(fields), await flatten(fields)]) {
      expect(answer.status).toBe(422)
      expect(answer.body.detail).toHaveLength(1)
      expect(answer.body.detail[0].loc).toEqual(['body', Object.keys(fields)[0]])
      if (type !== 'decimal_parsing') expect(answer.body.detail[0].type).toBe(type)
    }
  })

  it('needs a key that may trade', async () => {
    const key = await world.newKey('read')
    expect(await close({}, { key })).toMatchObject({ status: 403 })
    expect(await flatten({}, { key })).toMatchObject({ status: 403 })
  })

  it('is refused for an inactive subaccount, and cancels nothing', async () => {
    const id = await world.place({ price: 0.3 })
    await world.pass('5s')
    await world.patch(`/v1/subaccounts/${world.hero.subaccountId}`, { is_active: false })
    expect(await flatten()).toMatchObject({ status: 409, body: { code: 'subaccount_inactive' } })
    expect(await close()).toMatchObject({ status: 409, body: { code: 'subaccount_inactive' } })
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  })

  it('a request repeated under one key gets the same answer and places no order twice', async () => {
    await hold(10)
    const first = await close({}, withKey('once'))
    const second = await close({}, withKey('once'))
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
    const [one, two] = [await flatten({}, withKey('flat')), await flatten({}, withKey('flat'))]
    expect(two.body).toEqual(one.body)
  })
})

it('closing leaves a position in a closed, undecided market of EXCHANGE_A', async () => {
  await startWorld({ exchange: 'EXCHANGE_A', quoted: true })
  await hold(10)
  await world.simulated.status('closed')
  await world.pass('6m', 5)
  for (const body of [{}, { svc_id: world.svcId() }])
    expect(await close(body)).toMatchObject({ status: 202, body: { closing_svc_order_ids: [] } })
  expect(await position()).toBe(10)
})

it('flattening on EXCHANGE_A waits for late reported trades of the orders it cancels', async () => {
  await startWorld({ exchange: 'EXCHANGE_A', quoted: true })
  const id = await world.place({ price: 0.42, qty: 10 })
  await world.pass('20s')
  await world.simulated.fault({ method: 'GET', path: '/portfolio/fills', kind: 'status', status: 503, times: 1e6 })
  await world.simulated.trade(0.42, 6, false)
  await flatten()
  await world.pass('40s')
  expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 6 })
  await world.simulated.noFaults()
  await world.pass('2m', 5)
  expect(await position()).toBe(0)
})
