/** The state machine of conditional orders: legal moves only, one final state, one trigger. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMPLEX_ORDER_MOVES, COMPLEX_ORDER_STATUSES, isTerminal } from '#domain/complex-orders/status.ts'
import { type Conditional, isExit, restsAtExchange } from '#domain/contingent/conditional.ts'
import {
  adopt,
  arm,
  armStop,
  cancel,
  fire,
  giveUp,
  place,
  placeAgain,
  resize,
  settleChildren,
} from '#domain/contingent/transitions.ts'
import { cents, contracts, sampleConditional, T0, trigger } from './complex-samples.ts'

const SEEN = { price: cents(29), source: 'mid' } as const

describe('conditional orders', () => {
  it('are stored PENDING: a standalone one due for activation, one with a parent waiting for it', () => {
    expect(sampleConditional()).toMatchObject({ status: 'PENDING', dueAt: T0 + 30_000, armedQty: null })
    expect(sampleConditional({ parentOrderId: 'p' })).toMatchObject({ status: 'PENDING', dueAt: null })
    expect(sampleConditional({ parentComplexOrderId: 'c' }).dueAt).toBeNull()
  })

  it('fire once: the second price, and a cancel after it, change nothing', () => {
    const armed = arm(sampleConditional(), contracts(10), null, T0)
    expect(armed).toMatchObject({ status: 'ACTIVE', armedQty: contracts(10), dueAt: null })
    const fired = fire(armed, 'o1', SEEN, T0 + 5)
    expect(fired).toMatchObject({
      status: 'TRIGGERED',
      triggerOrderId: 'o1',
      orderIds: ['o1'],
      triggeredAt: T0 + 5,
      triggerPrice: cents(29),
      triggerPriceSource: 'mid',
    })
    expect(fire(fired, 'o2', SEEN, T0 + 6)).toBe(fired)
    expect(cancel(fired, 'user', T0 + 7)).toBe(fired)
  })

  it('do not fire before they are armed, nor after they are cancelled', () => {
    const waiting = sampleConditional()
    expect(fire(waiting, 'o1', SEEN, T0)).toBe(waiting)
    const cancelled = cancel(waiting, 'user', T0)
    expect(cancelled).toMatchObject({ status: 'CANCELLED', cancelReason: 'user' })
    expect(fire(cancelled, 'o1', SEEN, T0)).toBe(cancelled)
    expect(arm(cancelled, contracts(1), null, T0)).toBe(cancelled)
    expect(place(cancelled, 'o1', contracts(1), null, T0)).toBe(cancelled)
  })

  it('an SL arms a STOP and a TP a REVERSE_STOP, linked both ways', () => {
    const requested = { parentOrderId: 'p', stopPrice: null, trigger: trigger({ stopPrice: cents(30) }) }
    const sl = armStop(sampleConditional({ ...requested, subtype: 'SL' }), 'stop', contracts(4), 'p', T0 + 1)
    expect(sl.head).toMatchObject({ status: 'ACTIVE', armedQty: contracts(4), triggerComplexOrderId: 'stop' })
    expect(sl.stop).toMatchObject({
      complexOrderId: 'stop',
      subtype: 'STOP',
      status: 'ACTIVE',
      stopPrice: cents(30),
      armedBy: sl.head.complexOrderId,
      parentComplexOrderId: sl.head.complexOrderId,
      parentOrderId: 'p',
      armedQty: contracts(4),
      createdAt: T0 + 1,
      trigger: { stopPrice: null },
    })
    const tp = armStop(sampleConditional({ ...requested, subtype: 'TP' }), 'stop', contracts(4), 'p', T0 + 1)
    expect(tp.stop?.subtype).toBe('REVERSE_STOP')
    expect(armStop(tp.head, 'another', contracts(4), 'p', T0 + 2)).toEqual({ head: tp.head, stop: null })
  })

  it('a cancel makes its dependents due, and is settled after these are done', () => {
    const parent = adopt(sampleConditional(), 'child')
    expect(parent.childIds).toEqual(['child'])
    const cancelled = cancel(parent, 'user', T0 + 9)
    expect(cancelled.dueAt).toBe(T0 + 9)
    expect(settleChildren(cancelled).dueAt).toBeNull()
    expect(settleChildren(settleChildren(cancelled))).toEqual(settleChildren(cancelled))
  })

  it('are placed, placed again and given up only from valid states', () => {
    const waiting = sampleConditional({ subtype: 'TP', stopPrice: null })
    expect(placeAgain(waiting, 'o1', T0)).toBe(waiting)
    expect(giveUp(waiting, T0)).toBe(waiting)
    const first = place(waiting, 'o1', contracts(3), 'p', T0)
    expect(first).toMatchObject({ status: 'TRIGGERED', triggerOrderId: 'o1', parentOrderId: 'p' })
    const second = placeAgain(first, 'o2', T0 + 1)
    expect(second).toMatchObject({ triggerOrderId: 'o2', orderIds: ['o1', 'o2'] })
    expect(giveUp(giveUp(second, T0 + 2), T0 + 3).incompleteAt).toBe(T0 + 2)
    expect(resize(second, contracts(1), T0)).toBe(second)
  })

  it('know if they exit the entry of their parent, and if they rest at the exchange', () => {
    expect(isExit({ trigger: trigger({ buyFlag: false }) }, { buyFlag: true })).toBe(true)
    expect(isExit({ trigger: trigger({ buyFlag: true }) }, { buyFlag: true })).toBe(false)
    expect(restsAtExchange({ subtype: 'TP', trigger: trigger() })).toBe(true)
    expect(restsAtExchange({ subtype: 'TP', trigger: trigger({ stopPrice: cents(1) }) })).toBe(false)
    expect(restsAtExchange({ subtype: 'SL', trigger: trigger({ stopPrice: cents(1) }) })).toBe(false)
  })

  it('make only legal moves to one final state, with one firing, after random events', () => {
    const step = fc.constantFrom<(order: Conditional, now: number) => Conditional>(
      (order, now) => arm(order, contracts(10), null, now),
      (order, now) => armStop(order, `stop-${now}`, contracts(9), null, now).head,
      (order, now) => resize(order, contracts(now % 7), now),
      (order, now) => fire(order, `o-${now}`, SEEN, now),
      (order, now) => place(order, `o-${now}`, contracts(1), null, now),
      (order, now) => cancel(order, 'user', now),
      (order, now) => giveUp(order, now),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let order = sampleConditional()
        steps.forEach((apply, i) => {
          const before = order
          order = apply(order, T0 + i)
          if (order.status !== before.status) expect(COMPLEX_ORDER_MOVES[before.status]).toContain(order.status)
          if (isTerminal(before.status)) expect(order.status).toBe(before.status)
          if (before.triggeredAt !== null) expect(order.triggeredAt).toBe(before.triggeredAt)
          expect(order.orderIds.length).toBeLessThanOrEqual(1)
          expect(order.status === 'CANCELLED').toBe(order.cancelReason !== null)
          expect(order.status === 'TRIGGERED').toBe(order.triggerOrderId !== null)
        })
      }),
    )
    expect(COMPLEX_ORDER_STATUSES.filter(isTerminal)).toEqual(['TRIGGERED', 'CANCELLED', 'COMPLETED', 'EXPIRED'])
  })
})
