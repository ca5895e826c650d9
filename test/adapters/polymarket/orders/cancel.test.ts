/** Cancels through the adapter at the simulated EXCHANGE_B. */

import { afterEach, describe, expect, it } from 'vitest'
import { cancelOutcome, leftBecause, readError } from '#adapters/exchanges/polymarket/http/errors.ts'
import { type Desk, openDesk } from '../desk.ts'

describe('a cancel', () => {
  let desk: Desk
  afterEach(() => desk.simulated.close())

  const cancelFault = (more: Record<string, unknown>) =>
    desk.simulated.control('faults', { method: 'DELETE', path: '/clob/order', times: 1, ...more })

  it('takes the order off the book, and then nothing is left to take off', async () => {
    desk = await openDesk()
    const id = await desk.placed(await desk.prepared())
    expect(await desk.cancel(id)).toEqual({ kind: 'cancelled', removedQty: null })
    expect(await desk.cancel(id)).toEqual({ kind: 'gone' })
    expect((await desk.truth()).orders).toMatchObject([{ status: 'canceled' }])
  })

  it('is seen to have ended the order, with what that had, as soon as the exchange shows it', async () => {
    desk = await openDesk({ showsEndedOrders: true })
    const id = await desk.placed(await desk.prepared())
    await desk.cancel(id)
    expect(await desk.order(id)).toMatchObject({ state: 'ended', filledQty: 0 })
  })

  it('is believed to have ended an order that is shown no more once its trades must show', async () => {
    desk = await openDesk({ showsEndedOrders: false })
    const id = await desk.placed(await desk.prepared())
    await desk.cancel(id)
    expect(await desk.order(id)).toBeNull()
    await desk.simulated.pass(10_000)
    expect(await desk.order(id)).toMatchObject({ state: 'ended', filledQty: 0 })
  })

  it('a cancel that lost to a match finds the order gone, and the reads report its fills', async () => {
    desk = await openDesk({ showsEndedOrders: false })
    const id = await desk.placed(await desk.prepared())
    await desk.book({ asks: [[0.4, 100]] })
    expect(await desk.cancel(id)).toEqual({ kind: 'gone' })
    expect(await desk.order(id)).toBeNull()
    await desk.simulated.pass(10_000)
    expect(await desk.order(id)).toMatchObject({ state: 'ended', filledQty: 10_000_000 })
  })

  it('a cancel whose answer is lost is unknown, and finds the order gone when repeated', async () => {
    desk = await openDesk()
    const id = await desk.placed(await desk.prepared())
    await cancelFault({ kind: 'drop_after' })
    expect(await desk.cancel(id)).toMatchObject({ kind: 'unknown' })
    expect(await desk.cancel(id)).toEqual({ kind: 'gone' })
  })

  it.each([
    ['disabled', 'later'],
    ['restart', 'later'],
    ['cancel_only', 'cancelled'],
    ['post_only', 'cancelled'],
  ])('while the exchange is %s is %s', async (mode, kind) => {
    desk = await openDesk()
    const id = await desk.placed(await desk.prepared())
    await desk.simulated.control('mode', { mode })
    expect(await desk.cancel(id)).toMatchObject({ kind })
  })

  it.each([
    [{ canceled: [], not_canceled: {} }],
    [{ canceled: ['0x12'], not_canceled: null }],
    [{ ok: true }],
    [[]],
    ['<html>'],
  ])('is not believed to have ended an order that the answer does not name: %j', async (body) => {
    desk = await openDesk()
    const id = await desk.placed(await desk.prepared())
    await cancelFault({ kind: 'status', status: 200, body })
    expect(await desk.cancel(id)).toMatchObject({ kind: 'unknown' })
    expect(await desk.order(id)).toMatchObject({ state: 'live' })
  })
})

describe('a refused cancel', () => {
  const outcomeOf = (status: number, body: unknown) => cancelOutcome(status, readError(body)).kind

  it.each([
    [404, { error: 'Order not found' }, 'gone'],
    [404, null, 'later'],
    [425, { error: 'restarting' }, 'later'],
    [429, null, 'unknown'],
    [401, { error: 'Unauthorized/Invalid api key' }, 'later'],
    [403, null, 'later'],
    [503, { error: 'Trading is currently disabled. Check polymarket.com for updates' }, 'later'],
    [503, null, 'unknown'],
    [500, { error: 'could not run the execution' }, 'unknown'],
  ])('a refusal with status %i and %j is %s', (status, body, kind) => {
    expect(outcomeOf(status, body)).toBe(kind)
  })

  it.each([
    ['Order not found or already canceled', 'not_found'],
    ['Order not found', 'not_found'],
    ["order can't be found - already canceled or matched", 'not_found'],
    ['already canceled or matched', 'not_found'],
    ['Order already matched', 'over'],
    ["matched orders can't be canceled", 'over'],
    ['Order already canceled', 'over'],
    ["order can't be canceled because it is pending/delayed", 'held'],
    ['something new', 'busy'],
  ])('for one order because of "%s" leaves it %s', (reason, left) => {
    expect(leftBecause(reason)).toBe(left)
  })
})
