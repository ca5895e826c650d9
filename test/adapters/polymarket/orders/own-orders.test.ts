/** Own orders that a new order would trade with leave the book before it is sent. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { price, qty } from '#domain/kernel/numbers.ts'
import { type Desk, openDesk } from '../desk.ts'

const OWN = '019aa5a0-0000-7000-8000-0000000000a1'

let desk: Desk

beforeEach(async () => {
  desk = await openDesk()
  await desk.book({ bids: [[0.3, 100]], asks: [[0.46, 100]] })
})

afterEach(() => desk.simulated.close())

const restingSale = async (): Promise<string> =>
  desk.placed(await desk.prepared({ orderId: OWN, buyFlag: false, price: price(450_000) }))

const inTheWay = ({ attempt }: { readonly attempt: { readonly payload: string } }): unknown =>
  JSON.parse(attempt.payload).w

const CROSSING = { price: price(460_000), qty: qty(20_000_000) }

describe('an order that would meet an own one', () => {
  it('names it in its payload, whichever token that trades', async () => {
    const own = await restingSale()
    await desk.simulated.pass(2_000)
    expect(inTheWay(await desk.prepared(CROSSING))).toEqual([own])
    expect(inTheWay(await desk.prepared({ ...CROSSING, price: price(440_000) }))).toBeUndefined()
    expect(inTheWay(await desk.prepared({ ...CROSSING, buyFlag: false }))).toBeUndefined()
  })

  it('names one that rests though it was to be held back first', async () => {
    const own = await restingSale()
    const { body } = await desk.simulated.call('GET', `/data/order/${own}`)
    const data = [{ ...body, status: 'UNMATCHED' }]
    await desk.fault({ method: 'GET', path: '/data/orders$', kind: 'status', status: 200, body: { data }, times: 2 })
    expect(inTheWay(await desk.prepared(CROSSING))).toEqual([own])
  })

  it('leaves it where others at better prices have enough', async () => {
    const own = await restingSale()
    await desk.book({ bids: [[0.3, 100]], asks: [[0.44, 20]] })
    await desk.simulated.pass(2_000)
    expect(inTheWay(await desk.prepared(CROSSING))).toBeUndefined()
    expect(inTheWay(await desk.prepared({ ...CROSSING, qty: qty(21_000_000) }))).toEqual([own])
  })

  it('is sent only after the own one has left the book', async () => {
    const own = await restingSale()
    await desk.simulated.pass(2_000)
    const order = await desk.prepared(CROSSING)
    await desk.fault({ kind: 'drop_before' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    await desk.simulated.pass(2_000)
    expect(await desk.order(own)).toMatchObject({ state: 'ended', filledQty: 0 })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted', order: { filledQty: 20_000_000 } })
  })

  it('does not wait where the exchange does not list open orders', async () => {
    await restingSale()
    await desk.fault({ method: 'GET', path: '/data/orders$', kind: 'status', status: 500, times: 3 })
    expect(inTheWay(await desk.prepared(CROSSING))).toBeUndefined()
  })

  it('waits, and sends nothing, while the own one cannot be cancelled', async () => {
    const own = await restingSale()
    await desk.simulated.pass(2_000)
    const order = await desk.prepared(CROSSING)
    await desk.fault({ method: 'DELETE', path: '/clob/order', kind: 'status', status: 500 })
    expect(await desk.submit(order)).toMatchObject({ kind: 'later', retryAfterMs: null })
    await desk.simulated.pass(2_000)
    expect(await desk.order(own)).toMatchObject({ state: 'live' })
    expect((await desk.truth()).orders.filter(({ id }: { id: string }) => id !== own)).toEqual([])
  })
})
