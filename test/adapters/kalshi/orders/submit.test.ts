/** Orders sent through the adapter to the simulated EXCHANGE_A. */

import { afterEach, describe, expect, it } from 'vitest'
import { identity } from '#adapters/exchanges/kalshi/orders/identity.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import type { OrderRequest } from '#domain/orders/order.ts'
import { POLITICS, START, TENNIS } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, adapterFor, anySignal, type Desk, openDesk, ref, someOrder, toSend } from '../desk.ts'

const SECOND = '019aa5a0-0000-7000-8000-000000000002'

let desk: Desk

afterEach(() => desk.simulated.close())

describe('a submitted order', () => {
  it('rests, and is found by its identity and by its id', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    const outcome = await desk.submit(order)
    expect(outcome).toMatchObject({
      kind: 'accepted',
      order: { identity: order.orderId, state: 'live', filledQty: 0 },
    })
    const word = outcome.kind === 'accepted' ? outcome.order : null
    expect(await desk.lookUp(order)).toEqual({ kind: 'found', order: word })
    expect(await desk.exchange.order(ACCOUNT, ref(word?.exchangeOrderId ?? ''), anySignal())).toEqual({ report: word })
    expect(await desk.exchange.openOrders(ACCOUNT, anySignal())).toEqual([word])
    expect(await desk.truth()).toMatchObject([{ identity: order.orderId, price: 0.4, qty: 10, status: 'resting' }])
  })

  it('an order that acts at once has ended with its fill, which is reported in YES terms', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, bids: [[0.45, 4]] })
    const order = desk.prepared({ timeInForce: 'IOC', buyFlag: false })
    expect(await desk.submit(order)).toMatchObject({
      kind: 'accepted',
      order: { state: 'ended', filledQty: 4_000_000 },
    })
    const { fills, asOf } = await desk.exchange.fillsSince(ACCOUNT, START - 60_000, anySignal())
    expect(asOf).toBe(START)
    expect(fills).toMatchObject([
      { nativeId: POLITICS, price: 450_000, qty: 4_000_000, buyFlag: false, isMaker: false, status: 'FINAL' },
    ])
    expect(fills[0]?.fee).toBeGreaterThan(0)
  })

  it('an exit sells the position and no more', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, bids: [[0.39, 50]], asks: [[0.4, 50]] })
    await desk.submit(desk.prepared({ timeInForce: 'IOC', qty: qty(6_000_000) }))
    const orderId = '019aa5a0-0000-7000-8000-000000000002'
    const sale = someOrder({ orderId, timeInForce: 'IOC', buyFlag: false, price: price(390_000) })
    const outcome = await desk.submit(
      toSend(
        { ...sale, origin: { kind: 'exit', complexOrderId: 'stop', entryId: 'entry', hasFired: true } },
        desk.simulated.time.now,
      ),
    )
    expect(outcome).toMatchObject({ kind: 'accepted', order: { state: 'ended', filledQty: 6_000_000 } })
  })

  it('an exit without a position ends at once unfilled, and its identity is spent', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, bids: [[0.39, 50]] })
    const sale = someOrder({ timeInForce: 'IOC', buyFlag: false, price: price(390_000) })
    const exit = toSend(
      { ...sale, origin: { kind: 'exit', complexOrderId: 'stop', entryId: 'entry', hasFired: true } },
      START,
    )
    const outcome = await desk.submit(exit)
    expect(outcome).toMatchObject({ kind: 'accepted', order: { state: 'ended', filledQty: 0 } })
    expect(await desk.submit(exit)).toEqual({ kind: 'duplicate' })
    expect(await desk.lookUp(exit)).toMatchObject({ kind: 'found', order: { state: 'ended', filledQty: 0 } })
    expect(await desk.truth()).toMatchObject([{ status: 'canceled', filled_qty: 0 }])
  })

  it('an order that must fill whole and cannot is killed, and its identity is spent', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.4, 1]] })
    const order = desk.prepared({ timeInForce: 'FOK' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'killed' })
    expect(await desk.submit(order)).toEqual({ kind: 'duplicate' })
  })

  it('a post-only order rests if it does not cross, and is refused with its own reason if it does', async () => {
    desk = await openDesk()
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.4, 5]] })
    const order = desk.prepared({ postOnly: true })
    expect(await desk.submit(order)).toEqual({
      kind: 'rejected',
      code: 'would_cross',
      reason: 'The order is post_only and would have traded at once: it was not placed.',
    })
    expect(await desk.submit(desk.prepared({ postOnly: true, price: price(390_000) }))).toMatchObject({
      kind: 'accepted',
      order: { state: 'live', filledQty: 0 },
    })
    expect(await desk.truth()).toHaveLength(1)
  })

  it('a later attempt carries its number in its identity, and leads back to the same order', async () => {
    desk = await openDesk()
    const second = toSend(someOrder(), START, 2)
    await desk.placed(second)
    const [open] = await desk.exchange.openOrders(ACCOUNT, anySignal())
    expect(open?.identity).toBe(identity(second.orderId, 2))
    expect(desk.exchange.orderIdOf(open?.identity ?? '')).toBe(second.orderId)
  })

  it('an order whose expiry the exchange sweeps late may fill meanwhile, and can be cancelled', async () => {
    desk = await openDesk()
    await desk.simulated.control('switches', { expires_late_ms: 180_000 })
    const order = desk.prepared({ timeInForce: 'GTD', expiresAt: START + 30_000 })
    const id = await desk.placed(order)
    await desk.simulated.pass(60_000)
    expect(await desk.exchange.order(ACCOUNT, ref(id), anySignal())).toMatchObject({ report: { state: 'live' } })
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.4, 3]] })
    await desk.simulated.pass(1_000)
    expect(await desk.lookUp(order)).toMatchObject({ order: { state: 'live', filledQty: 3_000_000 } })
    expect(await desk.cancel(order, id)).toEqual({ kind: 'cancelled', removedQty: 7_000_000 })
    const another = desk.prepared({ orderId: SECOND, timeInForce: 'GTD', expiresAt: START + 90_000 })
    const swept = await desk.placed(another)
    await desk.simulated.pass(210_000)
    expect(await desk.exchange.order(ACCOUNT, ref(swept), anySignal())).toMatchObject({ report: { state: 'ended' } })
  })

  it('an order with an expiry ends at the exchange at the second it falls in', async () => {
    desk = await openDesk()
    const order = desk.prepared({ timeInForce: 'GTD', expiresAt: START + 30_500 })
    await desk.placed(order)
    await desk.simulated.pass(30_500)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: { state: 'live' } })
    await desk.simulated.pass(500)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: { state: 'ended', filledQty: 0 } })
    expect(await desk.submit(toSend(someOrder({ timeInForce: 'GTD', expiresAt: START }), START, 2))).toMatchObject({
      kind: 'rejected',
      code: 'expiry_refused',
    })
  })

  it('is refused in words when price, money or market do not suit', async () => {
    desk = await openDesk()
    const refusalOf = (more: Partial<OrderRequest>, attempt: number) =>
      desk.submit(toSend(someOrder(more), START, attempt))
    expect(await refusalOf({ price: price(405_000) }, 2)).toMatchObject({ kind: 'rejected', code: 'price_off_tick' })
    expect(await refusalOf({ qty: qty(9_000_000_000) }, 3)).toMatchObject({ code: 'insufficient_balance' })
    const elsewhere = { nativeId: TENNIS, shard: 3, qty: qty(900_000_000) }
    expect(await refusalOf(elsewhere, 4)).toMatchObject({
      code: 'insufficient_balance',
      reason: expect.stringContaining('shard 3'),
    })
    expect(await refusalOf({ nativeId: 'KXNONE-26-A' }, 5)).toMatchObject({ code: 'market_not_found' })
    await desk.simulated.control('status', { market: POLITICS, status: 'closed' })
    expect(await refusalOf({}, 6)).toMatchObject({ code: 'market_closed' })
    expect(await desk.truth()).toEqual([])
  })

  it.each(['trading_paused', 'exchange_paused'])('waits while the exchange is %s', async (mode) => {
    desk = await openDesk()
    const order = desk.prepared()
    await desk.simulated.control('mode', { mode })
    expect(await desk.submit(order)).toMatchObject({ kind: 'later' })
    await desk.simulated.control('mode', { mode: 'open' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted' })
  })

  it('waits if the address does not answer, or our clock is off', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    const late = adapterFor(desk.simulated.simulator.url, () => START - 90_000)
    expect(await late.submit(ACCOUNT, order, anySignal())).toMatchObject({ kind: 'later' })
    const nowhere = adapterFor('http://127.0.0.1:9/trade-api/v2', () => START)
    expect(await nowhere.submit(ACCOUNT, order, anySignal())).toMatchObject({ kind: 'later' })
    expect(await desk.truth()).toEqual([])
  })
})
