/** Trailing stops: they follow the best price, at their distance, and never go back. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arm, armStop, cancel, fire, ratchet } from '#domain/contingent/transitions.ts'
import { followed, hasMoved, isTooWide, type Trailing } from '#domain/contingent/trigger/trailing.ts'
import { isTriggered } from '#domain/contingent/trigger/trigger-rule.ts'
import { ONE, type Price } from '#domain/kernel/numbers.ts'
import { cents, contracts, sampleConditional, T0, trigger } from '../complex-samples.ts'

const TRAIL = { amount: cents(5), step: cents(1) }
const NOWHERE: Trailing = { direction: 'down', stopPrice: null, trail: TRAIL }

const anyPrice = fc.integer({ min: 1, max: ONE - 1 }).map((at) => at as Price)
const anyTrailing = fc.record({
  direction: fc.constantFrom('down' as const, 'up' as const),
  stopPrice: fc.constant(null),
  trail: anyPrice.map((amount) => ({ amount, step: cents(1) })),
})

describe('a trailing stop', () => {
  it('is its distance behind the first price it sees', () => {
    expect(followed(NOWHERE, cents(50))).toBe(cents(45))
    expect(followed({ ...NOWHERE, direction: 'up' }, cents(50))).toBe(cents(55))
  })

  it('has no level while its trail is as wide as the price', () => {
    expect(followed(NOWHERE, cents(5))).toBeNull()
    expect(followed({ ...NOWHERE, direction: 'up' }, cents(95))).toBeNull()
    expect(isTooWide(false, cents(5), cents(5))).toBe(true)
    expect(isTooWide(false, cents(5), cents(6))).toBe(false)
    expect(isTooWide(true, cents(5), cents(95))).toBe(true)
    expect(isTooWide(true, cents(5), cents(94))).toBe(false)
  })

  it('is its distance behind the best of all prices, in any order', () => {
    fc.assert(
      fc.property(anyTrailing, fc.array(anyPrice, { minLength: 1 }), (stop, prices) => {
        const stands = prices.reduce<Price | null>((stopPrice, at) => followed({ ...stop, stopPrice }, at), null)
        const best = stop.direction === 'down' ? Math.max(...prices) : Math.min(...prices)
        expect(stands).toBe(followed(stop, best as Price))
      }),
    )
  })

  it('never fires at the price it has just followed', () => {
    fc.assert(
      fc.property(anyTrailing, anyPrice, ({ direction, trail }, at) => {
        const stopPrice = followed({ direction, trail, stopPrice: null }, at)
        const stop = { subtype: 'STOP' as const, stopPrice, trigger: trigger({ buyFlag: direction === 'up' }) }
        expect(isTriggered(stop, at)).toBe(false)
      }),
    )
  })

  it('is stored again only after it has moved by its step', () => {
    expect(hasMoved(TRAIL, null, cents(45))).toBe(true)
    expect(hasMoved(TRAIL, cents(45), cents(45.5))).toBe(false)
    expect(hasMoved(TRAIL, cents(45), cents(46))).toBe(true)
    expect(hasMoved(TRAIL, cents(45), null)).toBe(false)
  })
})

describe('the ratchet', () => {
  const armed = arm(sampleConditional({ stopPrice: null, trail: TRAIL }), contracts(10), null, T0)

  it('moves an armed stop to a better price, and never back', () => {
    const moved = ratchet(armed, cents(45), T0 + 5)
    expect(moved).toMatchObject({ stopPrice: cents(45), updatedAt: T0 + 5 })
    expect(ratchet(moved, cents(44), T0 + 6)).toBe(moved)
    expect(ratchet(moved, cents(45), T0 + 6)).toBe(moved)
    expect(ratchet(moved, cents(46), T0 + 6).stopPrice).toBe(cents(46))
  })

  it('moves a buying stop down', () => {
    const buys = { ...armed, trigger: trigger({ buyFlag: true }), stopPrice: cents(60) }
    expect(ratchet(buys, cents(61), T0)).toBe(buys)
    expect(ratchet(buys, cents(59), T0).stopPrice).toBe(cents(59))
  })

  it('moves no stop that stays at its price, waits, has fired or was cancelled', () => {
    const still = arm(sampleConditional(), contracts(10), null, T0)
    expect(ratchet(still, cents(60), T0)).toBe(still)
    const pending = sampleConditional({ stopPrice: null, trail: TRAIL })
    expect(ratchet(pending, cents(60), T0)).toBe(pending)
    const fired = fire(armed, 'o1', { price: cents(40), source: 'mid' }, T0)
    expect(ratchet(fired, cents(60), T0)).toBe(fired)
    const cancelled = cancel(armed, 'user', T0)
    expect(ratchet(cancelled, cents(60), T0)).toBe(cancelled)
  })

  it('moves an SL and the stop that it armed alike', () => {
    const sl = sampleConditional({ subtype: 'SL', parentOrderId: 'p', stopPrice: null, trail: TRAIL })
    const { head, stop } = armStop(sl, 's1', contracts(10), 'p', T0)
    expect(stop).toMatchObject({ subtype: 'STOP', stopPrice: null, trail: TRAIL })
    if (stop === null) return
    expect(ratchet(stop, cents(45), T0).stopPrice).toBe(cents(45))
    expect(ratchet(head, cents(45), T0).trigger.stopPrice).toBe(cents(45))
  })
})
