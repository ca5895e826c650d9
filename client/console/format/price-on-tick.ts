/**
 * A price in cents with the digits of the market's price step: `45.0¢` where a step is a tenth of a cent. EXCHANGE_B makes its steps finer
 * near 0 and 1, so a price may be finer than the known step. Such a price keeps its digits. Empty until it is known, `–` if there is none.
 */
export const priceOnTick = (price: number | null | undefined, tick: number): string => {
  if (price === undefined) return ''
  return price === null ? '–' : `${(price * 100).toFixed(Math.max(digitsOf(tick), digitsOf(price)))}¢`
}

/** Digits after the point, in cents. */
const digitsOf = (dollars: number): number => {
  const [, digits = ''] = String(Number((dollars * 100).toFixed(4))).split('.')
  return digits.length
}
