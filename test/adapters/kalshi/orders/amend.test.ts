/** Amends sent through the adapter to the simulated EXCHANGE_A. */

import { afterEach, describe, expect, it } from 'vitest'
import { price, qty } from '#domain/kernel/numbers.ts'
import { POLITICS } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, anySignal, type Desk, openDesk } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

/** A resting buy of 10 at 0.40, and what amends it. */
const resting = async () => {
  desk = await openDesk()
  const order = desk.prepared()
  const placed = await desk.submit(order)
  const exchangeOrderId = placed.kind === 'accepted' ? placed.order.exchangeOrderId : ''
  const target = { nativeId: order.nativeId, shard: order.shard, buyFlag: order.buyFlag, exchangeOrderId }
  const amend = (total: number, at: number, expiresAt: number | null = null) =>
    desk.exchange.amend(ACCOUNT, target, { qty: qty(total * 1e6), price: price(at * 1e6), expiresAt }, anySignal())
  return { exchangeOrderId, amend }
}

describe('an amend', () => {
  it('sets the total and the price, and reports the filled part if the answer has it', async () => {
    const { amend, exchangeOrderId } = await resting()
    await desk.simulated.control('trade', { market: POLITICS, price: 0.4, qty: 4, buy_flag: false })
    expect(await amend(15, 0.4)).toEqual({
      kind: 'amended',
      order: { exchangeOrderId, identity: null, state: 'live', filledQty: 4_000_000 },
      traded: null,
    })
    expect(await amend(15, 0.41)).toEqual({ kind: 'amended', order: null, traded: null })
    expect(await desk.truth()).toMatchObject([{ price: 0.41, qty: 15, filled_qty: 4, status: 'resting' }])
  })

  it('an amend that trades reports its own trades, in part or whole', async () => {
    const { amend, exchangeOrderId } = await resting()
    await desk.simulated.control('trade', { market: POLITICS, price: 0.4, qty: 4, buy_flag: false })
    await desk.simulated.control('book', { market: POLITICS, bids: [], asks: [[0.45, 5]] })
    expect(await amend(15, 0.46)).toMatchObject({
      order: { exchangeOrderId, state: 'live', filledQty: 9_000_000 },
      traded: { qty: 5_000_000, cost: 2_250_000_000_000n, fees: expect.any(Number) },
    })
    await desk.simulated.control('book', { market: POLITICS, bids: [], asks: [[0.47, 50]] })
    // No quantity is left: the order is filled, or has ended otherwise.
    expect(await amend(15, 0.47)).toMatchObject({ order: null, traded: { qty: 6_000_000, cost: 2_820_000_000_000n } })
  })

  it('an amend that is sent twice changes nothing more', async () => {
    const { amend } = await resting()
    await amend(15, 0.41)
    expect(await amend(15, 0.41)).toMatchObject({ kind: 'amended' })
    expect(await desk.truth()).toMatchObject([{ price: 0.41, qty: 15, status: 'resting' }])
  })

  it('below what has filled is refused in words', async () => {
    const { amend } = await resting()
    await desk.simulated.control('trade', { market: POLITICS, price: 0.4, qty: 4, buy_flag: false })
    expect(await amend(3, 0.4)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/total of 3 contracts/),
    })
  })

  it('an amend that the protocol cannot express is refused without a call', async () => {
    const { amend } = await resting()
    expect(await amend(10, 0.40005)).toMatchObject({ kind: 'refused', code: 'price_off_tick' })
    expect(await amend(0.005, 0.4)).toMatchObject({ kind: 'refused', code: 'qty_below_minimum' })
    expect(await desk.truth()).toMatchObject([{ price: 0.4, qty: 10 }])
  })

  it('an amend of an order that has filled meanwhile finds it gone', async () => {
    const { amend } = await resting()
    const body = { error: { code: 'CANNOT_UPDATE_FILLED_ORDER', message: 'cannot update filled order' } }
    await desk.fault({ path: '/amend$', kind: 'status', status: 400, body })
    expect(await amend(15, 0.4)).toEqual({ kind: 'gone' })
  })

  it('an amend of an order that has ended finds it gone', async () => {
    const { amend } = await resting()
    await desk.simulated.control('trade', { market: POLITICS, price: 0.4, qty: 10, buy_flag: false })
    expect(await amend(15, 0.4)).toEqual({ kind: 'gone' })
  })

  it.each([401, 404])('an amend waits if the front door answers with a page: status %i', async (status) => {
    const { amend } = await resting()
    await desk.simulated.control('faults', { method: 'POST', path: '/amend$', kind: 'status', status, door: 'html' })
    expect(await amend(15, 0.4)).toMatchObject({ kind: 'later', refusing: 'exchange_refuses' })
  })

  it('an amend whose answer is lost is of unknown outcome', async () => {
    const { amend } = await resting()
    await desk.simulated.control('faults', { method: 'POST', path: '/amend$', kind: 'drop_after' })
    expect(await amend(15, 0.4)).toMatchObject({ kind: 'unknown' })
    expect(await desk.truth()).toMatchObject([{ qty: 15 }])
  })
})
