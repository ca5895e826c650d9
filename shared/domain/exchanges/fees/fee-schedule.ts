/** Shows the fees of one market as a table for people. */

import { type Money, ONE, type Price, price, qty } from '../../kernel/numbers.ts'
import type { Market } from '../../markets/market.ts'
import { traitsOf } from '../traits-of.ts'
import { isFeeKnown } from './is-fee-known.ts'

export interface FeeSchedule {
  /** The formula before rounding; a sentence where it is not known. */
  readonly rule: string
  /** How the exchange rounds, as a sentence. */
  readonly rounding: string
  /** In millionths; null if it is not known. */
  readonly takerRate: number | null
  /** In millionths; null if it is not known. */
  readonly makerRate: number | null
  /** Fee of 100 contracts, filled at once, at each price. */
  readonly at: readonly FeeAtPrice[]
}

interface FeeAtPrice {
  readonly price: Price
  readonly takerFee: Money | null
  readonly makerFee: Money | null
}

const HUNDRED = qty(100 * ONE)
/** 0.10 to 0.90. */
const PRICES = Array.from({ length: 9 }, (_, step) => price(((step + 1) * ONE) / 10))

/** By the formula that charges orders; makers pay the same with their own rate. */
export const feeSchedule = ({ exchange, feeTerms, makerFeeRate }: FeeTermsOfMarket): FeeSchedule => {
  const { ofOrder, formula, rounding } = traitsOf(exchange).fees
  const { rate: usual, exponent } = feeTerms
  const takerRate = isFeeKnown({ makerFeeRate }) ? usual : null
  const feeAt = (rate: number | null, at: Price): Money | null =>
    rate === null ? null : ofOrder({ terms: { rate, exponent }, buyFlag: true, fills: [{ price: at, qty: HUNDRED }] })
  return {
    rule: takerRate === null ? UNKNOWN : formula(feeTerms),
    rounding,
    takerRate,
    makerRate: makerFeeRate,
    at: PRICES.map((at) => ({
      price: at,
      takerFee: feeAt(takerRate, at),
      makerFee: feeAt(makerFeeRate, at),
    })),
  }
}

const UNKNOWN = 'not known: the exchange charges this market by a fee type without a published formula'

type FeeTermsOfMarket = Pick<Market, 'exchange' | 'feeTerms' | 'makerFeeRate'>
