/** A price in cents, as people on these markets say it: `45¢`, `45.5¢`. */

import { type Read, readNumber } from './read-number.ts'

/** `price` in dollars per contract; null is a dash. Two digits show the finest price of any market; averages are rounded to them. */
export const price = (price: number | null | undefined): string =>
  price === null || price === undefined ? '–' : `${trimmed(price * 100, 2)}¢`

/** Cents as typed to dollars, exact to a millionth. */
export const readCents = (typed: string): Read => {
  const { value, fault } = readNumber(typed)
  if (value === null) return { value, fault }
  return value > 0 && value < 100
    ? { value: Math.round(value * 10_000) / 1_000_000, fault }
    : { value: null, fault: 'Enter prices in cents, above 0¢ and below 100¢.' }
}

/** Dollars as cents for a field: `45`, `45.5`. */
export const dollarsToCents = (price: number): string => trimmed(price * 100, 4)

const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits))).replace('-', '−')
