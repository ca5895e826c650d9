/** EXCHANGE_C is the village exchange, which only tests trade on. No other exchange has this mix of traits. */

import { money, ONE } from '../kernel/numbers.ts'
import { MINUTE } from '../kernel/time.ts'
import type { ExchangeTraits } from './traits.ts'

/** Whole cents. */
const CENT = 10_000

export const EXCHANGE_C: ExchangeTraits = {
  title: 'Village',
  value: 3,
  nativeIdIsTicker: true,
  fees: {
    // Two cents for each contract, whatever the price; the fee of an order is rounded up to whole cents.
    formula: () => 'contracts × rate',
    rounding: 'The fee of an order is rounded up to a cent.',
    standardTerms: { rate: 2 * CENT, exponent: 1 },
    perContract: ({ rate }) => BigInt(rate) * BigInt(ONE) ** 2n,
    ofOrder: ({ terms, fills }) => {
      const exact = fills.reduce((sum, { qty }) => sum + (terms.rate * qty) / ONE, 0)
      return money(Math.ceil(exact / CENT) * CENT)
    },
  },
  minimumBuyValue: money(5 * ONE),
  minimumOfRestingOnly: false,
  paysByItself: true,
  splitsCash: false,
  settlesLater: true,
  restingOrdersOnlyClose: false,
  cancelsOnPause: false,
  amendsOrders: false,
  showsIdentity: true,
  fillsOverlapMs: 10 * MINUTE,
}
