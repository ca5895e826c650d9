/** What an exchange charges an order that takes from the book, by its published formula and rounding. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import { type Money, money, ONE, type Price, type Qty } from '../kernel/numbers.ts'
import type { FeeTerms, Market } from '../markets/market.ts'
import { takerFeeExchangeA } from './exchange-a.ts'
import { takerFeeExchangeB } from './exchange-b.ts'
import { priceRisk } from './fee-product.ts'

interface Fill {
  readonly price: Price
  readonly qty: Qty
}

/** The fees of all fills of one order, in the order they happened: EXCHANGE_A carries what it rounds from one to the next. */
export const takerFee = (
  { exchange, feeTerms: terms }: Pick<Market, 'exchange' | 'feeTerms'>,
  buyFlag: boolean,
  fills: readonly Fill[],
): Money => {
  let [paid, carry] = [0, 0n]
  for (const { price, qty } of fills) {
    if (exchange === 'EXCHANGE_B') paid += takerFeeExchangeB(qty, price, terms)
    else {
      const charged = takerFeeExchangeA({ terms, buyFlag, price, qty, carry })
      paid += charged.fee
      carry = charged.carry
    }
  }
  return money(paid)
}

/**
 * What one contract costs a buyer, or brings a seller, fee included, before any rounding: a whole number that is comparable
 * among all markets. Which of two levels is the better one must not turn on how many contracts are taken of it.
 */
export const allInPrice = ({ rate, exponent }: FeeTerms, buyFlag: boolean, at: Price): bigint => {
  const risk = priceRisk(at, exponent)
  const fee = BigInt(rate) * (exponent === 1 ? risk : (risk * SCALE) / SCALE ** BigInt(exponent))
  const price = BigInt(at) * SCALE
  return buyFlag ? price + fee : price - fee
}

/** The terms of a market that was stored without any: the quadratic fee, and what most markets of EXCHANGE_B ask. */
export const STANDARD_FEE_TERMS: Readonly<Record<ExchangeName, FeeTerms>> = {
  EXCHANGE_A: { rate: 70_000, exponent: 1 },
  EXCHANGE_B: { rate: 50_000, exponent: 1 },
}

/** The unit of price × (1 − price). With the exponent 1, which all live markets have, nothing is lost in it. */
const SCALE = BigInt(ONE) ** 2n
