/** Computes the exact fee of takers before rounding, at both exchanges: contracts × rate × (P × (1 − P))^exponent. */

import { ONE, type Price, type Qty } from '../../kernel/numbers.ts'
import type { FeeTerms } from '../../markets/market.ts'

/** In units so small that nothing is lost: `feeUnit` of them are 1e-6 dollars. */
export const feeProduct = (contracts: Qty, at: Price, { rate, exponent }: FeeTerms): bigint =>
  BigInt(rate) * BigInt(contracts) * priceRisk(at, exponent)

/** The rate is in millionths, and so is each P and each 1 − P. */
export const feeUnit = (exponent: number): bigint => (exponent === 1 ? UNIT : unitOf(exponent))

/** The fee of one contract, in 1e-18 dollars. With the exponent 1, which all live markets have, nothing is lost. */
export const quadraticFee = ({ rate, exponent }: FeeTerms, at: Price): bigint => {
  const risk = priceRisk(at, exponent)
  return BigInt(rate) * (exponent === 1 ? risk : (risk * SCALE) / SCALE ** BigInt(exponent))
}

/** The same in words. */
export const quadraticFormula = ({ exponent }: FeeTerms): string =>
  `contracts × rate × ${exponent === 1 ? 'price × (1 − price)' : `(price × (1 − price))^${exponent}`}`

/** (P × (1 − P))^exponent, each in millionths. */
const priceRisk = (at: Price, exponent: number): bigint => {
  // Below 2^53 before it is raised.
  const risk = BigInt(at * (ONE - at))
  return exponent === 1 ? risk : risk ** BigInt(exponent)
}

const unitOf = (exponent: number): bigint => BigInt(ONE) ** BigInt(1 + 2 * exponent)

/** The unit for the exponent of all live markets: a plan computes thousands of levels. */
const UNIT = unitOf(1)

/** The unit of price × (1 − price). */
const SCALE = BigInt(ONE) ** 2n
