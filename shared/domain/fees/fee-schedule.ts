/** What an exchange charges on one market, as a table that people can read. */

import { traitsOf } from '../exchanges/traits-of.ts'
import { type Money, ONE, type Price, price, qty } from '../kernel/numbers.ts'
import type { Market } from '../markets/market.ts'

export interface FeeSchedule {
  /** The formula before rounding. */
  readonly rule: string
  /** How the exchange rounds, as a sentence. */
  readonly rounding: string
  /** In millionths. */
  readonly takerRate: number
  /** In millionths; null where it is not known. */
  readonly makerRate: number | null
  /** What 100 contracts come to, filled at once, at each price. */
  readonly at: readonly FeeAtPrice[]
}

interface FeeAtPrice {
  readonly price: Price
  readonly takerFee: Money
  readonly makerFee: Money | null
}

const HUNDRED = qty(100 * ONE)
/** 0.10 to 0.90. */
const PRICES = Array.from({ length: 9 }, (_, step) => price(((step + 1) * ONE) / 10))

/** By the formula that charges orders; makers pay the same with their own rate. */
export const feeSchedule = ({ exchange, feeTerms, makerFeeRate }: FeeTermsOfMarket): FeeSchedule => {
  const { ofOrder, formula, rounding } = traitsOf(exchange).fees
  const { exponent } = feeTerms
  const feeAt = (rate: number, at: Price): Money =>
    ofOrder({ terms: { rate, exponent }, buyFlag: true, fills: [{ price: at, qty: HUNDRED }] })
  return {
    rule: formula(feeTerms),
    rounding,
    takerRate: feeTerms.rate,
    makerRate: makerFeeRate,
    at: PRICES.map((at) => ({
      price: at,
      takerFee: feeAt(feeTerms.rate, at),
      makerFee: makerFeeRate === null ? null : feeAt(makerFeeRate, at),
    })),
  }
}

type FeeTermsOfMarket = Pick<Market, 'exchange' | 'feeTerms' | 'makerFeeRate'>
