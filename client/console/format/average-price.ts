/** The mean of several prices, in cents: `42.5¢`, `4.25¢`. Digits beyond one more than the usual price step there are rounded away. */

import { price } from './price.ts'

/** Near 0¢ and 100¢ many markets have steps of a tenth of a cent. */
const FINE_WITHIN = 0.1

export const averagePrice = (average: number | null | undefined): string => {
  if (average === null || average === undefined) return price(null)
  const digits = Math.min(average, 1 - average) < FINE_WITHIN ? 4 : 3
  return price(Number(average.toFixed(digits)))
}
