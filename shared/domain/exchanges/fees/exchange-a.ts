/** Computes the fee of a taker on EXCHANGE_A (Kalshi reference, section 10). */

import { type Money, money, ONE } from '../../kernel/numbers.ts'
import type { Level } from '../../markets/depth.ts'
import type { FeeTerms } from '../../markets/market.ts'
import type { FeeRule } from '../traits.ts'
import { feeProduct, feeUnit, quadraticFee, quadraticFormula } from './fee-product.ts'

/** The quadratic fee with the multiplier 1. Rounding is carried from one fill of an order to the next. */
export const feesOfExchangeA: FeeRule = {
  formula: quadraticFormula,
  rounding:
    'The fee of each fill is rounded up to $0.000001. Then the change of the balance is rounded down to $0.0001, and what that takes is given back in later fills of the same order.',
  standardTerms: { rate: 70_000, exponent: 1 },
  perContract: quadraticFee,
  ofOrder: ({ terms, buyFlag, fills }) => {
    let [paid, carry] = [0, 0n]
    for (const { price, qty } of fills) {
      const charged = feeOfFill({ terms, buyFlag, price, qty, carry })
      paid += charged.fee
      carry = charged.carry
    }
    return money(paid)
  },
}

interface TakerFill extends Level {
  readonly terms: FeeTerms
  readonly buyFlag: boolean
  /** Rounding of the earlier fills of the same order that was not given back yet; 0 for its first fill. */
  readonly carry: bigint
}

/**
 * Returns the fee of one fill and the carry to the next. The fee is contracts × rate × P × (1 − P), rounded up to
 * $0.000001. The change of the balance is floored to $0.0001. Whole steps of that rounding are given back, and the fee
 * is never below 0.
 */
const feeOfFill = ({ terms, buyFlag, price, qty, carry }: TakerFill) => {
  const trade = roundedUp(feeProduct(qty, price, terms), feeUnit(terms.exponent))
  // In 1e-12 dollars, as cost is: prices below a cent times a hundredth of a contract are no whole millionths.
  const revenue = (buyFlag ? -1n : 1n) * BigInt(price) * BigInt(qty)
  const moved = floored(revenue - trade * MILLION, STEP)
  const net = revenue - moved
  const roundedOff = carry + net - trade * MILLION
  const rebate = least(floored(roundedOff, STEP), floored(net, STEP))
  return { fee: toMoney(net - rebate), carry: roundedOff - rebate }
}

const MILLION = BigInt(ONE)
/** $0.0001, the precision of a direct member's balance, in 1e-12 dollars. */
const STEP = 100n * MILLION

const roundedUp = (exact: bigint, unit: bigint): bigint => (exact + unit - 1n) / unit

/** The multiple of `step` at or below an amount of either sign. */
const floored = (amount: bigint, step: bigint): bigint => {
  const over = amount % step
  return amount - (over < 0n ? over + step : over)
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const toMoney = (exact: bigint): Money => money(Number(roundedUp(exact, MILLION)))
