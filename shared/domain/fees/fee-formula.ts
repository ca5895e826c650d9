/** The fee rule of a market as a formula, for people. */

import type { FeeTerms } from '../markets/market.ts'

/** What a taker pays before rounding, with `rate` as the market has it. */
export const feeFormula = ({ exponent }: FeeTerms): string =>
  exponent === 1 ? 'rate × contracts × price × (1 − price)' : `rate × contracts × (price × (1 − price))^${exponent}`
