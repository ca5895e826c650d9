/** Sends whose answer is lost, at the simulated EXCHANGE_A: its ledger has the last word on what arrived. */

import { afterEach, describe, expect, it } from 'vitest'
import { http } from '#adapters/exchanges/http/http.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { POLITICS, START } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, adapterFor, anySignal, type Desk, openDesk } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

describe('a submit whose answer is lost', () => {
  it.each([
    ['the connection', { kind: 'drop_after' }],
    ['the answer to a 503', { kind: 'drop_after', status: 503 }],
  ])('is unknown, and the same identity sent again proves that it arrived: %s', async (_, luck) => {
    desk = await openDesk()
    const order = desk.prepared()
    await desk.fault(luck)
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    expect(await desk.submit(order)).toEqual({ kind: 'duplicate' })
    expect(await desk.invalidateIdentity(order)).toEqual({ kind: 'arrived' })
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: { state: 'live' } })
    expect(await desk.truth()).toHaveLength(1)
  })

  it.each([
    ['the connection', { kind: 'drop_before' }],
    ['a 503', { kind: 'status', status: 503 }],
    ['a 500 with an error', { kind: 'status', status: 500, body: { error: { code: 'internal_error' } } }],
  ])('is unknown though nothing arrived, and the same identity can be sent: %s', async (_, luck) => {
    desk = await openDesk()
    const order = desk.prepared()
    await desk.fault(luck)
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    expect(await desk.lookUp(order)).toEqual({ kind: 'not_seen' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted' })
    expect(await desk.truth()).toHaveLength(1)
  })

  it('is unknown when it is stopped on the wire, and may still arrive', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    await desk.fault({ kind: 'delay', delay_ms: 300 })
    expect(await desk.submit(order, AbortSignal.timeout(100))).toMatchObject({ kind: 'unknown' })
    expect(await desk.truth()).toHaveLength(0)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await desk.truth()).toHaveLength(1)
  })

  it('is proven absent only a minute later by the exchange’s own word', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    await desk.fault({ kind: 'drop_before' })
    await desk.submit(order)
    await desk.simulated.pass(59_999)
    expect(await desk.lookUp(order)).toEqual({ kind: 'not_seen' })
    await desk.simulated.pass(1)
    expect(await desk.lookUp(order)).toEqual({ kind: 'absent', watchMs: 0 })
    // A second send starts the minute again.
    const again = { ...order, attempt: { ...order.attempt, lastSentAt: desk.simulated.time.now } }
    expect(await desk.lookUp(again)).toEqual({ kind: 'not_seen' })
  })

  it('is looked for after the exchange has said how fresh its reads are, as its fills are read', async () => {
    desk = await openDesk()
    const called: string[] = []
    const send = http()
    const exchange = adapterFor(
      desk.simulated.simulator.url,
      () => START,
      undefined,
      (request) => {
        called.push(request.url.pathname.replace(/.*\/v2/, ''))
        return send(request)
      },
    )
    await exchange.lookUp(ACCOUNT, desk.prepared(), anySignal())
    await exchange.fillsSince(ACCOUNT, START, anySignal())
    const fresh = '/exchange/user_data_timestamp'
    expect(called).toEqual([fresh, '/portfolio/orders', fresh, '/portfolio/fills'])
  })

  it('is never proven absent by reads that lag, fail or answer something else', async () => {
    desk = await openDesk({ staleReadsMs: 60_000 })
    const order = desk.prepared()
    await desk.placed(order)
    for (let step = 0; step < 5; step += 1) {
      await desk.simulated.pass(12_000)
      expect(await desk.lookUp(order)).not.toEqual({ kind: 'absent', watchMs: 0 })
    }
    await desk.simulated.pass(60_000)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found' })
    for (const luck of [{ status: 404 }, { status: 200, body: {} }, { status: 200, body: { error: {} } }]) {
      await desk.simulated.control('faults', {
        method: 'GET',
        path: '/portfolio/orders$',
        kind: 'status',
        times: 1,
        ...luck,
      })
      await expect(desk.lookUp(desk.prepared())).rejects.toThrow(ExchangeUnavailable)
    }
  })

  it('is not proven absent when the order has gone to the archive', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    await desk.simulated.pass(15 * 86_400_000)
    const archived = {
      order_id: 'o',
      client_order_id: order.attempt.identity,
      status: 'executed',
      fill_count_fp: '10.00',
    }
    await desk.answer('/historical/orders$', { orders: [archived], cursor: '' })
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: { state: 'ended', filledQty: 10_000_000 } })
    expect(await desk.lookUp(order)).toEqual({ kind: 'absent', watchMs: 0 })
  })

  it('can be burnt, and then never becomes an order', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    await desk.fault({ kind: 'drop_before' })
    await desk.submit(order)
    expect(await desk.invalidateIdentity(order)).toEqual({ kind: 'dead', watchMs: 0 })
    expect(await desk.submit(order)).toEqual({ kind: 'duplicate' })
    expect(await desk.truth()).toMatchObject([
      { identity: order.attempt.identity, qty: 0.01, filled_qty: 0, status: 'canceled' },
    ])
  })

  it('is not dead by an answer about an order of another identity', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    const body = { order_id: 'o', client_order_id: 'another', fill_count: '0.00', remaining_count: '0.00', ts_ms: 1 }
    await desk.fault({ kind: 'status', status: 201, body })
    expect(await desk.invalidateIdentity(order)).toMatchObject({ kind: 'unknown' })
  })

  it('is dead also when the burning order traded, and unknown when the burning itself is lost', async () => {
    desk = await openDesk()
    const order = desk.prepared()
    await desk.simulated.control('mode', { mode: 'trading_paused' })
    expect(await desk.invalidateIdentity(order)).toMatchObject({ kind: 'unknown' })
    await desk.simulated.control('mode', { mode: 'open' })
    await desk.simulated.control('book', { market: POLITICS, asks: [[0.01, 5]] })
    await desk.fault({ kind: 'drop_before' })
    expect(await desk.invalidateIdentity(order)).toMatchObject({ kind: 'unknown' })
    expect(await desk.invalidateIdentity(order)).toEqual({ kind: 'dead', watchMs: 0 })
    expect(await desk.truth()).toMatchObject([{ filled_qty: 0.01 }])
  })
})
