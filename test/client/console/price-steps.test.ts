/** The range of a price sets its steps, as at Kalshi: finer at both ends. */

import { describe, expect, it } from 'vitest'
import { nearestPrices, offGrid, onGrid, stepAt } from '#client/console/format/price-steps.ts'

const steps = [
  { from: 0, to: 0.1, tick: 0.001 },
  { from: 0.1, to: 0.9, tick: 0.01 },
  { from: 0.9, to: 1, tick: 0.001 },
]

describe('the price grid of a market', () => {
  it('has the step of the range', () => {
    expect(stepAt(steps, 0.05)).toBe(0.001)
    expect(stepAt(steps, 0.455)).toBe(0.01)
    expect(stepAt(steps, 0.955)).toBe(0.001)
  })

  it('names the two nearest prices that are allowed', () => {
    expect(offGrid(steps, 0.455)).toBe('The step here is 1¢. Nearest: 45¢ or 46¢.')
    expect(offGrid(steps, 0.0555)).toBe('The step here is 0.1¢. Nearest: 5.5¢ or 5.6¢.')
    expect(offGrid(steps, 0.0005)).toBe('The step here is 0.1¢. Nearest: 0.1¢.')
  })

  it('accepts prices on the grid, at every place of it', () => {
    for (const price of [0.001, 0.1, 0.29, 0.57, 0.9, 0.901, 0.999])
      expect(offGrid(steps, price), `${price}`).toBeNull()
    expect(offGrid([], 0.123)).toBeNull()
  })

  it('puts a line that was let go on the nearest price inside the grid', () => {
    expect(onGrid(steps, 0.4561)).toBe(0.46)
    expect(onGrid(steps, 0.0561)).toBe(0.056)
    expect(onGrid(steps, 0)).toBe(0.001)
    expect(onGrid(steps, 1)).toBe(0.999)
    expect(nearestPrices(steps, 0.3)).toEqual([0.3, 0.3])
  })
})
