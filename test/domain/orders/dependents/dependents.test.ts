/** Notifications to dependents of an order, and orders that a conditional places. */

import { describe, expect, it } from 'vitest'
import { isNotificationDue, markNotified, stateForDependents, withDependents } from '#domain/baskets/dependents.ts'
import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import { entryOf, exitOrderOf } from '#domain/contingent/exits/exit-view.ts'
import { type Placing, releaseOrder, triggerOrder } from '#domain/contingent/trigger/trigger-order.ts'
import { attach, notifyBy } from '#domain/orders/dependents/dependents.ts'
import type { ExitOrder } from '#domain/orders/dependents/exit-order.ts'
import { newOrder, type Order } from '#domain/orders/order.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { claim } from '#domain/orders/transitions/claim.ts'
import { endUnsent } from '#domain/orders/transitions/end-unsent.ts'
import { endNotHeld, reject } from '#domain/orders/transitions/refuse.ts'
import { requestCancel } from '#domain/orders/transitions/request-cancel.ts'
import { offerLess, shrink } from '#domain/orders/transitions/resize.ts'
import { contracts, sampleConditional, T0 } from '../../contingent/complex-samples.ts'

const MARKETS = [
  { svcId: 7, exchange: 'EXCHANGE_A' as const, tickSizeQty: contracts(1), minimumOrderSize: contracts(1) },
]
const PLACING: Placing = {
  orderId: 'o',
  qty: contracts(4),
  entryId: 'entry',
  suspended: false,
  again: 0,
  children: [],
  split: null,
}

/** The order that a conditional on a market places. */
const placed = (placing: Placing, now: number): Order => {
  const order = triggerOrder(sampleConditional(), placing, now)
  if (isBasketOrder(order)) throw new Error('an order on a market was expected')
  return order
}

const parent = (change: Partial<Order> = {}): Order => ({
  ...withDependents(
    newOrder(
      {
        orderId: 'p',
        userId: 'u',
        subaccountId: 's',
        exchange: 'EXCHANGE_A',
        svcId: 7,
        nativeId: 'KX',
        shard: 0,
        orderType: 'LIMIT',
        timeInForce: 'GTC',
        qty: contracts(10),
        buyFlag: true,
        price: null,
        expiresAt: null,
        clientOrderId: null,
      },
      T0,
    ),
    ['c1'],
  ),
  ...change,
})

const sent = (order: Order) =>
  claim(order, { token: 't', until: T0 + 1 }, { number: 1, identity: 'i', payload: '', exchangeOrderIds: [] }, T0)
const received = (order: Order, state: 'live' | 'ended', filled: number) =>
  applyStatusReport(order, { exchangeOrderId: 'v', state, filledQty: contracts(filled) }, T0 + 5)

describe('an order with conditionals', () => {
  it('owes a notification only after a fill or its end', () => {
    expect(isNotificationDue(parent())).toBe(false)
    const resting = received(sent(parent()), 'live', 0)
    expect(resting).toMatchObject({ notifyDueAt: null, dueAt: null })
    const filled = received(resting, 'live', 3)
    expect(filled.notifyDueAt).toBe(T0 + 5 + 15_000)
    const reported = markNotified(filled, stateForDependents(filled), null)
    expect(isNotificationDue(reported)).toBe(false)
    expect(markNotified(reported, stateForDependents(filled), null)).toBe(reported)
    expect(isNotificationDue(received(reported, 'ended', 3))).toBe(true)
    expect(isNotificationDue(received(parent({ complexOrderIds: [] }), 'ended', 3))).toBe(false)
  })

  it('notifies a newly attached conditional of its present state at once', () => {
    const attached = attach(parent(), 'c2', T0 + 9)
    expect(attached).toMatchObject({ complexOrderIds: ['c1', 'c2'], notifyDueAt: T0 + 9 })
    expect(isNotificationDue(attached)).toBe(true)
    expect(notifyBy(attached, T0 + 99)).toBe(attached)
    expect(notifyBy(parent(), T0 + 99).notifyDueAt).toBe(T0 + 99)
  })

  it('is over for its exits if nothing can fill any more, and complete if all its fills are held', () => {
    expect(entryOf(received(sent(parent()), 'live', 4), MARKETS)).toMatchObject({ bought: contracts(4), over: false })
    const ended = received(sent(parent()), 'ended', 4)
    expect(entryOf(ended, MARKETS)).toMatchObject({
      bought: contracts(4),
      over: true,
      complete: false,
      settling: false,
    })
    expect(entryOf({ ...ended, tradedQty: contracts(4) }, MARKETS).complete).toBe(true)
    expect(entryOf({ ...ended, watchUntil: T0 }, MARKETS).complete).toBe(false)
    expect(entryOf({ ...ended, exchange: 'EXCHANGE_B' }, MARKETS).settling).toBe(true)
  })
})

describe('the order of an exit', () => {
  const exit = () => {
    const order = placed(PLACING, T0)
    return markNotified(order, stateForDependents(order), null)
  }

  it('notifies the linked exits if it is reduced at its send', () => {
    expect(isNotificationDue(exit())).toBe(false)
    expect(shrink(exit(), contracts(3), T0)).toMatchObject({ qty: contracts(3), notHeld: contracts(1) })
    expect(isNotificationDue(shrink(exit(), contracts(3), T0))).toBe(true)
    expect(offerLess(exit(), contracts(3), contracts(0), T0)).toMatchObject({ qty: contracts(3), notHeld: 0 })
    expect(isNotificationDue(offerLess(exit(), contracts(3), contracts(0), T0))).toBe(true)
    expect(isNotificationDue(endNotHeld(exit(), { code: 'c', reason: 'r' }, T0))).toBe(true)
  })

  it('notifies them of all the fields that their plan reads, except the time', () => {
    const changes: Readonly<Record<Exclude<keyof ExitOrder, 'orderId' | 'endedAt'>, Order>> = {
      qty: { ...exit(), qty: contracts(5) },
      filled: { ...exit(), exchangeFilledQty: contracts(1) },
      notHeld: { ...exit(), notHeld: contracts(1) },
      state: { ...exit(), suspended: true },
      leaving: { ...exit(), cancelRequestedAt: T0 },
      takenBack: { ...exit(), reversedQty: contracts(1) },
      refusedSince: { ...exit(), refusedSince: T0 },
      end: { ...exit(), status: 'REJECTED', exchangeState: 'ended' },
    }
    for (const [name, changed] of Object.entries(changes)) expect(isNotificationDue(changed), name).toBe(true)
    const later = { ...exit(), updatedAt: T0 + 9, retries: 3, lastError: 'later', dueAt: T0 + 99 }
    expect(isNotificationDue(later)).toBe(false)
  })
})

describe('the order that a conditional places', () => {
  it('is held until its siblings are gone, and then released for the rest', () => {
    const held = placed({ ...PLACING, suspended: true }, T0)
    expect(held).toMatchObject({
      origin: { kind: 'exit', complexOrderId: sampleConditional().complexOrderId, entryId: 'entry', hasFired: true },
      suspended: true,
      dueAt: null,
      sendBy: null,
      timeInForce: 'IOC',
      buyFlag: false,
    })
    expect(exitOrderOf(held).state).toBe('held')
    const released = releaseOrder(held, contracts(3), null, T0 + 7)
    expect(released).toMatchObject({ suspended: false, qty: contracts(3), dueAt: T0 + 7 })
    expect(releaseOrder(released, contracts(9), null, T0 + 8)).toBe(released)
    expect(exitOrderOf(released).state).toBe('open')
    expect(exitOrderOf(endUnsent(held, 'CANCELLED', 'user', T0))).toMatchObject({ state: 'ended', end: 'user' })
  })

  it('must act now if it exits no entry, and may wait for the exchange if it protects one', () => {
    expect(placed({ ...PLACING, entryId: null }, T0).sendBy).toBe(T0 + 30_000)
    expect(placed(PLACING, T0).sendBy).toBeNull()
    expect(placed({ ...PLACING, children: ['c'] }, T0).complexOrderIds).toEqual(['c'])
  })

  it('may end for its siblings, by its user, with all others, or because it failed', () => {
    const order = sent(placed(PLACING, T0))
    const end = (reason: string) => exitOrderOf(received(requestCancel(order, reason, T0), 'ended', 1))
    expect(end('user')).toMatchObject({ end: 'user', filled: contracts(1), state: 'ended', leaving: true })
    expect(end('cancel_all').end).toBe('with_all')
    expect(end('sibling').end).toBe('ours')
    expect(exitOrderOf(received(order, 'ended', 1)).end).toBe('failed')
    expect(exitOrderOf(reject(order, { code: 'c', reason: 'r' }, T0)).end).toBe('failed')
    expect(exitOrderOf(received(order, 'ended', 4))).toMatchObject({ end: null, state: 'ended' })
  })
})
