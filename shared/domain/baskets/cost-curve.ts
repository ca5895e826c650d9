/** A member of a basket as a plan at the best price sees it: steps of whole lots, each no cheaper than the one before. */

import { allInPrice } from '../exchanges/fees/taker-fee.ts'
import { type Qty, qty } from '../kernel/numbers.ts'
import type { Level } from '../markets/depth.ts'
import { neededPrice } from '../markets/needed-price.ts'
import { acceptedLevels, type BasketMember, inLots, isTooSmall, leastOfLeg } from './plan.ts'

/** Contracts at one price: of one level, or one lot that needs several levels. */
export interface Step {
  /** Contracts of the steps before it. */
  readonly from: number
  readonly to: number
  /** Of one contract, fee included and before rounding, in 1e-18 dollars; lower is better on both sides. */
  readonly price: bigint
  /** The nearest double of `price`: quick to compare, and never in the opposite order. */
  readonly near: number
  /** Contracts at its price in the whole book. */
  readonly depth: number
  /** Of all steps up to its end, in 1e-24 dollars. */
  readonly costToEnd: bigint
}

export interface CostCurve {
  readonly member: BasketMember
  /** The levels it may trade with, best first. */
  readonly levels: readonly Level[]
  readonly steps: readonly Step[]
  /** The most it can take of an order, in whole lots. */
  readonly most: Qty
  /** The least its exchange takes of that order, in whole lots; null when it takes none up to `most`. */
  readonly least: Qty | null
}

/** `asked` is the whole order, in millionths. */
export const toCostCurve = (member: BasketMember, buyFlag: boolean, asked: Qty): CostCurve => {
  const levels = acceptedLevels(member, buyFlag)
  const depth = levels.reduce((sum, level) => sum + level.qty, 0)
  const most = inLots(member, Math.min(asked, depth))
  const least = leastOf(member, levels, buyFlag, most)
  return { member, levels, steps: least === null ? [] : stepsOf(member, levels, buyFlag, most), most, least }
}

/** A buy's limit only rises with its size, so an order of a size that is taken may grow. */
const leastOf = (member: BasketMember, levels: readonly Level[], buyFlag: boolean, most: Qty): Qty | null => {
  const lot = member.tickSizeQty
  const isTaken = (lots: number): boolean => {
    const limit = neededPrice(levels, qty(lots * lot))
    return limit !== null && !isTooSmall(member, buyFlag, qty(lots * lot), limit)
  }
  let [low, high] = [Math.max(1, Math.ceil(leastOfLeg(member, buyFlag) / lot)), most / lot]
  if (low > high || !isTaken(high)) return null
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isTaken(middle)) high = middle
    else low = middle + 1
  }
  return qty(low * lot)
}

/** The levels in whole lots. What is less than a lot of one level makes one together with the next. */
const stepsOf = (member: BasketMember, levels: readonly Level[], buyFlag: boolean, most: number): readonly Step[] => {
  const lot = member.tickSizeQty
  const steps: Step[] = []
  let [end, cost] = [0, 0n]
  const add = (size: number, price: bigint, ownCost: bigint, depth: number): void => {
    cost += ownCost
    steps.push({ from: end, to: end + size, price, near: Number(price), depth, costToEnd: cost })
    end += size
  }
  let [begun, begunCost] = [0, 0n]
  for (const level of levels) {
    if (end >= most) break
    const allIn = allInPrice(member, buyFlag, level.price)
    const price = buyFlag ? allIn : -allIn
    let left = Math.min(level.qty, most - end - begun)
    if (begun > 0) {
      const taken = Math.min(left, lot - begun)
      left -= taken
      begun += taken
      begunCost += price * BigInt(taken)
      if (begun < lot) continue
      add(lot, begunCost / BigInt(lot), begunCost, lot)
    }
    const whole = Math.floor(left / lot) * lot
    if (whole > 0) add(whole, price, price * BigInt(whole), level.qty)
    begun = left - whole
    begunCost = price * BigInt(begun)
  }
  return steps
}
