/** The chart is scaled to the price: a line far away does not squeeze it. */

import { describe, expect, it } from 'vitest'
import { scaleOf } from '#client/console/pages/market/chart/scale-of.ts'

const usual = { step: 0.01, reachesAll: false }
const PRICES = { minValue: 0.4, maxValue: 0.5 }

describe('the scale of the chart', () => {
  it('is that of the prices if no line is near', () => {
    expect(scaleOf(PRICES, [0.05, 0.9], usual)).toEqual(PRICES)
  })

  it('reaches to a line that is near', () => {
    expect(scaleOf(PRICES, [0.37, 0.54, 0.9], usual)).toEqual({ minValue: 0.37, maxValue: 0.54 })
  })

  it('is at most twice as high as the prices', () => {
    const { minValue, maxValue } = scaleOf(PRICES, [0.34, 0.351, 0.549, 0.56], usual)
    expect([minValue, maxValue]).toEqual([0.351, 0.549])
  })

  it('reaches to all lines on request', () => {
    expect(scaleOf(PRICES, [0.05, 0.9], { ...usual, reachesAll: true })).toEqual({ minValue: 0.05, maxValue: 0.9 })
  })

  it('keeps some steps around a price that does not change', () => {
    const { minValue, maxValue } = scaleOf({ minValue: 0.45, maxValue: 0.45 }, [], usual)
    expect(minValue).toBeCloseTo(0.42)
    expect(maxValue).toBeCloseTo(0.48)
  })
})
