/** Splits an order over cost curves at the least cost. Each curve gets nothing or at least its minimum, in whole lots. */

import type { CostCurve, Step } from './cost-curve.ts'
import { bySvcId } from './plan.ts'

/** Contracts of each curve, by index. */
export interface Split {
  readonly shares: readonly number[]
  readonly placed: number
  /** In 1e-24 dollars, fees included and before rounding; below 0 for a sale. */
  readonly cost: bigint
}

/** The cheapest split, and the cheapest split without minimums and lots. */
export interface FoundSplit extends Split {
  readonly free: Split
}

/**
 * Places as many of the `requested` millionths as the curves can take, at the least cost: an exact search by branch and bound.
 *
 * Without bounds, taking the cheapest step again and again is optimal, because no curve gets cheaper with size. If a curve then has less
 * than its minimum, two cases are searched: nothing, or at least the minimum. A quantity between two lots makes two cases as well. A case
 * that cannot beat the best known split is left out. After `EFFORT` steps the search ends with the best split found.
 */
export const cheapestSplit = (curves: readonly CostCurve[], requested: number): FoundSplit => {
  const line = inOrder(curves)
  // A quantity below what the smallest lots can make is not placed.
  const target = Math.floor(requested / commonLot(curves)) * commonLot(curves)
  const root = { lower: curves.map(() => 0), upper: curves.map(({ most }) => most as number) }
  const free = relax(curves, line, root, target)
  const nothing = { shares: curves.map(() => 0), placed: 0, cost: 0n }
  let [best, effort]: [Split, number] = [nothing, EFFORT]
  const open: Case[] = [root]
  // The first cases only drop curves or floor to lots, so a first split is found soon.
  for (let one = open.pop(); one !== undefined && (effort > 0 || best === nothing); one = open.pop()) {
    const bounds = withinReach(curves, one, target)
    if (bounds === null) continue
    effort -= line.length + EFFORT_PER_CURVE * curves.length
    const split = relax(curves, line, bounds, target)
    if (!isBetter(split, best)) continue
    const at = brokenCurve(curves, split)
    if (at === null) best = split
    else open.push(...bothCases(curves, bounds, at, split.shares[at] ?? 0))
  }
  return { ...best, free }
}

/** Maximum number of steps in a search: some tens of milliseconds. */
const EFFORT = 400_000
/** Effort of computing the cost of a curve, in steps. */
const EFFORT_PER_CURVE = 10

/** Least and largest quantity of each curve, by index. */
interface Case {
  readonly lower: readonly number[]
  readonly upper: readonly number[]
}

interface Place {
  readonly step: Step
  readonly curve: number
}

/** Returns whether the split places more, or as much at less cost. */
const isBetter = (split: Split, than: Split): boolean =>
  split.placed > than.placed || (split.placed === than.placed && split.cost < than.cost)

/** The steps of all curves in the order of use: by price; of equal prices the larger level, then the lower `svcId`. */
const inOrder = (curves: readonly CostCurve[]): readonly Place[] =>
  curves
    .flatMap(({ steps }, curve) => steps.map((step) => ({ step, curve })))
    .sort((a, b) => {
      if (a.curve === b.curve) return a.step.from - b.step.from
      return comparePrices(a.step, b.step) || b.step.depth - a.step.depth || compareCurves(curves, a.curve, b.curve)
    })

const comparePrices = (a: Step, b: Step): number => {
  if (a.near !== b.near) return a.near - b.near
  return a.price === b.price ? 0 : a.price < b.price ? -1 : 1
}

const compareCurves = (curves: readonly CostCurve[], a: number, b: number): number => {
  const [one, other] = [curves[a], curves[b]]
  return one === undefined || other === undefined ? 0 : bySvcId(one.member, other.member)
}

/** The cheapest split within the bounds, without regard to lots and minimums. No other split within the bounds is cheaper. */
const relax = (curves: readonly CostCurve[], line: readonly Place[], { lower, upper }: Case, target: number): Split => {
  const shares = [...lower]
  let left = lower.reduce((rest, one) => rest - one, target)
  for (const { step, curve } of line) {
    if (left <= 0) break
    const share = shares[curve] ?? 0
    const more = Math.min(step.to, upper[curve] ?? 0) - share
    if (more <= 0) continue
    const taken = Math.min(more, left)
    shares[curve] = share + taken
    left -= taken
  }
  const cost = curves.reduce((sum, curve, at) => sum + costOf(curve, shares[at] ?? 0), 0n)
  return { shares, placed: target - left, cost }
}

const costOf = ({ steps }: CostCurve, share: number): bigint => {
  if (share === 0) return 0n
  let [low, high] = [0, steps.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.to ?? 0) < share) low = middle + 1
    else high = middle
  }
  const step = steps[low]
  return step === undefined ? 0n : step.costToEnd - step.price * BigInt(step.to - share)
}

/** The curve with the worst best price among those whose share their exchange would refuse; null without one. */
const brokenCurve = (curves: readonly CostCurve[], { shares }: Split): number | null => {
  let worst: number | null = null
  for (const [at, { member, least, steps }] of curves.entries()) {
    const share = shares[at] ?? 0
    if (share === 0 || (share >= (least ?? 0) && share % member.tickSizeQty === 0)) continue
    if (worst === null || (steps[0]?.price ?? 0n) > (curves[worst]?.steps[0]?.price ?? 0n)) worst = at
  }
  return worst
}

/** The two cases around the broken share. The last one is searched first. */
const bothCases = (
  curves: readonly CostCurve[],
  { lower, upper }: Case,
  at: number,
  share: number,
): readonly Case[] => {
  const curve = curves[at]
  if (curve === undefined) return []
  const lot = curve.member.tickSizeQty
  const least = curve.least ?? 0
  const less = share < least ? 0 : Math.floor(share / lot) * lot
  const more = share < least ? least : less + lot
  return [
    { lower: lower.with(at, more), upper },
    { lower, upper: upper.with(at, less) },
  ]
}

/** The case without curves that can no longer reach their minimum; null if the curves would get more than the target. */
const withinReach = (curves: readonly CostCurve[], { lower, upper }: Case, target: number): Case | null => {
  const spare = target - lower.reduce((sum, one) => sum + one, 0)
  if (spare < 0 || lower.some((one, at) => one > (upper[at] ?? 0))) return null
  const reached = upper.map((most, at) => {
    const least = curves[at]?.least ?? 0
    const given = lower[at] ?? 0
    return given === 0 && (most < least || least > spare) ? 0 : most
  })
  return { lower, upper: reached }
}

/** The largest common divisor of all lots. */
const commonLot = (curves: readonly CostCurve[]): number =>
  curves.reduce((lot, { member }) => greatestCommonDivisor(lot, member.tickSizeQty), 0) || 1

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))
