/** Conditional orders from the request to their end: brackets, stops, chains, cancels, crashes. */

import { beforeEach, describe, expect, it } from 'vitest'
import { price } from '#domain/kernel/numbers.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { advanceOrder } from '#use-cases/contingent/advance-contingents.ts'
import { fireTrigger } from '#use-cases/contingent/fire/fire-trigger.ts'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { stopDesk } from './stop-desk.ts'

const { world, startWorld } = worldOfTest()

const { buyWith } = stopDesk(() => world)

const TP = { trigger_order: { qty: 20, buy_flag: false, price: 0.6 } }
const SL = { trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } }

/** Buys 20 with what hangs on it; answers the ids of the order and of the conditionals. */
const bracket = async (conditionals: object[] = [TP, SL], order: object = {}) => {
  const { id, ids } = await buyWith(conditionals, order)
  return { id, ids, tp: ids[0] ?? '', sl: ids[1] ?? '' }
}

const stop = async (params: object, more: object = {}) => {
  const placed = await world.post('/v1/complex-orders', {
    subaccount_id: world.hero.subaccountId,
    svc_id: world.svcId(),
    conditional_order_params: params,
    ...more,
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  return placed.body.complex_order_id as string
}

const show = (id: string) => world.complexOrder(id)

/** Acts as the price watch that sees this price. */
const see = async (complexOrderId: string, price: number) => {
  const message = { complexOrderId, price: Math.round(price * 1_000_000), source: 'mid' as const }
  await world.queues.send('fire-trigger', message, { group: 'story' })
  await world.settle()
}

/** Sees the price at the stop an SL or TP armed. */
const seeAtStopOf = async (complexOrderId: string, price: number) =>
  see((await show(complexOrderId)).trigger_complex_order_id, price)

const settled = async () => {
  await world.settle()
  await world.pass('12s', 3)
}

const sold = async (): Promise<number> =>
  (await world.orders())
    .filter((order: { buy_flag: boolean }) => !order.buy_flag)
    .reduce((sum: number, order: { traded_qty: number }) => sum + order.traded_qty, 0)

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  beforeEach(() => startWorld({ exchange, quoted: true }))

  describe('a bracket', () => {
    it('is stored with its order, with inferred types, and waits for it', async () => {
      const { id, ids, tp, sl } = await bracket([TP, SL], { price: 0.35 })
      expect(await world.order(id)).toMatchObject({ complex_order_ids: { conditional_orders: ids } })
      await settled()
      expect(await show(tp)).toMatchObject({
        status: 'PENDING',
        conditional_order_type: 'TP',
        parent_svc_order_id: id,
        trigger_order_type: 'LIMIT',
        trigger_order_limit_price: 0.6,
      })
      expect(await show(sl)).toMatchObject({
        status: 'PENDING',
        complex_order_type: 'CONDITIONAL',
        complex_order_subtype: 'SL',
        trigger_order_type: 'MARKET',
        trigger_stop_order_price: 0.3,
      })
      const listed = await world.get(`/v1/complex-orders?parent_svc_order_id=${id}&status=PENDING`)
      expect(listed.body.count).toBe(2)
      expect(listed.body.complex_orders.conditional_orders).toHaveLength(2)
    })

    it('rests its TP and arms its SL when the entry has filled', async () => {
      const { tp, sl } = await bracket()
      await settled()
      const profit = await show(tp)
      expect(profit).toMatchObject({ status: 'TRIGGERED', trigger_order_qty: 20 })
      expect(await world.order(profit.trigger_svc_order_id)).toMatchObject({ status: 'RESTING', price: 0.6, qty: 20 })
      const loss = await show(sl)
      expect(loss).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20, trigger_svc_order_id: null })
      expect(await show(loss.trigger_complex_order_id)).toMatchObject({
        status: 'ACTIVE',
        conditional_order_type: 'STOP',
        parent_complex_order_id: sl,
        stop_order_price: 0.3,
      })
    })

    it('a TP fill lowers the SL, and the last one ends it', async () => {
      const { tp, sl } = await bracket()
      await settled()
      await world.simulated.book([[0.4, 500]], [[0.7, 500]])
      await world.simulated.trade(0.6, 7, true)
      await settled()
      expect((await world.order((await show(tp)).trigger_svc_order_id)).traded_qty).toBe(7)
      const loss = await show(sl)
      expect(loss).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 13 })
      await world.simulated.trade(0.6, 13, true)
      await settled()
      expect(await show(sl)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
      expect((await show(loss.trigger_complex_order_id)).status).toBe('CANCELLED')
    })

    it('an SL that fires withdraws the TP first and sells the remainder', async () => {
      const { tp, sl } = await bracket()
      await settled()
      await world.simulated.book([[0.4, 500]], [[0.7, 500]])
      await world.simulated.trade(0.6, 6, true)
      await settled()
      await world.simulated.book([[0.29, 500]], [[0.32, 500]])
      await seeAtStopOf(sl, 0.3)
      await settled()
      const loss = await show(sl)
      expect(loss).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.3, trigger_price_source: 'mid' })
      expect(loss.triggered_at).not.toBeNull()
      expect((await show(loss.trigger_complex_order_id)).trigger_svc_order_id).toBe(loss.trigger_svc_order_id)
      const profit = await world.order((await show(tp)).trigger_svc_order_id)
      expect(profit).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling', traded_qty: 6 })
      expect(await world.order(loss.trigger_svc_order_id)).toMatchObject({
        status: 'EXECUTED',
        qty: 14,
        traded_qty: 14,
      })
      expect(await sold()).toBe(20)
    })

    it('fires once, however often the price is reported', async () => {
      const { sl } = await bracket()
      await settled()
      const armed = (await show(sl)).trigger_complex_order_id
      world.queues.copies = () => 2
      await see(armed, 0.3)
      world.queues.copies = () => 1
      await see(armed, 0.25)
      await settled()
      expect(await sold()).toBe(20)
      expect((await show(sl)).trigger_price).toBe(0.3)
    })

    it('does not fire at a price that does not reach it', async () => {
      const { sl } = await bracket()
      await settled()
      await seeAtStopOf(sl, 0.31)
      expect((await show(sl)).status).toBe('ACTIVE')
    })

    it('protects a part that filled as soon as it did, and all of it when the rest is cancelled', async () => {
      await world.simulated.book([[0.4, 500]], [[0.44, 8]])
      const { id, tp, sl } = await bracket()
      await settled()
      expect(await show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 8 })
      expect((await show(tp)).status).toBe('PENDING')
      await world.delete(`/v1/orders/${id}`)
      await settled()
      expect(await show(tp)).toMatchObject({ status: 'TRIGGERED', trigger_order_qty: 8 })
      expect(await show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 8 })
    })

    it('an SL that fires while its entry still rests takes the rest off first', async () => {
      await world.simulated.book([[0.4, 500]], [[0.44, 8]])
      const { id, sl } = await bracket()
      await settled()
      await world.simulated.book([[0.29, 500]], [[0.9, 500]])
      await seeAtStopOf(sl, 0.29)
      await settled()
      expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'exit_fired', traded_qty: 8 })
      expect(await sold()).toBe(8)
    })

    it('ends with an entry that ended empty', async () => {
      const { id, tp, sl } = await bracket([TP, SL], { price: 0.35 })
      await settled()
      await world.delete(`/v1/orders/${id}`)
      await settled()
      for (const one of [tp, sl])
        expect(await show(one)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'parent_not_filled' })
      const late = await world.post('/v1/complex-orders', {
        subaccount_id: world.hero.subaccountId,
        conditional_order_params: { ...SL, parent_svc_order_id: id },
      })
      expect(late).toMatchObject({ status: 409, body: { code: 'parent_ended' } })
    })

    it('cancelling one sibling leaves the other, and cancelling an SL cancels the stop it armed', async () => {
      const { tp, sl } = await bracket()
      await settled()
      const armed = (await show(sl)).trigger_complex_order_id
      const reply = await world.delete(`/v1/complex-orders/${sl}`)
      expect(reply).toMatchObject({
        status: 202,
        body: {
          cancelled_complex_order_ids: [sl],
          failed_cancelled_complex_order_ids: {},
          complex_order: { status: 'CANCELLED', cancel_reason: 'user' },
        },
      })
      expect((await show(armed)).status).toBe('CANCELLED')
      await settled()
      expect((await world.order((await show(tp)).trigger_svc_order_id)).status).toBe('RESTING')
      const again = await world.delete(`/v1/complex-orders/${sl}`)
      expect(again.body.cancelled_complex_order_ids).toEqual([])
      expect(again.body.failed_cancelled_complex_order_ids[sl]).toMatch(/already CANCELLED/)
    })

    it('is armed although every nudge is lost', async () => {
      world.queues.copies = (message) => (message.queue === 'advance-contingents' ? 0 : 1)
      const { tp, sl } = await bracket()
      await settled()
      expect((await show(sl)).status).toBe('PENDING')
      world.queues.copies = () => 1
      await world.pass('60s')
      expect((await show(sl)).status).toBe('ACTIVE')
      expect((await show(tp)).status).toBe('TRIGGERED')
    })

    it('attached to an entry that has filled acts at once', async () => {
      const id = await world.place({ price: 0.44, qty: 20 })
      await settled()
      const sl = await stop({ ...SL, parent_svc_order_id: id }, { svc_id: null })
      await settled()
      expect(await show(sl)).toMatchObject({ status: 'ACTIVE', complex_order_subtype: 'SL', svc_id: world.svcId() })
      expect((await world.order(id)).complex_order_ids).toEqual({ conditional_orders: [sl] })
    })
  })

  describe('a stop', () => {
    const BREAKOUT = { trigger_order: { qty: 20, buy_flag: true }, stop_order_price: 0.5 }

    it('alone is inferred from the market, armed, and fires', async () => {
      const id = await stop(BREAKOUT)
      expect(await show(id)).toMatchObject({ status: 'PENDING', conditional_order_type: 'STOP' })
      await world.settle()
      expect(await show(id)).toMatchObject({ status: 'ACTIVE', trigger_price_type: 'MARK' })
      await see(id, 0.5)
      await settled()
      const fired = await show(id)
      expect(fired.status).toBe('TRIGGERED')
      expect(await world.order(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
    })

    it('a stop with a chained SL has its purchase protected', async () => {
      const id = await stop(BREAKOUT)
      await world.settle()
      const sl = await stop({ ...SL, conditional_order_type: 'SL', parent_complex_order_id: id })
      await settled()
      expect(await show(sl)).toMatchObject({ status: 'PENDING', parent_svc_order_id: null })
      await see(id, 0.51)
      await settled()
      const { trigger_svc_order_id: entry } = await show(id)
      expect((await world.order(entry)).complex_order_ids).toEqual({ conditional_orders: [sl] })
      expect(await show(sl)).toMatchObject({ status: 'ACTIVE', parent_svc_order_id: entry })
      await seeAtStopOf(sl, 0.3)
      await settled()
      expect(await sold()).toBe(20)
    })

    it('a cancelled stop cancels the orders chained to it', async () => {
      const id = await stop(BREAKOUT)
      const sl = await stop({ ...SL, conditional_order_type: 'SL', parent_complex_order_id: id })
      await world.delete(`/v1/complex-orders/${id}`)
      await settled()
      expect(await show(sl)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'parent_cancelled' })
      await see(id, 0.6)
      expect(await world.orders()).toEqual([])
    })

    it('a stop that cancel-all does not see yet never fires, and arms no order', async () => {
      const first = await stop(BREAKOUT)
      const { sl } = await bracket()
      await settled()
      const { tp: waiting } = await bracket([SL], { price: 0.41 })
      const { list } = world.ports.complexOrders
      Object.assign(world.ports.complexOrders, { list: async () => ({ complexOrders: [], count: 0, hasMore: false }) })
      await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })
      Object.assign(world.ports.complexOrders, { list })
      expect([(await show(first)).status, (await show(sl)).status]).toEqual(['ACTIVE', 'ACTIVE'])
      await see(first, 0.6)
      await seeAtStopOf(sl, 0.3)
      await world.simulated.trade(0.41, 20, false)
      await settled()
      const never = { status: 'CANCELLED', cancel_reason: 'cancel_all', trigger_svc_order_id: null }
      for (const id of [first, sl, waiting]) expect(await show(id)).toMatchObject(never)
      expect(await sold()).toBe(0)
    })

    it('cancel-all ends all stops', async () => {
      const first = await stop(BREAKOUT)
      const { sl } = await bracket()
      await settled()
      const armed = (await show(sl)).trigger_complex_order_id
      const reply = await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })
      expect(reply.status).toBe(202)
      expect([...reply.body.cancelled_complex_order_ids].sort()).toEqual([first, sl, armed].sort())
      expect(reply.body.failed_cancelled_complex_order_ids).toEqual({})
      const left = await world.get('/v1/complex-orders?status=ACTIVE')
      expect(left.body.count).toBe(0)
      expect((await show(armed)).cancel_reason).toBe('cancel_all')
    })
  })

  describe('an exit that meets trouble', () => {
    const fired = async () => {
      const made = await bracket()
      await settled()
      return made
    }

    it('waits until the TP has left, however long its cancel takes, and never sells twice', async () => {
      const { tp, sl } = await fired()
      await world.simulated.book([[0.29, 500]], [[0.32, 500]])
      await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'status', status: 503, times: 3 })
      await seeAtStopOf(sl, 0.3)
      const held = (await show(sl)).trigger_svc_order_id
      expect(await world.order(held)).toMatchObject({ status: 'PENDING_SUBMISSION' })
      await world.pass('90s')
      expect((await world.order((await show(tp)).trigger_svc_order_id)).status).toBe('CANCELLED')
      expect(await world.order(held)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
      expect(await sold()).toBe(20)
    })

    it('an exit that the exchange refuses keeps its sibling alive', async () => {
      const { tp, sl } = await bracket([{ trigger_order: { ...TP.trigger_order, price: 0.605_5 } }, SL])
      await world.pass('60s')
      const profit = await show(tp)
      expect(profit).toMatchObject({ status: 'TRIGGERED' })
      expect(profit.exit_incomplete_at).not.toBeNull()
      expect((await world.order(profit.trigger_svc_order_id)).status).toBe('REJECTED')
      expect(await show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
      await seeAtStopOf(sl, 0.3)
      await settled()
      expect(await sold()).toBe(20)
    })

    it('an exit sells once when all runs act at the same moment', async () => {
      const { id, sl } = await fired()
      const armed = (await show(sl)).trigger_complex_order_id
      const deps = {
        ...world.ports,
        clock: world.clock,
        ids: world.ids,
        exchanges: () => null,
        log: SILENT_LOG,
      }
      const seen = { price: price(300_000), source: 'mid' } as const
      const outcomes = await Promise.all([
        ...Array.from({ length: 4 }, () => fireTrigger(deps, armed, seen)),
        ...Array.from({ length: 4 }, () => advanceOrder(deps, id)),
        world.delete(`/v1/complex-orders/${armed}`),
      ])
      const fires = outcomes.filter((outcome) => outcome === 'fired')
      await settled()
      const { status, trigger_svc_order_id: placed } = await show(sl)
      expect(fires).toHaveLength(status === 'TRIGGERED' ? 1 : 0)
      expect((await show(armed)).status).toBe(status)
      // The cancel may have met the order while it was held: then it was called back.
      const isCalledBack = placed !== null && (await world.order(placed)).cancel_reason === 'user'
      expect(await sold()).toBe(status === 'TRIGGERED' && !isCalledBack ? 20 : 0)
    })

    it('a waiting exit can be cancelled', async () => {
      const { sl } = await fired()
      await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'status', status: 503, times: 3 })
      await seeAtStopOf(sl, 0.3)
      const held = (await show(sl)).trigger_svc_order_id
      const reply = await world.delete(`/v1/orders/${held}`)
      expect(reply.body.cancelled_svc_order_ids).toEqual([held])
      await world.pass('90s')
      expect(await world.order(held)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 0 })
      expect(await sold()).toBe(0)
    })

    it('an exit is retried until it is filled', async () => {
      const { sl } = await fired()
      await world.simulated.book([[0.29, 8]], [[0.9, 500]])
      await seeAtStopOf(sl, 0.29)
      await world.settle()
      await world.simulated.book([[0.27, 500]], [[0.9, 500]])
      await world.pass('60s')
      expect(await sold()).toBe(20)
      const { trigger_svc_order_id: last, exit_incomplete_at } = await show(sl)
      expect(exit_incomplete_at).toBeNull()
      expect(await world.order(last)).toMatchObject({ status: 'EXECUTED', qty: 12 })
    })

    it('an exit without a buyer is reported, and sells all once a buyer appears', async () => {
      const { sl } = await fired()
      await world.simulated.book([], [[0.9, 500]])
      await seeAtStopOf(sl, 0.25)
      await world.pass('120s')
      expect((await show(sl)).exit_incomplete_at).not.toBeNull()
      expect(world.log.some((line) => line.includes('ExitIncomplete'))).toBe(true)
      const { trigger_svc_order_id: last } = await show(sl)
      await world.pass('600s', 10)
      // One order waits, however long it takes.
      expect(await show(sl)).toMatchObject({ status: 'TRIGGERED', trigger_svc_order_id: last })
      expect(await world.order(last)).toMatchObject({
        status: 'PENDING_SUBMISSION',
        last_error: expect.stringMatching(/no offer to trade with/),
      })
      expect((await world.orders()).filter((order: { buy_flag: boolean }) => !order.buy_flag)).toHaveLength(6)
      await world.simulated.book([[0.2, 500]], [[0.9, 500]])
      await world.pass('90s', 5)
      expect(await world.order(last)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
      expect(await sold()).toBe(20)
    })
  })

  describe.each(['fire-trigger', 'advance-contingents', 'cancel-order', 'execute-order'])(
    'when %s dies at any step',
    (queue) => {
      it('the position is sold once, and all of it', async () => {
        let survived = false
        for (let at = 1; !survived && at < 40; at += inThisRun({ usual: 11, long: 5 })) {
          const { sl } = await bracket()
          await settled()
          const before = await sold()
          const armed = (await show(sl)).trigger_complex_order_id
          world.killNext(queue, at)
          await see(armed, 0.3)
          survived = world.survived
          await world.pass('70s', 5)
          // The price watch sees it again for as long as it is armed.
          await see(armed, 0.3)
          await world.pass('30s', 5)
          expect((await sold()) - before, `died at ${at}`).toBe(20)
        }
      }, 60_000)
    },
  )
})

describe('on EXCHANGE_B, where trades settle after they matched', () => {
  beforeEach(() => startWorld({ exchange: 'EXCHANGE_B', quoted: true }))

  it('exits sell only after the entry has settled, and end if the entry is reversed', async () => {
    await world.simulated.mode('settlement_fails')
    const { id, tp, sl } = await bracket()
    await world.settle()
    await world.pass('2s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
    expect(await show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
    expect((await show(tp)).status).toBe('PENDING')
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    for (const one of [tp, sl]) expect((await show(one)).status).toBe('CANCELLED')
    await world.simulated.mode('open')
  })

  it('a reversed TP fill restores the SL', async () => {
    const { id, tp, sl } = await bracket()
    await settled()
    await world.simulated.book([[0.4, 500]], [[0.7, 500]])
    await world.simulated.mode('settlement_fails')
    await world.simulated.trade(0.6, 20, true)
    await world.pass('60s')
    await world.simulated.mode('open')
    await world.pass('60s')
    expect(await show(sl)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'replaced' })
    const ids: string[] = (await world.order(id)).complex_order_ids.conditional_orders
    expect(ids).toHaveLength(3)
    expect(await show(ids[2] ?? '')).toMatchObject({
      status: 'ACTIVE',
      complex_order_subtype: 'SL',
      trigger_order_qty: 20,
    })
    expect(await world.order((await show(tp)).trigger_svc_order_id)).toMatchObject({ status: 'RESTING', qty: 20 })
    await seeAtStopOf(ids[2] ?? '', 0.3)
    await settled()
    expect(await sold()).toBe(20)
  })
})
