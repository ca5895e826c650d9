/** Numbers and instants of Kalshi's answers as ours. Throws `ExchangeUnavailable` for a text that is neither. */

import { type Money, money, type Price, price, type Qty, qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { wireDecimal } from '../../http/wire-decimal.ts'

/** 0.01 contract: the smallest count and the step, on every market (Kalshi reference, section 1). */
export const LOT = 10_000

/** An RFC 3339 instant, microseconds cut off. */
export const toMillis = (field: string, text: string): Millis => {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw unreadable(`${field} is not an instant: ${clip(text)}`)
  return at
}

/** Contracts in millionths from the exchange's decimal text. */
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
      // Out of the number's bounds: the same complaint as for no number at all.
    }
  }
  throw unreadable(`${field} is out of range or no decimal: ${clip(text)}`)
}

/** A value that decides nothing: null where it is absent or makes no sense. */
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
