/** Computes the fee of an order that takes from the book. The formulas are in `exchange-a.ts` and `exchange-b.ts`. */

import { type Money, ONE, type Price } from '../../kernel/numbers.ts'
import type { Market } from '../../markets/market.ts'
import type { TakerOrder } from '../traits.ts'
import { traitsOf } from '../traits-of.ts'

type Charged = Pick<Market, 'exchange' | 'feeTerms'>

/** The fees of all fills of one order together, in 1e-6 dollars, as its exchange rounds them. Fills in order of time. */
export const takerFee = ({ exchange, feeTerms }: Charged, buyFlag: boolean, fills: TakerOrder['fills']): Money =>
  traitsOf(exchange).fees.ofOrder({ terms: feeTerms, buyFlag, fills })

/**
 * Returns the cost of one contract for a buyer, or the proceeds for a seller, with fee and before rounding, in 1e-18
 * dollars. Comparable among all markets: the better of two levels must not depend on the number of contracts.
 */
export const allInPrice = ({ exchange, feeTerms }: Charged, buyFlag: boolean, at: Price): bigint => {
  const fee = traitsOf(exchange).fees.perContract(feeTerms, at)
  const price = BigInt(at) * SCALE
  return buyFlag ? price + fee : price - fee
}

/** From 1e-6 to 1e-18. */
const SCALE = BigInt(ONE) ** 2n
