/** The price grid of a market: steps by range. Kalshi has markets whose steps are finer at both ends. */

import type { Market } from '../api/types.ts'
import { price as cents } from './price.ts'

export type PriceSteps = Market['tick_structure']

/** The step that holds at a price, in dollars; null if the grid has none. At the border of two ranges, the finer one. */
export const stepAt = (steps: PriceSteps, price: number): number | null => {
  const holding = steps.filter(({ from, to }) => price >= from && price <= to)
  return holding.length === 0 ? null : Math.min(...holding.map(({ tick }) => tick))
}

/** The nearest prices of the grid, at or below and at or above; one is null at an end. */
export const nearestPrices = (steps: PriceSteps, price: number): readonly [number | null, number | null] => {
  // No trade happens at 0 or at 1.
  const at = Math.min(ONE - 1, Math.max(1, micros(price)))
  const around = steps.flatMap(({ from, to, tick }) => {
    const [start, end, step] = [micros(from), micros(to), micros(tick)]
    const count = (Math.min(Math.max(at, start), end) - start) / step
    return [start + Math.floor(count) * step, start + Math.ceil(count) * step].filter((each) => each <= end)
  })
  const inside = around.filter((each) => each > 0 && each < ONE)
  const [below, above] = [inside.filter((each) => each <= at), inside.filter((each) => each >= at)]
  return [below.length === 0 ? null : Math.max(...below) / ONE, above.length === 0 ? null : Math.min(...above) / ONE]
}

/** The price of the grid nearest to where a line was let go. */
export const onGrid = (steps: PriceSteps, price: number): number => {
  const [below, above] = nearestPrices(steps, price)
  if (below === null || above === null) return below ?? above ?? price
  return price - below <= above - price ? below : above
}

/** Why a price is refused, with the two nearest ones that are not; null if it is on the grid. */
export const offGrid = (steps: PriceSteps, price: number): string | null => {
  const nearest = nearestPrices(steps, price)
  const step = stepAt(steps, price)
  if (steps.length === 0 || nearest.includes(price)) return null
  const others = nearest.flatMap((each) => (each === null ? [] : [cents(each)])).join(' or ')
  return `${step === null ? '' : `The step here is ${cents(step)}. `}Nearest: ${others}.`
}

const ONE = 1_000_000

const micros = (price: number): number => Math.round(price * ONE)
