/**
 * Numbers and instants in Kalshi's answers as those of this service. Throws `ExchangeUnavailable` for any other text.
 */

import { type Money, money, type Price, price, type Qty, qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { wireDecimal } from '../../http/wire-decimal.ts'

/** 0.01 contract: the smallest count and the step of counts in every market (Kalshi reference, section 1). */
export const LOT = 10_000

/** Reads an RFC 3339 instant without its microseconds. */
export const toMillis = (field: string, text: string): Millis => {
  const at = RFC_3339.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw unreadable(`${field} is not an instant: ${clip(text)}`)
  return at
}

/** Any other text would be read in the zone of this machine, or a number as a year. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\S+(?:Z|[+-]\d\d:?\d\d)$/i

/** Reads contracts in millionths from the exchange's decimal text. */
export const toQty = (field: string, text: string): Qty => exact(field, text, qty)

/** Reads a quantity in the answer to a write. An unreadable one is null: it must not become an error. */
export const toQtyOrNull = (field: string, text: string): Qty | null => {
  try {
    return toQty(field, text)
  } catch {
    return null
  }
}

export const toPrice = (field: string, text: string): Price => exact(field, text, price)

export const toMoney = (field: string, text: string): Money => exact(field, text, money)

const exact = <T>(field: string, text: string, make: (millionths: number) => T): T => {
  const millionths = wireDecimal(text)
  if (millionths !== null) {
    try {
      return make(millionths)
    } catch {
      // Out of the number's bounds: the same error as for a text that is no number.
    }
  }
  throw unreadable(`${field} is out of range or no decimal: ${clip(text)}`)
}

/** Reads a value that decides nothing: null if it is absent or unreadable. */
export const readOrNull = <Value>(text: string | null | undefined, read: (text: string) => Value): Value | null => {
  if (!text) return null
  try {
    return read(text)
  } catch (error) {
    if (error instanceof ExchangeUnavailable) return null
    throw error
  }
}

export const unreadable = (what: string): ExchangeUnavailable =>
  new ExchangeUnavailable('EXCHANGE_A', `Kalshi sent ${what}`)

const clip = (text: string): string => JSON.stringify(text.slice(0, 40))
