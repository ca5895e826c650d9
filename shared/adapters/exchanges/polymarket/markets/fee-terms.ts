/** Fee terms from Gamma and from the CLOB. */

import type { FeeTerms } from '#domain/markets/market.ts'

export const NO_FEE: FeeTerms = { rate: 0, exponent: 1 }

/** Exponents are 1 on live markets (Polymarket reference, section 8.1); only whole ones can be computed exactly. */
export const toFeeTerms = (rate: number, exponent: number | null | undefined): FeeTerms => ({
  rate,
  exponent: exponent != null && Number.isInteger(exponent) && exponent >= 0 && exponent <= 8 ? exponent : 1,
})
