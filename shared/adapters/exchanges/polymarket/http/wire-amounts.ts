/** Numbers in the exchange's texts as millionths. The only error thrown is `ExchangeUnavailable`. */

import { ONE, type Price, price, type Qty, qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { wireDecimal, withZero } from '../../http/wire-decimal.ts'

/** 0.01 share: the step of every order size (Polymarket reference, section 3.4). */
export const LOT = 10_000

export const toQty = (field: string, text: string): Qty => exact(field, text, wireDecimal(text), qty)

/**
 * Reads a size of the Data host, rounded to a millionth: its numbers are floats with noise in their last digits, or
 * with exponents.
 */
export const toRoundedQty = (field: string, text: string): Qty =>
  exact(field, text, text === '' ? null : Math.round(Number(text) * ONE), qty)

export const toPrice = (field: string, text: string): Price => exact(field, text, wireDecimal(text), price)

/** Reads a price that may be an average, rounded half up to a millionth. */
export const toRoundedPrice = (field: string, text: string): Price => exact(field, text, rounded(text), price)

/** Reads such a price; null if the text is none. */
export const toRoundedPriceOrNull = (text: string): Price | null => {
  const millionths = rounded(text)
  return millionths === null || millionths > ONE ? null : price(millionths)
}

const rounded = (text: string): number | null => {
  const match = /^(\d)(?:\.(\d+))?$/.exec(withZero(text))
  if (match === null) return null
  const digits = (match[2] ?? '').slice(0, 7).padEnd(7, '0')
  return Math.floor((Number(`${match[1]}${digits}`) + 5) / 10)
}

/**
 * Reads a number of shares in a row of an order or a trade. The exchange's texts disagree on the unit (reference,
 * sections 3.7, 4.2 and 4.3): decimals have been seen, base units (millionths) are specified.
 * - A text with a point is decimal.
 * - A whole number from one million on is in base units: no order of ours has a million shares, and none has less than
 *   one.
 * - A row has one unit, which its size shows.
 */
export const toShares = (field: string, text: string, unit: Unit = unitOf(text)): Qty => {
  if (unit === 'decimal' || text.includes('.')) return toQty(field, text)
  return exact(field, text, /^\d{1,15}$/.test(text) ? Number(text) : null, qty)
}

export type Unit = 'decimal' | 'base'

export const unitOf = (size: string): Unit => (!size.includes('.') && Number(size) >= ONE ? 'base' : 'decimal')

/** Reads a balance, which is in base units (reference, section 4.4); a text with a point is decimal. */
export const toBalance = (field: string, text: string): Qty => toShares(field, text, 'base')

/**
 * Reads the filled part of `size` shares in the answer to an order, whose unit is open too (section 3.7). Trades are at
 * least a hundredth share, so that a smaller whole number cannot be in base units. A number that fits both units is
 * read as the smaller amount: trades add the rest, and too much would end a resting order. Null for no number.
 */
export const readTaken = (text: string, size: number): Qty | null => {
  const decimal = wireDecimal(text)
  if (decimal === null || decimal < 0 || decimal > ONE * 1e9) return null
  if (text.includes('.') || Number(text) < LOT) return qty(decimal)
  return Number(text) <= Math.max(size * 100, LOT) ? qty(Number(text)) : qty(decimal)
}

/** Returns true if both units fit the size, so that `readTaken` had to choose. */
export const isAmbiguous = (text: string, size: number): boolean =>
  !text.includes('.') && Number(text) >= LOT && Number(text) * ONE <= size * 100

/**
 * Reads the dollars in the answer to an order, for its traded `shares`. A share costs between a ten thousandth of a
 * dollar and a dollar, so only one of the two units fits. Null if neither does.
 */
export const readPaid = (text: string, shares: Qty): number | null => {
  const decimal = wireDecimal(text)
  const units = decimal === null ? [] : text.includes('.') ? [decimal] : [decimal, Number(text)]
  return units.find((dollars) => dollars > 0 && dollars <= shares && dollars * TEN_THOUSAND >= shares) ?? null
}

const TEN_THOUSAND = 10_000

/** Reads UTC seconds or milliseconds as text, by their length, or an instant in words (live reference, section 1.3). */
export const toMillis = (field: string, text: string): Millis => {
  const at = /^\d{1,13}$/.test(text)
    ? Number(text) * (text.length < 13 ? 1_000 : 1)
    : Date.parse(WITH_ZONE.test(text) ? text : '')
  if (!Number.isSafeInteger(at)) throw unreadable(`${field} that is no instant: ${clip(text)}`)
  return at
}

/** Any other text would be read in the zone of this machine, or a number as a year. */
const WITH_ZONE = /^\d{4}-\d\d-\d\d[T ]\S+(?:Z|[+-]\d\d(?::?\d\d)?)$/i

export const unreadable = (what: string): ExchangeUnavailable =>
  new ExchangeUnavailable('EXCHANGE_B', `The exchange sent a ${what}`)

const exact = <T>(field: string, text: string, millionths: number | null, make: (millionths: number) => T): T => {
  try {
    if (millionths !== null) return make(millionths)
  } catch {
    // Out of the number's bounds: the same error as for a text that is no number.
  }
  throw unreadable(`${field} that is out of range or no decimal: ${clip(text)}`)
}

const clip = (text: string): string => JSON.stringify(text.slice(0, 40))
