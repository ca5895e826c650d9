/** An instant as epoch milliseconds, from RFC 3339 text, a date, or epoch seconds or milliseconds. */

import type { Fault } from '../fault.ts'
import { type FieldSchema, field } from '../field.ts'
import { readDateText } from './date-text.ts'
import { isFloatText, numberText } from './json-number.ts'

/** Text without an offset is UTC; fractions of a millisecond are cut off. */
export const datetime = (): FieldSchema<string, number> =>
  field('datetime', { type: 'string', format: 'date-time' }, (value) => {
    if (typeof value === 'string') return withinYears(readText(value), notDate)
    const text = numberText(value)
    if (text === null) return { type: 'datetime_type', msg: 'Input should be a valid datetime' }
    return withinYears(fromEpoch(Number(text)), notDatetime)
  })

/** Above this, Pydantic takes a number for milliseconds, up to it for seconds. */
const WATERSHED = 2e10
/** Beginnings of the years 0 and 1, and end of the year 9999. */
const YEAR_ZERO = -62_167_219_200_000
const YEAR_ONE = -62_135_596_800_000
const LAST = 253_402_300_799_999

const readText = (text: string): number | string => {
  const at = readDateText(text)
  const epoch = typeof at === 'number' ? null : epochText(text)
  return epoch === null ? at : fromEpoch(epoch)
}

/** A number in a text; longer integers than 64 bits are no number to Pydantic. */
const epochText = (text: string): number | null => {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return null
  return !isFloatText(text) && Math.abs(Number(text)) >= 2 ** 63 ? null : Number(text)
}

const fromEpoch = (epoch: number): number | string => {
  if (Number.isNaN(epoch)) return 'NaN values not permitted'
  const at = Math.abs(epoch) > WATERSHED ? Math.floor(epoch) : wholeMillis(epoch)
  if (at > LAST) return 'dates after 9999 are not supported as unix timestamps'
  return at < YEAR_ZERO ? 'dates before 0000 are not supported as unix timestamps' : at
}

/** Rounded to microseconds first, so that 1700000000.123 is not a hair below its last millisecond. */
const wholeMillis = (seconds: number): number => {
  const whole = Math.floor(seconds)
  return whole * 1_000 + Math.floor(Math.round((seconds - whole) * 1e6) / 1_000)
}

/** An offset can lead out of the four-digit years, which we could not print. */
const withinYears = (at: number | string, notRead: (error: string) => Fault): number | Fault => {
  if (typeof at === 'string') return notRead(at)
  if (at > LAST) return notDatetime('year 10000 is out of range')
  return at < YEAR_ONE ? notDatetime('year 0 is out of range') : at
}

const notDate = (error: string): Fault => ({
  type: 'datetime_from_date_parsing',
  msg: `Input should be a valid datetime or date, ${error}`,
  ctx: { error },
})

const notDatetime = (error: string): Fault => ({
  type: 'datetime_parsing',
  msg: `Input should be a valid datetime, ${error}`,
  ctx: { error },
})
