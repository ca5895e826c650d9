/** The first trade that reached a stop, among trades that came and went. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstReaching } from '#domain/contingent/trigger/first-reaching.ts'
import { reaches } from '#domain/contingent/trigger/trigger-rule.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { cents, T0 } from '../complex-samples.ts'

const made = (at: number, price: number) => ({ at: T0 + at * SECOND, price: cents(price) })
const down = (stopPrice: number, armedAt: number | null) => ({
  direction: 'down' as const,
  stopPrice: cents(stopPrice),
  armedAt: armedAt === null ? null : T0 + armedAt * SECOND,
})

describe('the trade that reached a stop first', () => {
  const trades = [made(0, 40), made(10, 29), made(20, 25), made(30, 41)]

  it('is the first one in time, and not the farthest', () => {
    expect(firstReaching(trades)(down(30, -60))).toEqual(made(10, 29))
    expect(firstReaching(trades)(down(26, -60))).toEqual(made(20, 25))
    expect(firstReaching(trades)(down(24, -60))).toBeNull()
  })

  it('is none from before the arming, nor one so close to it that clocks may differ', () => {
    expect(firstReaching(trades)(down(30, 9.5))).toEqual(made(20, 25))
    expect(firstReaching(trades)(down(30, 20))).toBeNull()
    expect(firstReaching(trades)(down(30, 60))).toBeNull()
  })

  it('is none if the arming time is unknown', () => {
    expect(firstReaching(trades)(down(30, null))).toBeNull()
  })

  it('is the same that a check of each trade finds', () => {
    const trade = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 20, max: 60 }))
    const stop = fc.record({
      direction: fc.constantFrom('down' as const, 'up' as const),
      stopPrice: fc.integer({ min: 20, max: 60 }).map(cents),
      armedAt: fc.integer({ min: -5, max: 35 }).map((at) => T0 + at * SECOND),
    })
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 20 }), fc.array(stop, { maxLength: 5 }), (made_, stops) => {
        const given = made_.map(([at, price]) => made(at, price)).sort((one, other) => one.at - other.at)
        const reached = firstReaching(given)
        for (const each of stops) {
          const expected = given.find(({ at, price }) => at >= each.armedAt + SECOND && reaches(each, price)) ?? null
          expect(reached(each)).toEqual(expected)
        }
      }),
    )
  })
})
