/** TWAP orders from the request to their end: slices on time, what does not fill, cancels, outages, crashes. */

import { beforeEach, describe, expect, it } from 'vitest'
import { inThisRun } from '#test/support/run/plays.ts'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { START } from '../../support/world.ts'
import { twapDesk } from './twap-desk.ts'

const { world, startWorld } = worldOfTest()

const TWAP = { buy_flag: true, total_qty: 100, duration_s: 600, slices: 10 }

const { twap, show, slicesOf } = twapDesk(world, TWAP)

describe.each(playedOn('EXCHANGE_A'))('a TWAP on %s', (exchange) => {
  beforeEach(() => startWorld({ exchange, quoted: true }))

  it('sends its first slice at once and the others evenly, and is COMPLETED when all has filled', async () => {
    const id = await twap()
    expect(await show(id)).toMatchObject({
      status: 'PENDING',
      slices_done: 0,
      started_at: null,
      complex_order_subtype: null,
    })
    await world.settle()
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', slices_done: 1, next_slice_at: at(60) })
    await world.pass('64s', 4)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', slices_done: 2, filled_qty: 20 })
    await world.pass('540s', 4)
    const done = await show(id)
    expect(done).toMatchObject({ status: 'COMPLETED', slices_done: 10, filled_qty: 100, average_price: 0.44 })
    const slices = await slicesOf(id)
    expect(slices.map(({ qty }) => qty)).toEqual(Array.from({ length: 10 }, () => 10))
    expect(slices.map(({ created_at }) => created_at)).toEqual(Array.from({ length: 10 }, (_, i) => at(60 * i)))
    expect(slices.every((one) => one.order_type === 'MARKET' && one.time_in_force === 'IOC')).toBe(true)
  })

  it('carries the unfilled part of a slice over to later ones', async () => {
    await world.simulated.book([[0.4, 500]], [[0.44, 6]])
    const id = await twap({ limit_price: 0.45 })
    await world.pass('30s')
    expect(await show(id)).toMatchObject({ filled_qty: 6, slices_done: 1 })
    await world.simulated.book([[0.4, 500]], [[0.45, 500]])
    await world.pass('600s', 3)
    const done = await show(id)
    expect(done).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
    expect((await slicesOf(id)).slice(0, 2)).toMatchObject([
      { qty: 10, traded_qty: 6, status: 'CANCELLED', price: 0.45 },
      { traded_qty: 10.44 },
    ])
  })

  it('never trades beyond its limit price, and is EXPIRED when its time is over', async () => {
    const id = await twap({ limit_price: 0.42, slices: 5 })
    await world.pass('300s', 5)
    await world.simulated.book(
      [[0.4, 500]],
      [
        [0.42, 7],
        [0.43, 500],
      ],
    )
    await world.pass('320s', 5)
    const done = await show(id)
    expect(done).toMatchObject({ status: 'EXPIRED', filled_qty: 7, average_price: 0.42, slices_done: 5 })
    expect((await slicesOf(id)).every(({ price }) => price === 0.42)).toBe(true)
  })

  it('stays within its slippage of the best price', async () => {
    await world.simulated.book(
      [[0.4, 500]],
      [
        [0.44, 5],
        [0.46, 5],
        [0.47, 500],
      ],
    )
    const id = await twap({ max_slippage: 0.02, total_qty: 40, slices: 2, duration_s: 60 })
    await world.pass('20s')
    expect(await show(id)).toMatchObject({ filled_qty: 10, average_price: 0.45 })
  })

  it('sells just as well', async () => {
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    await world.place({ price: 0.44, qty: 40 })
    await world.pass('20s')
    const id = await twap({ buy_flag: false, total_qty: 40, slices: 4, duration_s: 120, limit_price: 0.4 })
    await world.pass('130s')
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 40, average_price: 0.4 })
  })

  it('varies its slices on request, and still fills all', async () => {
    const id = await twap({ randomize: true, duration_s: 120 })
    await world.pass('130s')
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 100, randomize: true })
    const sizes = (await slicesOf(id)).map(({ qty }) => qty)
    expect(new Set(sizes).size).toBeGreaterThan(1)
  })

  it('a TWAP cancelled midway sends no more slices and keeps its fills', async () => {
    const id = await twap()
    await world.pass('150s', 2)
    const answer = await world.delete(`/v1/complex-orders/${id}`)
    expect(answer).toMatchObject({
      status: 202,
      body: { cancelled_complex_order_ids: [id], complex_order: { status: 'CANCELLED', cancel_reason: 'user' } },
    })
    await world.pass('600s', 10)
    expect(await show(id)).toMatchObject({ status: 'CANCELLED', filled_qty: 30, slices_done: 3, next_slice_at: null })
    expect(await world.orders()).toHaveLength(3)
    const again = await world.delete(`/v1/complex-orders/${id}`)
    expect(again.body.failed_cancelled_complex_order_ids).toEqual({ [id]: 'The complex order is already CANCELLED.' })
  })

  it('a TWAP cancelled while a slice waits to be sent withdraws the slice', async () => {
    world.queues.delay = ({ queue }) => (queue === 'execute-order' ? 8_000 : 0)
    const id = await twap()
    await world.settle()
    await world.delete(`/v1/complex-orders/${id}`)
    await world.pass('60s')
    expect(await slicesOf(id)).toMatchObject([
      { status: 'CANCELLED', cancel_reason: 'parent_cancelled', traded_qty: 0 },
    ])
    expect(await show(id)).toMatchObject({ status: 'CANCELLED', filled_qty: 0 })
    expect((await world.simulated.ledger()).submits).toHaveLength(0)
  })

  it('cancel-all ends a TWAP even if the list does not show it yet', async () => {
    const id = await twap()
    await world.pass('61s')
    const found = await world.ports.subaccounts.get(world.hero.userId, world.hero.subaccountId)
    if (found === null) throw new Error('no subaccount')
    // The first step of a cancel-all, here in the millisecond of the acceptance; the list that it reads next may lag.
    const cancelComplexBefore = (await world.ports.complexOrders.get(id))?.createdAt ?? null
    await world.ports.subaccounts.save({ ...found, cancelComplexBefore })
    await world.pass('61s')
    expect(await show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'cancel_all', filled_qty: 20 })
    const other = await twap()
    await world.pass('2s')
    const all = await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    expect(all.body.cancelled_complex_order_ids).toEqual([other])
    expect(await show(other)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'cancel_all' })
  })

  it('ends in words when its subaccount is deactivated', async () => {
    const id = await twap()
    await world.pass('61s')
    await world.patch(`/v1/subaccounts/${world.hero.subaccountId}`, { is_active: false })
    await world.pass('61s')
    expect(await show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'subaccount_inactive', slices_done: 2 })
  })

  it('ends in words when its market closes', async () => {
    const id = await twap({ limit_price: 0.45 })
    await world.pass('61s')
    await world.simulated.status('closed')
    await world.pass('61s')
    expect(await show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed', filled_qty: 20 })
  })

  it('ends within 90 seconds of the close of its market, however far its next slice is', async () => {
    const id = await twap({ duration_s: 7_200, slices: 2 })
    await world.pass('61s')
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', slices_done: 1 })
    await world.simulated.status('closed')
    await world.pass('90s', 5)
    expect(await show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed', slices_done: 1 })
  })

  it('waits while its market is paused, and continues afterwards', async () => {
    const id = await twap({ limit_price: 0.45 })
    await world.pass('61s')
    await world.simulated.status('paused')
    await world.syncMarkets()
    await world.pass('150s', 3)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', slices_done: 2 })
    await world.simulated.status('active')
    await world.simulated.book([[0.4, 5_000]], [[0.44, 5_000]])
    await world.pass('500s', 3)
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
    expect((await slicesOf(id)).filter(({ status }) => status !== 'EXECUTED')).toEqual([])
  })

  it('ends with the first refusal that would meet every slice', async () => {
    const id = await twap({ limit_price: 0.44444 })
    await world.pass('90s')
    expect(await show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'price_off_tick', slices_done: 1 })
    expect(await slicesOf(id)).toMatchObject([{ status: 'REJECTED', reject_code: 'price_off_tick' }])
  })

  it('ends in words when trading is halted', async () => {
    const id = await twap()
    await world.pass('61s')
    const halted = await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { halted: true })
    expect(halted.status, JSON.stringify(halted.body)).toBe(200)
    await world.pass('70s')
    expect(await show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'risk_limit', filled_qty: 20 })
    expect((await world.simulated.ledger()).submits).toHaveLength(2)
  })

  it('slices further apart than a message can wait are sent in time', async () => {
    const slices = inThisRun({ usual: 2, long: 4 })
    const id = await twap({ duration_s: 1_200 * slices, slices })
    await world.pass('10s')
    await world.pass(`${1_200 * slices}s`, 10)
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 100, slices_done: slices })
    const lateBy = (await slicesOf(id)).map(({ created_at }, n) => Date.parse(created_at) - Date.parse(at(1_200 * n)))
    expect(Math.max(...lateBy)).toBeLessThanOrEqual(20_000)
  })

  it('a slice without enough cash does not end the TWAP', async () => {
    const id = await twap({ total_qty: 900_000, slices: 2, duration_s: 60 })
    await world.pass('120s')
    expect(await slicesOf(id)).toMatchObject([
      { reject_code: 'insufficient_balance' },
      { reject_code: 'insufficient_balance' },
    ])
    expect(await show(id)).toMatchObject({ status: 'EXPIRED', filled_qty: 0 })
  })

  it('a TWAP continues on schedule after an outage of three slices, without a burst', async () => {
    const id = await twap()
    await world.pass('61s')
    // Every message is lost and nothing sweeps.
    world.queues.waiting.splice(0)
    world.time.now += 240_000
    expect(await show(id)).toMatchObject({ slices_done: 2 })
    await world.pass('600s', 3)
    const sizes = (await slicesOf(id)).map(({ qty }) => qty)
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
    expect(Math.max(...sizes)).toBeLessThanOrEqual(30)
    expect(sizes.length).toBe(7)
  })

  it('no slice trades while the exchange is paused, and later slices share the rest', async () => {
    const id = await twap({ limit_price: 0.45 })
    await world.pass('61s')
    await world.simulated.mode('trading_paused')
    await world.pass('180s', 3)
    await world.simulated.mode('open')
    await world.pass('400s', 3)
    const done = await show(id)
    expect(done).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
    // EXCHANGE_B does not report a pause of the whole exchange: slices are sent and end unsent.
    const late = (await slicesOf(id)).filter(({ cancel_reason }) => cancel_reason === 'too_late').length
    expect(late > 1).toBe(exchange === 'EXCHANGE_B')
    expect(Math.max(...(await slicesOf(id)).map(({ qty }) => qty))).toBeLessThanOrEqual(30)
  })

  it('messages that come twice, late or never change only the timing', async () => {
    let count = 0
    world.queues.copies = () => [2, 1, 0][count++ % 3] ?? 1
    world.queues.delay = ({ id }) => (id % 5) * 1_000
    const id = await twap()
    await world.pass('780s', 3)
    expect(await show(id)).toMatchObject({ filled_qty: 100, status: 'COMPLETED' })
  })

  it('is listed by its kind and state, and each of its slices is an order like any other', async () => {
    const id = await twap({ duration_s: 60, slices: 2, total_qty: 10 })
    await world.pass('70s')
    const listed = await world.get('/v1/complex-orders?complex_order_type=TWAP&status=COMPLETED')
    expect(listed.body).toMatchObject({
      count: 1,
      complex_orders: { conditional_orders: [], twap_orders: [{ complex_order_id: id }] },
    })
    for (const one of await slicesOf(id)) expect(one).toMatchObject({ status: 'EXECUTED', traded_qty: 5 })
  })
})

/** Seconds after the story began, as replies write it. */
const at = (seconds: number): string => new Date(START + seconds * 1_000).toISOString()
