/** The cost curve of a basket member: steps of whole lots, each no cheaper than the one before. */

import { allInPrice } from '../../exchanges/fees/taker-fee.ts'
import { type Qty, qty } from '../../kernel/numbers.ts'
import type { Level } from '../../markets/depth.ts'
import { neededPrice } from '../../markets/needed-price.ts'
import { acceptedLevels, type BasketMember, inLots, isTooSmall, leastOfLeg } from './plan.ts'

/** Contracts at one price: of one level, or one lot that needs several levels. */
export interface Step {
  /** Contracts of all earlier steps. */
  readonly from: number
  readonly to: number
  /** Price of one contract in 1e-18 dollars, fee included and before rounding; lower is better on both sides. */
  readonly price: bigint
  /** The nearest double of `price`: fast to compare, and never in the opposite order. */
  readonly near: number
  /** Contracts at this price in the whole book. */
  readonly depth: number
  /** Cost of all steps up to the end of this step, in 1e-24 dollars. */
  readonly costToEnd: bigint
}

export interface CostCurve {
  readonly member: BasketMember
  /** Accepted levels, best first. */
  readonly levels: readonly Level[]
  readonly steps: readonly Step[]
  /** Largest quantity of an order, in whole lots. */
  readonly most: Qty
  /** Smallest quantity that its exchange accepts, in whole lots; null if it accepts none up to `most`. */
  readonly least: Qty | null
}

/** `requested` is the whole order, in millionths. */
export const toCostCurve = (member: BasketMember, buyFlag: boolean, requested: Qty): CostCurve => {
  const levels = acceptedLevels(member, buyFlag)
  const depth = levels.reduce((sum, level) => sum + level.qty, 0)
  const most = inLots(member, Math.min(requested, depth))
  const least = leastOf(member, levels, buyFlag, most)
  return { member, levels, steps: least === null ? [] : stepsOf(member, levels, buyFlag, most), most, least }
}

/** The limit of a buy only rises with its size, so an order may grow from an accepted size. */
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

/** The levels in whole lots. A rest below a lot of one level forms a lot together with the next level. */
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
