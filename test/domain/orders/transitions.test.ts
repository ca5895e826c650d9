/** The order's state machine: every legal move is possible, no illegal one is, whatever happens in whatever order. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Money, Price, Qty } from '#domain/kernel/numbers.ts'
import { averagePrice } from '#domain/kernel/numbers.ts'
import { isSettled } from '#domain/orders/derive-status.ts'
import { addFills } from '#domain/orders/fills/add-fills.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { newOrder, type Order, type OrderRequest } from '#domain/orders/order.ts'
import { isFinal, MOVES, mayMove, ORDER_STATUSES } from '#domain/orders/status.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { recordArrival } from '#domain/orders/transitions/attempt.ts'
import { claim } from '#domain/orders/transitions/claim.ts'
import { endUnsent } from '#domain/orders/transitions/end-unsent.ts'
import { refuse, reject } from '#domain/orders/transitions/refuse.ts'
import { requestCancel } from '#domain/orders/transitions/request-cancel.ts'
import { markOutcomeUnknown, postpone } from '#domain/orders/transitions/reschedule.ts'
import { rounds } from '#test/support/run/plays.ts'

const T0 = 1_800_000_000_000
const contracts = (count: number): Qty => (count * 1_000_000) as Qty

const request = (change: Partial<OrderRequest> = {}): OrderRequest => ({
  orderId: '0193a5c0-0000-7000-8000-000000000001',
  userId: '0193a5c0-0000-7000-8000-000000000002',
  subaccountId: '0193a5c0-0000-7000-8000-000000000003',
  exchange: 'EXCHANGE_A',
  svcId: 7,
  nativeId: 'KXTEST',
  shard: 0,
  orderType: 'LIMIT',
  timeInForce: 'GTC',
  qty: contracts(10),
  buyFlag: true,
  price: 420_000 as Price,
  expiresAt: null,
  clientOrderId: null,
  ...change,
})

const ATTEMPT = { number: 1, identity: 'id-1', payload: '{}', exchangeOrderIds: [] }
const claimed = (change: Partial<OrderRequest> = {}): Order =>
  claim(newOrder(request(change), T0), { token: 't', until: T0 + 45_000 }, ATTEMPT, T0)

const fill = (id: string, count: number, at = 420_000, status: Fill['status'] = 'FINAL'): Fill => ({
  fillId: id,
  orderId: request().orderId,
  subaccountId: request().subaccountId,
  svcId: 7,
  exchange: 'EXCHANGE_A',
  exchangeOrderId: 'v',
  exchangeTradeId: id,
  exchangeAt: T0,
  price: at as Price,
  qty: contracts(count),
  fee: 17_500 as Money,
  buyFlag: true,
  isMaker: false,
  status,
})

const word = (state: 'live' | 'ended', filled: number) => ({
  exchangeOrderId: 'v',
  state,
  filledQty: contracts(filled),
})

describe('an order', () => {
  it('starts as PENDING_SUBMISSION with nothing sent', () => {
    const order = newOrder(request(), T0)
    expect(order).toMatchObject({ status: 'PENDING_SUBMISSION', sendState: 'none', attempt: null, tradedQty: 0 })
  })

  it('reads back as IOC without expiry if it is MARKET, unless FOK was requested', () => {
    const as = (timeInForce: 'FOK' | 'GTC' | 'GTD' | 'IOC') =>
      newOrder(request({ orderType: 'MARKET', price: null, timeInForce, expiresAt: T0 + 1 }), T0)
    expect(as('GTC')).toMatchObject({ timeInForce: 'IOC', expiresAt: null, sendBy: T0 + 30_000 })
    expect(as('GTD')).toMatchObject({ timeInForce: 'IOC', expiresAt: null })
    expect(as('FOK').timeInForce).toBe('FOK')
  })

  it('carries its identity before anything is sent, and keeps it over re-sends', () => {
    const first = claimed()
    expect(first).toMatchObject({ status: 'PROCESSING', sendState: 'in_flight' })
    const second = claim(
      markOutcomeUnknown(first, 'time-out', T0),
      { token: 'u', until: T0 + 90_000 },
      ATTEMPT,
      T0 + 50_000,
    )
    expect(second.attempt).toMatchObject({ identity: 'id-1', sends: 2, firstSentAt: T0, lastSentAt: T0 + 50_000 })
  })

  it.each([
    ['live', 0, 'RESTING'],
    ['live', 4, 'PARTIALLY_FILLED'],
    ['ended', 10, 'EXECUTED'],
    ['ended', 4, 'CANCELLED'],
    ['ended', 0, 'CANCELLED'],
  ] as const)('reported as %s with %i of 10 filled is %s', (state, filled, status) => {
    expect(applyStatusReport(claimed(), word(state, filled), T0).status).toBe(status)
  })

  it('is EXPIRED if the exchange ended it after its expiry, unless it was cancelled before', () => {
    const gtd = { timeInForce: 'GTD' as const, expiresAt: T0 + 60_000 }
    const resting = applyStatusReport(claimed(gtd), word('live', 0), T0)
    expect(resting.dueAt).toBe(T0 + 60_000)
    expect(applyStatusReport(resting, word('ended', 0), T0 + 61_000).status).toBe('EXPIRED')
    expect(applyStatusReport(requestCancel(resting, 'user', T0 + 5_000), word('ended', 0), T0 + 61_000)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'user',
    })
    expect(applyStatusReport(resting, word('ended', 10), T0 + 61_000).status).toBe('EXECUTED')
  })

  it('is not REJECTED by the refusal of its only send if it has traded during that send', () => {
    const filled = addFills(claimed(), [fill('one', 10)], [], T0)
    expect(filled).toMatchObject({ status: 'EXECUTED', sendState: 'in_flight' })
    const refused = refuse(filled, { code: 'insufficient_balance', reason: 'not enough money' }, T0)
    expect(refused).toMatchObject({ status: 'EXECUTED', sendState: 'unknown', rejectCode: null })
    expect(refused.attempt?.arrived).toBe(true)
    expect(applyStatusReport(refused, word('ended', 10), T0)).toMatchObject({ status: 'EXECUTED', sendState: 'acked' })
  })

  it('is never on the book again after its end, whatever a stale read reports', () => {
    const ended = applyStatusReport(applyStatusReport(claimed(), word('live', 4), T0), word('ended', 4), T0)
    expect(applyStatusReport(ended, word('live', 0), T0)).toMatchObject({
      status: 'CANCELLED',
      exchangeState: 'ended',
      exchangeFilledQty: contracts(4),
    })
  })

  it('becomes EXECUTED if it was cancelled and is reported as fully filled', () => {
    const cancelled = applyStatusReport(
      requestCancel(applyStatusReport(claimed(), word('live', 0), T0), 'user', T0),
      word('ended', 0),
      T0,
    )
    expect(cancelled.status).toBe('CANCELLED')
    expect(addFills(cancelled, [fill('a', 10)], [], T0)).toMatchObject({ status: 'EXECUTED', tradedQty: contracts(10) })
  })

  it('is settled only when every fill the exchange counts is held', () => {
    const executed = applyStatusReport(claimed(), word('ended', 10), T0)
    expect(isSettled(executed)).toBe(false)
    const partly = addFills(executed, [fill('a', 6)], [], T0)
    expect(isSettled(partly)).toBe(false)
    expect(isSettled(addFills(partly, [fill('b', 4)], [], T0))).toBe(true)
  })

  it('computes quantity, exact average and fees from its fills', () => {
    const order = addFills(
      applyStatusReport(claimed(), word('live', 0), T0),
      [fill('a', 1, 410_000), fill('b', 2, 400_000)],
      [],
      T0,
    )
    expect(order).toMatchObject({ status: 'PARTIALLY_FILLED', tradedQty: contracts(3), feesPaid: 35_000, fillCount: 2 })
    expect(averagePrice(order.tradedCost, order.tradedQty)).toBe(403_333)
  })
})

describe('a send', () => {
  it('ends the order with the reason if it is refused the first time', () => {
    expect(refuse(claimed(), { code: 'insufficient_balance', reason: 'Not enough money.' }, T0)).toMatchObject({
      status: 'REJECTED',
      rejectCode: 'insufficient_balance',
      rejectReason: 'Not enough money.',
    })
  })

  it('proves nothing by a refusal while an earlier send is unresolved', () => {
    const again = claim(markOutcomeUnknown(claimed(), 'time-out', T0), { token: 'u', until: T0 }, ATTEMPT, T0)
    const refused = refuse(again, { code: 'insufficient_balance', reason: 'Not enough money.' }, T0)
    expect(refused).toMatchObject({ status: 'PROCESSING', sendState: 'unknown' })
    expect(refused.attempt?.refusal?.code).toBe('insufficient_balance')
    expect(applyStatusReport(refused, word('live', 0), T0)).toMatchObject({
      status: 'RESTING',
      sendState: 'acked',
      rejectReason: null,
    })
  })

  it('leaves the order unsent if the exchange did not accept it and no earlier send is unresolved', () => {
    const waiting = postpone(claimed(), 'paused', null, T0)
    expect(waiting.sendState).toBe('none')
    const next = claim(waiting, { token: 'u', until: T0 }, ATTEMPT, T0)
    expect(refuse(next, { code: 'price_off_tick', reason: 'Off the grid.' }, T0).status).toBe('REJECTED')
    const again = claim(markOutcomeUnknown(claimed(), 'time-out', T0), { token: 'u', until: T0 }, ATTEMPT, T0)
    expect(postpone(again, 'paused', null, T0).sendState).toBe('unknown')
  })

  it('is due again later, after growing delays, if its outcome is unknown', () => {
    let order = claimed()
    const waits: number[] = []
    for (let round = 0; round < 22; round += 1) {
      order = markOutcomeUnknown(order, 'time-out', T0)
      waits.push((order.dueAt ?? 0) - T0)
    }
    expect(waits.slice(0, 5)).toEqual([2_000, 4_000, 8_000, 16_000, 16_000])
    // After some minutes the exchange is away for long.
    expect(waits.slice(-3)).toEqual([16_000, 60_000, 60_000])
  })
})

/** Anything that can happen to an order. */
const event: fc.Arbitrary<(order: Order, now: number) => Order> = fc.oneof(
  fc.constant((order: Order, now: number) =>
    order.sendState === 'acked' || isFinal(order.status)
      ? order
      : claim(order, { token: 't', until: now + 1 }, ATTEMPT, now),
  ),
  fc
    .record({ state: fc.constantFrom('live' as const, 'ended' as const), filled: fc.integer({ min: 0, max: 10 }) })
    .map(
      (said) => (order: Order, now: number) =>
        order.attempt === null ? order : applyStatusReport(order, word(said.state, said.filled), now),
    ),
  fc.constant((order: Order, now: number) =>
    order.attempt === null ? order : markOutcomeUnknown(order, 'time-out', now),
  ),
  fc.constant((order: Order, now: number) => (order.attempt === null ? order : postpone(order, 'paused', null, now))),
  fc.constant((order: Order, now: number) =>
    order.attempt === null ? order : refuse(order, { code: 'c', reason: 'r' }, now),
  ),
  fc.constant((order: Order) => recordArrival(order)),
  fc.constant((order: Order, now: number) => requestCancel(order, 'user', now)),
  fc.constant((order: Order, now: number) =>
    order.sendState === 'none' ? endUnsent(order, 'CANCELLED', 'user', now) : order,
  ),
  fc.constant((order: Order, now: number) =>
    order.sendState === 'none' && order.status === 'PROCESSING'
      ? reject(order, { code: 'c', reason: 'r' }, now)
      : order,
  ),
  fc
    .integer({ min: 1, max: 4 })
    .map(
      (count) => (order: Order, now: number) =>
        order.attempt === null || order.tradedQty + contracts(count) > order.qty
          ? order
          : addFills(order, [fill(`f${order.fillCount}`, count)], [], now),
    ),
)

describe('postponed work', () => {
  it('is due at the time the exchange gave, and no later than the end of the order', () => {
    const due = (change: Partial<OrderRequest>) => postpone(claimed(change), 'paused', 600_000, T0).dueAt
    expect(due({})).toBe(T0 + 600_000)
    expect(due({ timeInForce: 'IOC' })).toBe(T0 + 30_000)
    expect(due({ timeInForce: 'GTD', expiresAt: T0 + 90_000 })).toBe(T0 + 90_000)
  })
})

describe('after random events in any order', () => {
  it('an order makes only legal moves, its facts only grow, and no unsettled fill is forgotten', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), fc.boolean(), (events, gtd) => {
        let order = newOrder(request(gtd ? { timeInForce: 'GTD', expiresAt: T0 + 12_000 } : {}), T0)
        events.forEach((happen, index) => {
          const before = order
          order = happen(order, T0 + index * 1_000)
          expect(mayMove(before.status, order.status), `${before.status} → ${order.status}`).toBe(true)
          expect(order.tradedQty).toBeGreaterThanOrEqual(before.tradedQty)
          expect(order.exchangeFilledQty).toBeGreaterThanOrEqual(before.exchangeFilledQty)
          expect(order.tradedQty).toBeLessThanOrEqual(order.qty)
          if (before.exchangeState === 'ended') expect(order.exchangeState).toBe('ended')
          if (order.attempt !== null) expect(order.attempt.identity).toBe('id-1')
          if (order.status === 'REJECTED') expect(order.rejectReason).not.toBeNull()
          if (order.status === 'CANCELLED') expect(order.cancelReason).not.toBeNull()
          // On the book with nothing asked of it, the account's poll watches it; all else has a date.
          const watched = order.exchangeState === 'live' && order.cancelRequestedAt === null
          if (!isSettled(order) && !watched) expect(order.dueAt).not.toBeNull()
          if (isSettled(order)) expect(order.dueAt).toBeNull()
        })
      }),
      { numRuns: rounds(2_000) },
    )
  })

  it('final states lead only to the two exceptions', () => {
    const finals = ORDER_STATUSES.filter(isFinal)
    expect(Object.fromEntries(finals.map((status) => [status, MOVES[status]]))).toEqual({
      EXECUTED: ['CANCELLED'],
      CANCELLED: ['EXECUTED'],
      REJECTED: [],
      EXPIRED: ['EXECUTED'],
    })
  })
})
