/** What a taker pays on EXCHANGE_B (Polymarket reference, section 8.1); makers pay nothing, and no answer names the fee. */

import type { FeeTerms } from './market.ts'
import { type Money, money, ONE, type Price, type Qty } from './numbers.ts'

/** Shares × rate × (p × (1 − p))^exponent, rounded half up to 5 decimals: the same for a token and its opposite. */
export const takerFeeExchangeB = (shares: Qty, at: Price, { rate, exponent }: FeeTerms): Money => {
  const spread = (BigInt(at) * BigInt(ONE - at)) ** BigInt(exponent)
  const exactFee = BigInt(shares) * BigInt(rate) * spread
  // In millionths of a dollar after the rate and both prices are scaled back; five decimals are steps of ten of them.
  const step = 10n * BigInt(ONE) ** BigInt(1 + 2 * exponent)
  return money(Number((2n * exactFee + step) / (2n * step)) * 10)
}
