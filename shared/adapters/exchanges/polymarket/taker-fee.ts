/** What a taker pays (Polymarket reference, section 8.1); makers pay nothing, and no answer names the fee. */

import { type Money, money, ONE, type Price, type Qty } from '#domain/numbers.ts'

export interface FeeRate {
  /** In millionths: 50_000 is 0.05. */
  readonly rate: number
  readonly exponent: number
}

export const NO_FEE: FeeRate = { rate: 0, exponent: 1 }

/** Shares × rate × (p × (1 − p))^exponent, rounded half up to 5 decimals: the same for a token and its opposite. */
export const takerFee = (shares: Qty, at: Price, { rate, exponent }: FeeRate): Money => {
  const spread = (BigInt(at) * BigInt(ONE - at)) ** BigInt(exponent)
  const exactFee = BigInt(shares) * BigInt(rate) * spread
  // In millionths of a dollar after the rate and both prices are scaled back; five decimals are steps of ten of them.
  const step = 10n * BigInt(ONE) ** BigInt(1 + 2 * exponent)
  return money(Number((2n * exactFee + step) / (2n * step)) * 10)
}
