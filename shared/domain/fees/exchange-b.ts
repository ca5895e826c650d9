/** What a taker pays on EXCHANGE_B (Polymarket reference, section 8.1); makers pay nothing, and no answer names the fee. */

import { type Money, money, type Price, type Qty } from '../kernel/numbers.ts'
import type { FeeTerms } from '../markets/market.ts'
import { feeProduct, feeUnit } from './fee-product.ts'

/** Shares × rate × (p × (1 − p))^exponent, rounded half up to 5 decimals: the same for a token and its opposite. */
export const takerFeeExchangeB = (shares: Qty, at: Price, terms: FeeTerms): Money => {
  // Five decimals are steps of ten millionths.
  const step = 10n * feeUnit(terms.exponent)
  return money(Number((2n * feeProduct(shares, at, terms) + step) / (2n * step)) * 10)
}
