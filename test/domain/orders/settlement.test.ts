/** Fills that are not final yet (EXCHANGE_B): counted at once, taken back when their settlement fails, watched until then. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactCost, type Qty } from '#domain/kernel/numbers.ts'
import { isSettled, wantsCancel } from '#domain/orders/derive-status.ts'
import { addFills, type MovedFill, settles } from '#domain/orders/fills/add-fills.ts'
import type { Fill, FillStatus } from '#domain/orders/fills/fill.ts'
import type { Order } from '#domain/orders/order.ts'
import { mayMove } from '#domain/orders/status.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { claim } from '#domain/orders/transitions/claim.ts'
import { endUnsent, endWatch } from '#domain/orders/transitions/end-unsent.ts'
import { markOutcomeUnknown } from '#domain/orders/transitions/reschedule.ts'
import { NOW, sampleFill, sampleOrder } from '#test/adapters/store/samples.ts'
import { rounds } from '#test/support/run/plays.ts'

const HASHES = ['0xa1', '0xb2']
const contracts = (count: number): Qty => (count * 1_000_000) as Qty
const sent = (change: Partial<Order> = {}): Order =>
  claim(
    sampleOrder({ exchange: 'EXCHANGE_B', ...change }),
    { token: 't', until: NOW + 1 },
    { number: 1, identity: HASHES.join('+'), payload: '{}', exchangeOrderIds: HASHES },
    NOW,
  )
const received = (state: 'live' | 'ended', filled: number, order = sent()): Order =>
  applyStatusReport(order, { exchangeOrderId: HASHES.join('+'), state, filledQty: contracts(filled) }, NOW)
const fill = (n: number, count: number, status: FillStatus): Fill =>
  sampleFill(sent(), n, { qty: contracts(count), status, exchangeAt: NOW + n })
const become = (from: Fill, status: FillStatus): MovedFill => ({ from, to: { ...from, status } })

describe('a provisional fill', () => {
  const open = fill(1, 10, 'PROVISIONAL')
  const executed = addFills(received('ended', 10), [open], [], NOW)

  it('counts at once, and keeps the order watched from its trade on', () => {
    expect(executed).toMatchObject({
      status: 'EXECUTED',
      tradedQty: contracts(10),
      provisional: { count: 1, since: NOW + 1 },
    })
    expect(isSettled(executed)).toBe(false)
    expect(executed.dueAt).not.toBeNull()
  })

  it('changes no quantity and settles the order if it becomes final', () => {
    const final = addFills(executed, [], [become(open, 'FINAL')], NOW)
    expect(final).toMatchObject({ status: 'EXECUTED', tradedQty: contracts(10), provisional: null, dueAt: null })
    expect(isSettled(final)).toBe(true)
  })

  it('is removed with cost and fee if it is reversed, and an executed order becomes CANCELLED with the rest', () => {
    const two = addFills(received('ended', 10), [fill(1, 4, 'PROVISIONAL'), fill(2, 6, 'FINAL')], [], NOW)
    const reversed = addFills(two, [], [become(fill(1, 4, 'PROVISIONAL'), 'REVERSED')], NOW)
    expect(reversed).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'settlement_failed',
      tradedQty: contracts(6),
      reversedQty: contracts(4),
      feesPaid: 17_000,
      fillCount: 2,
    })
    expect(reversed.tradedCost).toBe(exactCost(fill(2, 6, 'FINAL').price, contracts(6)))
    expect(isSettled(reversed)).toBe(true)
  })

  it('leaves a resting order resting if it is reversed', () => {
    const partly = addFills(received('live', 4), [fill(1, 4, 'PROVISIONAL')], [], NOW)
    const reversed = addFills(partly, [], [become(fill(1, 4, 'PROVISIONAL'), 'REVERSED')], NOW)
    expect(reversed).toMatchObject({ status: 'PARTIALLY_FILLED', exchangeState: 'live', tradedQty: 0 })
  })

  it('is shown and does not count if it is first seen after its settlement failed', () => {
    const reversed = addFills(received('ended', 10), [fill(1, 10, 'REVERSED')], [], NOW)
    expect(reversed).toMatchObject({ status: 'CANCELLED', tradedQty: 0, fillCount: 1, provisional: null })
    expect(isSettled(reversed)).toBe(true)
  })

  it('is the only kind of fill that can still change', () => {
    expect(settles(fill(1, 1, 'PROVISIONAL'), fill(1, 1, 'REVERSED'))).toBe(true)
    expect(settles(fill(1, 1, 'PROVISIONAL'), fill(1, 1, 'PROVISIONAL'))).toBe(false)
    expect(settles(fill(1, 1, 'FINAL'), fill(1, 1, 'REVERSED'))).toBe(false)
    expect(settles(fill(1, 1, 'REVERSED'), fill(1, 1, 'FINAL'))).toBe(false)
  })
})

describe('fills of an order whose send is still unknown', () => {
  it('prove its arrival if they fill it completely', () => {
    const filled = addFills(markOutcomeUnknown(sent(), 'time-out', NOW), [fill(1, 10, 'FINAL')], [], NOW)
    expect(filled).toMatchObject({ status: 'EXECUTED', sendState: 'acked', exchangeOrderId: '0xa1+0xb2', lease: null })
    expect(isSettled(filled)).toBe(true)
  })

  it('leave it to be looked up while a part of it may never have been sent', () => {
    const partly = addFills(markOutcomeUnknown(sent(), 'time-out', NOW), [fill(1, 6, 'FINAL')], [], NOW)
    expect(partly).toMatchObject({ status: 'PROCESSING', sendState: 'unknown', tradedQty: contracts(6) })
    expect(partly.dueAt).not.toBeNull()
  })
})

describe('an order given up without proof', () => {
  const given = endUnsent(sent(), 'CANCELLED', 'user', NOW, 1_000)

  it('is over, and watched until its time is up', () => {
    expect(given).toMatchObject({ status: 'CANCELLED', watchUntil: NOW + 1_000, dueAt: NOW + 1_000 })
    expect(isSettled(given)).toBe(false)
    expect(endWatch(given, NOW + 999)).toBe(given)
    expect(isSettled(endWatch(given, NOW + 1_000))).toBe(true)
  })

  it('is due to be taken off the book at once if it appears there, and stays CANCELLED', () => {
    const back = received('live', 0, given)
    expect(back).toMatchObject({ status: 'CANCELLED', exchangeState: 'live' })
    expect(wantsCancel(back, NOW)).toBe(true)
    expect(back.dueAt).not.toBeNull()
  })

  it('becomes EXECUTED if it is reported as filled', () => {
    expect(addFills(given, [fill(1, 10, 'FINAL')], [], NOW).status).toBe('EXECUTED')
  })
})

describe('an IOC order that rests', () => {
  it('is due to be taken off the book at once', () => {
    const resting = received('live', 3, sent({ timeInForce: 'IOC' }))
    expect(wantsCancel(resting, NOW)).toBe(true)
    expect(resting.dueAt).not.toBeNull()
  })
})

describe('a refused part', () => {
  it('shows its reason after the other part ends', () => {
    const live = applyStatusReport(
      sent(),
      { exchangeOrderId: 'x', state: 'live', filledQty: contracts(0), partRefusal: 'why' },
      NOW,
    )
    const ended = applyStatusReport(live, { exchangeOrderId: 'x', state: 'ended', filledQty: contracts(6) }, NOW)
    expect(ended).toMatchObject({ status: 'CANCELLED', cancelReason: 'why' })
  })
})

describe('after random settlements and failures', () => {
  it('an order counts exactly the fills that are not reversed, and is settled if none is open', () => {
    const trade = fc.record({
      count: fc.integer({ min: 1, max: 3 }),
      path: fc.constantFrom<readonly FillStatus[]>(
        ['FINAL'],
        ['REVERSED'],
        ['PROVISIONAL', 'FINAL'],
        ['PROVISIONAL', 'REVERSED'],
        ['PROVISIONAL'],
      ),
    })
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 8 }), fc.boolean(), (trades, cancelled) => {
        let order = received('live', 0)
        if (cancelled) order = received('ended', 0, order)
        const now: Fill[] = []
        for (const step of [0, 1]) {
          trades.forEach(({ count, path }, n) => {
            const status = path[step]
            if (status === undefined) return
            const said = fill(n, count, status)
            const before = order
            order = addFills(order, step === 0 ? [said] : [], step === 0 ? [] : [become(now[n] ?? said, status)], NOW)
            now[n] = said
            expect(mayMove(before.status, order.status), `${before.status} → ${order.status}`).toBe(true)
          })
        }
        const counted = now.filter(({ status }) => status !== 'REVERSED')
        const traded = counted.reduce((sum, { qty }) => sum + qty, 0)
        const open = now.filter(({ status }) => status === 'PROVISIONAL')
        expect(order.tradedQty).toBe(traded)
        expect(order.tradedCost).toBe(counted.reduce((sum, { price, qty }) => sum + exactCost(price, qty), 0n))
        expect(order.provisional?.count ?? 0).toBe(open.length)
        if (traded < order.qty) expect(order.status).not.toBe('EXECUTED')
        if (order.exchangeState === 'ended') expect(isSettled(order)).toBe(open.length === 0)
      }),
      { numRuns: rounds(1_000) },
    )
  })
})
