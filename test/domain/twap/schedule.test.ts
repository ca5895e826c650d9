/** The slices of a TWAP: even, on time, never a burst, never more than asked for. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestSlice, sliceAt, type TwapPlan } from '#domain/twap/schedule.ts'
import { contracts, T0 } from '../contingent/complex-samples.ts'

const plan = (change: Partial<TwapPlan> = {}): TwapPlan => ({
  totalQty: contracts(100),
  slices: 10,
  durationMs: 600_000,
  startedAt: T0,
  lot: contracts(1),
  least: contracts(1),
  ...change,
})
const none = contracts(0)

describe('a TWAP', () => {
  it('sends the first slice at once and the others evenly', () => {
    expect(sliceAt(plan(), none, null, T0)).toEqual({ index: 0, qty: contracts(10), nextAt: T0 + 60_000 })
    expect(sliceAt(plan(), contracts(10), null, T0 + 60_000)).toMatchObject({ index: 1, qty: contracts(10) })
    expect(sliceAt(plan(), contracts(90), null, T0 + 540_000)).toEqual({ index: 9, qty: contracts(10), nextAt: null })
    expect(sliceAt(plan(), contracts(90), null, T0 + 600_000)).toBeNull()
  })

  it('spreads the rest after an outage, and no slice exceeds three even ones', () => {
    expect(sliceAt(plan(), none, null, T0 + 300_000)?.qty).toBe(contracts(20))
    expect(sliceAt(plan(), none, null, T0 + 540_000)?.qty).toBe(contracts(30))
    // Chance makes none larger either.
    expect(sliceAt(plan(), none, 0.999, T0 + 480_000)?.qty).toBe(contracts(30))
    // In two slices, one may be all of it, and no more.
    expect(largestSlice({ totalQty: contracts(4), slices: 2 })).toBe(contracts(4))
  })

  it('carries over a quantity too small for an order', () => {
    const small = plan({ totalQty: contracts(12), slices: 10, least: contracts(5) })
    expect(sliceAt(small, none, null, T0)?.qty).toBe(0)
    expect(sliceAt(small, none, null, T0 + 540_000)?.qty).toBe(0)
    expect(sliceAt({ ...small, totalQty: contracts(20) }, none, null, T0 + 360_000)?.qty).toBe(contracts(5))
  })

  it('varies by a fifth if requested', () => {
    expect(sliceAt(plan(), none, 0, T0)?.qty).toBe(contracts(8))
    expect(sliceAt(plan(), none, 0.999_999, T0)?.qty).toBe(contracts(11))
  })

  it('never sells more than requested, after any fills and at any run time', () => {
    const looks = fc.array(fc.record({ at: fc.nat(700_000), fill: fc.double({ min: 0, max: 1, noNaN: true }) }))
    fc.assert(
      fc.property(looks, fc.option(fc.double({ min: 0, max: 1, noNaN: true })), (runs, random) => {
        let filled = 0
        for (const { at, fill } of runs.sort((a, b) => a.at - b.at)) {
          const slice = sliceAt(plan(), contracts(filled), random, T0 + at)
          if (slice === null) continue
          expect(slice.qty).toBeLessThanOrEqual(contracts(36))
          expect(slice.nextAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(T0 + at)
          filled += Math.floor((slice.qty / 1_000_000) * fill)
          expect(filled).toBeLessThanOrEqual(100)
        }
      }),
    )
  })
})
