/** The exchange's fees and their rounding (Kalshi reference, section 10). */

import type { FeePolicy } from '../../engine/matching/fee-policy.ts'

type FeeType = 'quadratic' | 'quadratic_with_maker_fees' | 'quadratic_with_combo_maker_fees' | 'flat'

export interface FeeTerms {
  readonly type: FeeType
  readonly multiplier: number
}

/** Direct members' balances move in steps of $0.0001. */
const PRECISION = 100

const MAKER_SHARE: Record<FeeType, number> = {
  quadratic: 0,
  quadratic_with_maker_fees: 0.25,
  quadratic_with_combo_maker_fees: 0.5,
  flat: 0,
}

export const kalshiFees = (termsOf: (market: string) => FeeTerms): FeePolicy => ({
  charge: ({ market, price, qty, taker, revenue, carry }) => {
    const trade = modelFee(termsOf(market.id), price, qty, taker)
    const moved = Math.floor((revenue - trade) / PRECISION) * PRECISION
    const net = revenue - moved
    const roundedOff = carry + (net - trade)
    // The fee gives rounded amounts back in whole steps, but never more than the fill costs.
    const rebate = Math.min(Math.floor(roundedOff / PRECISION), Math.floor(net / PRECISION)) * PRECISION
    return { fee: net - rebate, carry: roundedOff - rebate }
  },
  // Each fill may round up once more; the rebates keep the sum within two steps.
  reserve: (market, price, qty, taker) => {
    const fee = modelFee(termsOf(market.id), price, qty, taker)
    return fee === 0 ? 0 : Math.ceil(fee / PRECISION) * PRECISION + 2 * PRECISION
  },
})

/** 0.07 × multiplier × contracts × P × (1 − P), a maker's share of it for makers, rounded up to one millionth. */
const modelFee = ({ type, multiplier }: FeeTerms, price: number, qty: number, taker: boolean): number => {
  const rate = BigInt(Math.round(70_000 * multiplier * (taker ? 1 : MAKER_SHARE[type])))
  if (rate === 0n || type === 'flat') return 0
  const exact = rate * BigInt(qty) * BigInt(price) * BigInt(1_000_000 - price)
  const unit = 1_000_000n ** 3n
  return Number((exact + unit - 1n) / unit)
}
