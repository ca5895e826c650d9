/**
 * The exchange's fees: takers only, shares × rate × p × (1 − p), in five decimals (Polymarket reference, section 8.1). A match at one
 * price is rounded once, however many makers it has (live reference, section 6).
 */

import type { FeePolicy } from '../../engine/matching/fee-policy.ts'

const STEP = 10n

export const polymarketFees = (rateOf: (market: string) => number, rounding: 'nearest' | 'up' | 'down'): FeePolicy => {
  const added = { down: 0n, nearest: STEP / 2n, up: STEP - 1n }[rounding]
  const feeOf = (market: string, price: number, qty: number): number => {
    // rate, shares, p and 1 − p are millionths each: the product is in 1e-24 dollars.
    const exact = BigInt(rateOf(market)) * BigInt(qty) * BigInt(price) * BigInt(1_000_000 - price)
    const unit = 1_000_000n ** 3n
    const scaled = exact + added * unit
    return Number((scaled / (STEP * unit)) * STEP)
  }
  return {
    charge: ({ market, price, qty, taker, carry, taken }) => ({
      fee: taker ? feeOf(market.id, price, taken + qty) - feeOf(market.id, price, taken) : 0,
      carry,
    }),
    reserve: (market, price, qty, taker) => (taker ? feeOf(market.id, price, qty) : 0),
  }
}
