/** A price in cents, as people on these markets say it: `45¢`, `45.5¢`. */

/** `price` in dollars per contract; null is a dash. Two digits tell the finest price of any market; averages are rounded to them. */
export const price = (price: number | null | undefined): string =>
  price === null || price === undefined ? '–' : `${trimmed(price * 100, 2)}¢`

/** Cents as typed to dollars, exact to a millionth; null if it is no number. */
export const centsToDollars = (cents: string): number | null => {
  const number = Number(cents.trim().replace(',', '.'))
  return cents.trim() === '' || !Number.isFinite(number) ? null : Math.round(number * 10_000) / 1_000_000
}

/** Dollars as cents for a field: `45`, `45.5`. */
export const dollarsToCents = (price: number): string => trimmed(price * 100, 4)

const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits))).replace('-', '−')
