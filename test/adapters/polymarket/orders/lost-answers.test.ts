/** Sends whose answer is lost, at the simulated EXCHANGE_B: its ledger has the last word on what arrived. */

import { afterEach, describe, expect, it } from 'vitest'
import { qty } from '#domain/kernel/numbers.ts'
import { DAY } from '#domain/kernel/time.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { OutboundOrder } from '#domain/orders/send/send-outcome.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { START } from '#simulators/test/polymarket/simulated.ts'
import { adapterFor, anySignal, type Desk, MARKET, openDesk } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

const resting = async () => (await desk.truth()).orders.filter(({ status }) => status === 'resting')
const known = (order: OutboundOrder, more: Partial<OutboundOrder['attempt']>): OutboundOrder => ({
  ...order,
  attempt: { ...order.attempt, ...more },
})
const refusal = { code: 'insufficient_balance', reason: 'no money' }

describe('a submit whose answer is lost', () => {
  it.each([
    ['the connection', { kind: 'drop_after' }],
    ['the answer to a 503', { kind: 'drop_after', status: 503 }],
    ['the answer to a 500', { kind: 'drop_after', status: 500 }],
    ['the answer to something else', { kind: 'drop_after', status: 200 }],
  ])('is unknown, and is found by its id: %s', async (_, luck) => {
    desk = await openDesk()
    const order = await desk.prepared()
    await desk.fault(luck)
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: { state: 'live', filledQty: 0 } })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted', order: { state: 'live' } })
    expect(await resting()).toHaveLength(1)
  })

  it.each([
    ['the connection', { kind: 'drop_before' }],
    ['a 503', { kind: 'status', status: 503 }],
    ['a 500 with a text', { kind: 'status', status: 500, body: { error: 'could not insert order' } }],
    ['a page of the front door', { kind: 'status', status: 502, body: '<html>' }],
  ])('is unknown though nothing arrived, and the same bytes can be sent: %s', async (_, luck) => {
    desk = await openDesk()
    const order = await desk.prepared()
    await desk.fault(luck)
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'not_seen' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted' })
    expect(await resting()).toHaveLength(1)
  })

  it('is unknown when it is stopped on the wire, and may still arrive', async () => {
    desk = await openDesk()
    const order = await desk.prepared()
    await desk.fault({ kind: 'delay', delay_ms: 300 })
    expect(await desk.submit(order, AbortSignal.timeout(100))).toMatchObject({ kind: 'unknown' })
    expect(await resting()).toHaveLength(0)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await resting()).toHaveLength(1)
  })

  it('is never taken for the answer of another order', async () => {
    desk = await openDesk()
    const body = { success: true, orderID: `0x${'1'.repeat(64)}`, errorMsg: '', status: 'live' }
    await desk.fault({ kind: 'status', status: 200, body })
    expect(await desk.submit(await desk.prepared())).toMatchObject({
      kind: 'unknown',
      error: expect.stringContaining('another order'),
    })
  })

  it('a filled order is found by its trades if ended orders are not shown', async () => {
    desk = await openDesk({ showsEndedOrders: false })
    await desk.book({ asks: [[0.4, 100]] })
    const order = await desk.prepared()
    await desk.fault({ kind: 'drop_after' })
    await desk.submit(order)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: { state: 'ended', filledQty: 10_000_000 } })
    expect(await desk.submit(order)).toMatchObject({
      kind: 'accepted',
      order: { state: 'ended', filledQty: 10_000_000 },
    })
    expect((await desk.truth()).fills).toHaveLength(1)
  })

  it('a purchase that acts at once is found resting, for the service to cancel', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 3]] })
    const order = await desk.prepared({ timeInForce: 'IOC' })
    await desk.fault({ kind: 'drop_after' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: { state: 'live', filledQty: 3_000_000 } })
    expect(await desk.cancel(order.attempt.identity)).toMatchObject({ kind: 'cancelled' })
  })

  it('a killed order counts as one without fills, once it has arrived for certain', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    const order = await desk.prepared({ timeInForce: 'IOC', buyFlag: false })
    await desk.fault({ kind: 'drop_after' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    expect(await desk.submit(order)).toEqual({ kind: 'duplicate' })
    const arrived = known(order, { arrived: true })
    expect(await desk.lookUp(arrived)).toMatchObject({ kind: 'not_seen' })
    await desk.simulated.pass(10_000)
    expect(await desk.lookUp(arrived)).toMatchObject({ kind: 'found', order: { state: 'ended', filledQty: 0 } })
  })
})

describe('a look-up', () => {
  it('a look-up without a refusal never proves absence: the same bytes are sent again instead', async () => {
    desk = await openDesk()
    const order = await desk.prepared()
    for (let minute = 0; minute < 5; minute += 1) {
      expect(await desk.lookUp(order)).toMatchObject({ kind: 'not_seen' })
      await desk.simulated.pass(60_000)
    }
  })

  it('after a refusal takes an order for absent a minute after the last send, and has it watched', async () => {
    desk = await openDesk()
    const order = known(await desk.prepared(), { refusal })
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'not_seen' })
    await desk.simulated.pass(59_999)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'not_seen' })
    await desk.simulated.pass(1)
    expect(await desk.lookUp(order)).toEqual({ kind: 'absent', watchMs: DAY })
    expect(await desk.lookUp(known(order, { lastSentAt: desk.simulated.time.now }))).toMatchObject({ kind: 'not_seen' })
  })

  it('needs a second look-up to prove that an order is absent', async () => {
    desk = await openDesk()
    const order = known(await desk.prepared(), { refusal })
    await desk.simulated.pass(120_000)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'not_seen' })
    await desk.simulated.pass(9_999)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'not_seen' })
    await desk.simulated.pass(1)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'absent' })
  })

  it('is not misled by reads that lag', async () => {
    desk = await openDesk({ staleReadsMs: 8_000 })
    const order = await desk.prepared()
    await desk.placed(order)
    for (let second = 0; second < 8; second += 1) {
      expect((await desk.lookUp(known(order, { refusal, lastSentAt: START - 60_000 }))).kind).not.toBe('absent')
      await desk.simulated.pass(1_000)
    }
    await desk.simulated.pass(8_000)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found' })
  })

  it.each([
    ['/data/order/', { status: 500 }],
    ['/data/order/', { status: 200, body: {} }],
    ['/data/trades$', { status: 404 }],
    ['/data/trades$', { status: 200, body: {} }],
  ])('a look-up that fails at %s with %j says so', async (path, luck) => {
    desk = await openDesk()
    await desk.simulated.control('faults', { method: 'GET', path, kind: 'status', times: 3, ...luck })
    await expect(desk.lookUp(await desk.prepared())).rejects.toThrow(ExchangeUnavailable)
  })

  it('finds nothing of an order whose second part was never sent, and the same bytes complete it', async () => {
    desk = await openDesk()
    await desk.hold('YES', 10)
    const order = await desk.prepared({ buyFlag: false, qty: qty(16_000_000) })
    await desk.fault({ kind: 'delay', delay_ms: 0 })
    await desk.fault({ kind: 'drop_before' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    await desk.simulated.pass(60_000)
    await desk.lookUp(order)
    await desk.simulated.pass(60_000)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'not_seen' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted' })
    expect(await resting()).toHaveLength(2)
  })
})

describe('a proof that needs two look-ups', () => {
  it('continues in another process from its stored state, and begins anew without it', async () => {
    desk = await openDesk()
    const order = known(await desk.prepared(), { refusal })
    await desk.simulated.pass(60_000)
    const since = desk.simulated.time.now
    const first = await desk.exchange.lookUp(desk.account, order, anySignal())
    const childObservations = { killed: [], missing: [{ id: order.attempt.identity, since }] }
    expect(first).toEqual({ kind: 'not_seen', retryAfterMs: 10_000, childObservations })
    await desk.simulated.pass(10_000)
    const another = adapterFor(desk.simulated.simulator.urls, () => desk.simulated.time.now)
    expect((await another.lookUp(desk.account, order, anySignal())).kind).toBe('not_seen')
    expect((await another.lookUp(desk.account, known(order, { childObservations }), anySignal())).kind).toBe('absent')
  })

  it('begins with the answer to a cancel, and continues in another process', async () => {
    desk = await openDesk({ showsEndedOrders: false })
    const exchangeOrderId = await desk.placed(await desk.prepared())
    const target = {
      exchangeOrderId,
      nativeId: MARKET,
      shard: 0,
      childObservations: NO_CHILD_OBSERVATIONS,
      since: START,
    }
    const { childObservations = NO_CHILD_OBSERVATIONS } = await desk.exchange.cancel(desk.account, target, anySignal())
    const another = adapterFor(desk.simulated.simulator.urls, () => desk.simulated.time.now)
    const ref = { ...target, childObservations }
    expect(await another.order(desk.account, ref, anySignal())).toMatchObject({ report: null })
    await desk.simulated.pass(10_000)
    expect(await another.order(desk.account, ref, anySignal())).toMatchObject({ report: { state: 'ended' } })
  })
})

describe('an order of two parts of which one arrived unseen', () => {
  it('is reported with the reason for the missing part, once the reason is certain', async () => {
    desk = await openDesk()
    await desk.hold('YES', 10)
    const order = await desk.prepared({ buyFlag: false, qty: qty(16_000_000) })
    await desk.fault({ kind: 'drop_after' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    await desk.simulated.control('mode', { mode: 'geoblock' })
    // Refused before anybody asks whether it is there already.
    const outcome = await desk.submit(order)
    expect(outcome).toMatchObject({ kind: 'later', refusing: 'exchange_refuses' })
    const refused = known(order, { refusal: { code: 'account_restricted', reason: 'not from here' } })
    expect(await desk.lookUp(refused)).toMatchObject({ kind: 'not_seen' })
    await desk.simulated.pass(60_000)
    expect(await desk.lookUp(refused)).toMatchObject({
      kind: 'found',
      order: { state: 'live', filledQty: 0, partRefusal: 'not from here' },
    })
    expect(await resting()).toHaveLength(1)
  })
})

describe('making an unsure send harmless', () => {
  it('takes it off the book when it arrived', async () => {
    desk = await openDesk()
    const order = await desk.prepared()
    await desk.fault({ kind: 'drop_after' })
    await desk.submit(order)
    expect(await desk.invalidateIdentity(order)).toEqual({ kind: 'arrived' })
    expect(await resting()).toEqual([])
    expect(await desk.lookUp(known(order, { arrived: true }))).toMatchObject({
      kind: 'found',
      order: { state: 'ended', filledQty: 0 },
    })
  })

  it('finds that it filled', async () => {
    desk = await openDesk({ showsEndedOrders: false })
    await desk.book({ asks: [[0.4, 100]] })
    const order = await desk.prepared()
    await desk.fault({ kind: 'drop_after' })
    await desk.submit(order)
    expect(await desk.invalidateIdentity(order)).toEqual({ kind: 'arrived' })
  })

  it('finds by its trades that it filled, even if no other read shows it', async () => {
    desk = await openDesk({ showsEndedOrders: false })
    await desk.book({ asks: [[0.4, 100]] })
    const order = await desk.prepared()
    await desk.fault({ kind: 'drop_after' })
    await desk.submit(order)
    await desk.simulated.pass(60_000)
    const body = { canceled: [], not_canceled: { [order.attempt.identity]: "order can't be found" } }
    const unknown = { method: 'DELETE', path: '/clob/order', kind: 'status', status: 200, body }
    await desk.simulated.control('faults', unknown)
    expect(await desk.invalidateIdentity(order)).toEqual({ kind: 'arrived' })
    await desk.simulated.pass(60_000)
    expect(await desk.invalidateIdentity(order)).toEqual({ kind: 'arrived' })
  })

  it('waits a minute for one that has not arrived, and has it watched for a day', async () => {
    desk = await openDesk()
    const order = await desk.prepared()
    await desk.fault({ kind: 'drop_before' })
    await desk.submit(order)
    expect(await desk.invalidateIdentity(order)).toMatchObject({
      kind: 'unknown',
      error: expect.stringMatching(/waiting/),
    })
    await desk.simulated.pass(60_000)
    expect(await desk.invalidateIdentity(order)).toEqual({ kind: 'dead', watchMs: DAY })
    // The id was not barred: this is why it is watched.
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted' })
  })

  it('never takes it for dead sooner, nor by one look-up', async () => {
    desk = await openDesk()
    const order = await desk.prepared()
    await desk.fault({ kind: 'drop_before' })
    await desk.submit(order)
    expect(await desk.invalidateIdentity(order)).toMatchObject({ kind: 'unknown' })
    await desk.simulated.pass(59_999)
    expect(await desk.invalidateIdentity(order)).toMatchObject({ kind: 'unknown' })
    await desk.simulated.pass(1)
    // By a process that does not know of the looks before.
    const once = await desk.exchange.invalidateIdentity(desk.account, order, anySignal())
    expect(once).toMatchObject({ kind: 'unknown' })
    expect(await desk.invalidateIdentity(order)).toMatchObject({ kind: 'dead' })
  })

  it('cancels the part of an order that arrived alone', async () => {
    desk = await openDesk()
    await desk.hold('YES', 10)
    const order = await desk.prepared({ buyFlag: false, qty: qty(16_000_000) })
    await desk.fault({ kind: 'delay', delay_ms: 0 })
    await desk.fault({ kind: 'drop_before' })
    await desk.submit(order)
    expect(await desk.invalidateIdentity(order)).toEqual({ kind: 'arrived' })
    expect(await resting()).toEqual([])
    const arrived = known(order, { arrived: true })
    await desk.lookUp(arrived)
    await desk.simulated.pass(10_000)
    expect(await desk.lookUp(arrived)).toMatchObject({ kind: 'found', order: { state: 'ended', filledQty: 0 } })
  })

  it.each([
    ['nobody answers', { kind: 'drop_before' }],
    ['it is refused', { kind: 'status', status: 503, body: { error: 'Trading is currently disabled.' } }],
    ['the answer makes no sense', { kind: 'status', status: 200, body: [] }],
  ])('is unknown when %s', async (_, luck) => {
    desk = await openDesk()
    await desk.simulated.control('faults', { method: 'DELETE', path: '/clob/order', times: 1, ...luck })
    expect(await desk.invalidateIdentity(await desk.prepared())).toMatchObject({ kind: 'unknown' })
  })
})
