/** A price in cents, as people on these markets say it: `45¢`, `45.5¢`. */

import { type Read, readNumber } from './read-number.ts'

/** `price` in dollars per contract; null is a dash. Two digits show the finest price of any market; averages are rounded to them. */
export const price = (price: number | null | undefined): string =>
  price === null || price === undefined ? '–' : `${trimmed(price * 100, 2)}¢`

/**
 * Cents as typed to dollars, exact to a millionth: `58`, `58¢`, `$0.58`. `near` is a price in dollars of the same market. Far above a cent, a
 * bare `0.58` may mean 58¢ and is refused.
 */
export const readCents = (typed: string, near: number | null = null): Read => {
  const isInDollars = typed.includes('$')
  const { value, fault } = readNumber(typed, { unit: isInDollars ? '$' : '¢' })
  if (value === null) return { value, fault }
  const micros = Math.round(value * (isInDollars ? 1_000_000 : 10_000))
  if (micros <= 0 || micros >= 1_000_000)
    return { value: null, fault: 'Enter prices in cents, above 0¢ and below 100¢.' }
  if (value < 1 && near !== null && near >= FAR_FROM_A_CENT && /^[\d.]+$/.test(typed.trim()))
    return { value: null, fault: `${value}¢ or ${trimmed(value * 100, 2)}¢? Write it with ¢.` }
  return { value: micros / 1_000_000, fault }
}

const FAR_FROM_A_CENT = 0.05

/** Dollars as cents for a field: `45`, `45.5`. Below a cent with the unit, so that it is not taken for dollars. */
export const dollarsToCents = (price: number): string =>
  `${trimmed(price * 100, 4)}${price > 0 && price < 0.01 ? '¢' : ''}`

const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits))).replace('-', '−')
