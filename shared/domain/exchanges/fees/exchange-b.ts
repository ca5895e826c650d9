/**
 * Computes the fee of a taker on EXCHANGE_B (Polymarket reference, section 8.1; live data, section 6). Makers pay
 * nothing, and no answer names the fee.
 */

import { type Money, money, type Price, type Qty } from '../../kernel/numbers.ts'
import type { FeeTerms } from '../../markets/market.ts'
import type { FeeRule } from '../traits.ts'
import { feeProduct, feeUnit, quadraticFee, quadraticFormula } from './fee-product.ts'

/**
 * Returns the fee of one trade: shares × rate × (p × (1 − p))^exponent, floored to 5 decimals, as in 21 of 21 fills on
 * the chain.
 */
export const takerFeeExchangeB = (shares: Qty, at: Price, terms: FeeTerms): Money => {
  // Five decimals are steps of ten millionths.
  const step = 10n * feeUnit(terms.exponent)
  return money(Number(feeProduct(shares, at, terms) / step) * 10)
}

/** Every fill is charged for itself. Most markets have the standard terms. */
export const feesOfExchangeB: FeeRule = {
  formula: quadraticFormula,
  rounding: 'The fee of each fill is rounded down to $0.00001.',
  standardTerms: { rate: 50_000, exponent: 1 },
  perContract: quadraticFee,
  ofOrder: ({ terms, fills }) =>
    money(fills.reduce((paid, { price, qty }) => paid + takerFeeExchangeB(qty, price, terms), 0)),
}
