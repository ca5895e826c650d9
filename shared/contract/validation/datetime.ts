/** An instant as epoch milliseconds, from RFC 3339 text, a date, or epoch seconds or milliseconds. */

import { readDateText } from './date-text.ts'
import type { Fault } from './fault.ts'
import { type FieldSchema, field } from './field.ts'
import { isFloatText, numberText } from './json-number.ts'

/** Text without an offset is UTC; fractions of a millisecond are cut off. */
export const datetime = (): FieldSchema<string, number> =>
  field('datetime', { type: 'string', format: 'date-time' }, (value) => {
    if (typeof value === 'string') return readText(value)
    const text = numberText(value)
    if (text === null) return { type: 'datetime_type', msg: 'Input should be a valid datetime' }
    const at = fromEpoch(Number(text))
    if (typeof at === 'string') return notDatetime(at)
    return at < YEAR_ONE ? notDatetime(YEAR_ZERO) : at
  })

/** Above this, Pydantic takes a number for milliseconds, up to it for seconds. */
const WATERSHED = 2e10
const YEAR_ZERO = 'year 0 is out of range'
/** The years 0000, 0001 and 9999 of the proleptic calendar, in milliseconds. */
const FIRST = -62_167_219_200_000
const YEAR_ONE = -62_135_596_800_000
const LAST = 253_402_300_799_999

const readText = (text: string): number | Fault => {
  const read = readDateText(text)
  const epoch = typeof read === 'number' ? null : epochText(text)
  const at = epoch === null ? read : fromEpoch(epoch)
  if (typeof at === 'string') {
    return {
      type: 'datetime_from_date_parsing',
      msg: `Input should be a valid datetime or date, ${at}`,
      ctx: { error: at },
    }
  }
  return at < YEAR_ONE ? notDatetime(YEAR_ZERO) : at
}

/** A number in a text; longer integers than 64 bits are no number to Pydantic. */
const epochText = (text: string): number | null => {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return null
  return !isFloatText(text) && Math.abs(Number(text)) >= 2 ** 63 ? null : Number(text)
}

const fromEpoch = (epoch: number): number | string => {
  if (Number.isNaN(epoch)) return 'NaN values not permitted'
  const at = Math.floor(Math.abs(epoch) > WATERSHED ? epoch : epoch * 1_000)
  if (at > LAST) return 'dates after 9999 are not supported as unix timestamps'
  return at < FIRST ? 'dates before 0000 are not supported as unix timestamps' : at
}

const notDatetime = (error: string): Fault => ({
  type: 'datetime_parsing',
  msg: `Input should be a valid datetime, ${error}`,
  ctx: { error },
})
