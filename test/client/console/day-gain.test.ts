/** The gain of the day is counted from local midnight, or from a named hour, and is never a guess. */

import { describe, expect, it } from 'vitest'
import { dayGain } from '#client/console/live/money/day-gain.ts'
import { curveOf } from '#client/console/pages/overview/curve-of.ts'

const HOUR = 3_600_000
const MIDNIGHT = new Date(2026, 10, 29).getTime()

const pointAt = (hours: number, equity: number | null) => ({
  at: new Date(MIDNIGHT + hours * HOUR).toISOString(),
  equity,
})

describe('the gain of the day', () => {
  it('is counted from midnight', () => {
    const points = [pointAt(-1, 90), pointAt(0, 100), pointAt(1, 120)]
    expect(dayGain(points, 110.1, MIDNIGHT + 2 * HOUR)).toEqual({ gain: 10.1, since: MIDNIGHT, isWholeDay: true })
  })

  it('is counted from the last point before midnight if the account held nothing then', () => {
    expect(dayGain([pointAt(-9, 100), pointAt(3, 105)], 110, MIDNIGHT + 4 * HOUR)).toEqual({
      gain: 10,
      since: MIDNIGHT - 9 * HOUR,
      isWholeDay: false,
    })
  })

  it('is counted from the first known point of the day if none before it is known', () => {
    const points = [pointAt(-26, 50), pointAt(0, null), pointAt(8, 100)]
    expect(dayGain(points, 90, MIDNIGHT + 9 * HOUR)).toEqual({
      gain: -10,
      since: MIDNIGHT + 8 * HOUR,
      isWholeDay: false,
    })
  })

  it('is unknown without a point, and without an equity of now', () => {
    expect(dayGain([], 100, MIDNIGHT + HOUR)).toBeNull()
    expect(dayGain([pointAt(-26, 50)], 100, MIDNIGHT + HOUR)).toBeNull()
    expect(dayGain([pointAt(0, 100)], null, MIDNIGHT + HOUR)).toBeNull()
  })
})

describe('the curve of equity', () => {
  it('begins at the left, ends at the right, and is higher where equity is', () => {
    expect(
      curveOf([
        { at: 0, equity: 100 },
        { at: 50, equity: 300 },
        { at: 100, equity: 200 },
      ]),
    ).toMatchObject({ line: 'M0 192L500 8L1000 100', low: 100, high: 300 })
  })

  it('runs through the middle if equity never moves, and needs two moments', () => {
    expect(
      curveOf([
        { at: 0, equity: 5 },
        { at: 1, equity: 5 },
      ])?.line,
    ).toBe('M0 100L1000 100')
    expect(curveOf([{ at: 0, equity: 5 }])).toBeNull()
  })
})
