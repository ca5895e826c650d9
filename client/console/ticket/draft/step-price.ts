/** The price of the grid a few steps up or down, for the arrow keys. */

import { nearestPrices, type PriceSteps } from '../../format/price-steps.ts'

/** A custom asset has no grid. */
const WHOLE: PriceSteps = [{ from: 0, to: 1, tick: 0.01 }]
const LEAST = 0.000001

/** `count` is below 0 to step down. A price between two steps goes to the next one. The ends of the grid stay. */
export const stepPrice = (steps: PriceSteps, price: number, count: number): number => {
  const grid = steps.length === 0 ? WHOLE : steps
  let at = price
  for (let done = 0; done < Math.abs(count); done += 1)
    at = (count > 0 ? nearestPrices(grid, at + LEAST)[1] : nearestPrices(grid, at - LEAST)[0]) ?? at
  return at
}
