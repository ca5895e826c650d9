/** A price in cents with the digits of the market's price step: `45.0¢` where a step is a tenth of a cent. */

export const priceOnTick = (price: number | null | undefined, tick: number): string =>
  price === null || price === undefined ? '–' : `${(price * 100).toFixed(digitsOf(tick))}¢`

/** Digits after the point of a step, as cents. */
const digitsOf = (tick: number): number => {
  const [, digits = ''] = String(Number((tick * 100).toFixed(4))).split('.')
  return digits.length
}
