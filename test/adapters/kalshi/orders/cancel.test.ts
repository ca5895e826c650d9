/** Cancels through the adapter at the simulated EXCHANGE_A. */

import { afterEach, describe, expect, it } from 'vitest'
import { CRYPTO, POLITICS, START, TENNIS } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, anySignal, type Desk, openDesk, ref, someOrder, toSend } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

describe('a cancel', () => {
  it('takes the order off the book of whatever shard, and says how much', async () => {
    desk = await openDesk()
    for (const [nativeId, shard, attempt] of [
      [POLITICS, 0, 1],
      [CRYPTO, 2, 2],
      [TENNIS, 3, 3],
    ] as const) {
      const order = toSend(someOrder({ nativeId, shard }), START, attempt)
      const id = await desk.placed(order)
      expect(await desk.cancel(order, id)).toEqual({ kind: 'cancelled', removedQty: 10_000_000 })
      expect(await desk.cancel(order, id)).toEqual({ kind: 'gone' })
    }
  })

  it('a cancel to the wrong shard finds nothing there, which is not the end of the order', async () => {
    desk = await openDesk()
    const order = desk.prepared({ nativeId: TENNIS, shard: 3 })
    const id = await desk.placed(order)
    expect(await desk.cancel({ nativeId: TENNIS, shard: 1 }, id)).toEqual({ kind: 'gone' })
    expect(await desk.exchange.order(ACCOUNT, ref(id), anySignal())).toMatchObject({ report: { state: 'live' } })
  })

  it('a cancel whose answer is lost is unknown, and finds the order gone when repeated', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    const id = await desk.placed(order)
    await desk.simulated.control('faults', {
      method: 'DELETE',
      path: '/portfolio/events',
      kind: 'drop_after',
      times: 1,
    })
    expect(await desk.cancel(order, id)).toMatchObject({ kind: 'unknown' })
    expect(await desk.cancel(order, id)).toEqual({ kind: 'gone' })
  })

  it('waits while the exchange is paused, and is let through in a pause of trading', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    const id = await desk.placed(order)
    await desk.simulated.control('mode', { mode: 'exchange_paused' })
    expect(await desk.cancel(order, id)).toMatchObject({ kind: 'later' })
    await desk.simulated.control('mode', { mode: 'trading_paused' })
    expect(await desk.cancel(order, id)).toMatchObject({ kind: 'cancelled' })
  })

  it('does not believe a body that describes another order', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    const body = { order_id: 'another', reduced_by: '3.00', ts_ms: 1 }
    await desk.simulated.control('faults', {
      method: 'DELETE',
      path: '/portfolio/events',
      kind: 'status',
      status: 200,
      body,
    })
    expect(await desk.cancel(order, await desk.placed(order))).toEqual({ kind: 'cancelled', removedQty: null })
  })

  it('after the close finds the order gone, or soon gone', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    const id = await desk.placed(order)
    await desk.simulated.control('status', { market: POLITICS, status: 'closed' })
    expect(await desk.cancel(order, id)).toEqual({ kind: 'gone' })
  })
})
