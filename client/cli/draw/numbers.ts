/** Numbers as a person reads them. */

/** A price with two decimals at least and six at most. */
export const priceText = (price: number): string => {
  const text = price.toFixed(6).replace(/0+$/, '')
  const decimals = text.length - text.indexOf('.') - 1
  return decimals < 2 ? price.toFixed(2) : text
}

/** The same; empty where there is none. */
export const priceOrNone = (price: number | null): string => (price === null ? '' : priceText(price))

/** Any other number, without floating-point noise. */
export const exact = (value: number): string => String(Number(value.toFixed(6)))
