/** A whole number: 5, 5.0, "5" and " 5 " alike, as Pydantic reads them; `true` is refused. */

import type { Fault } from '../fault.ts'
import { type FieldSchema, field } from '../field.ts'
import { type Bounds, boundsJsonSchema, outOfBounds } from './bounds.ts'
import { isFloatText, numberText } from './json-number.ts'
import { trimText } from './trim-text.ts'

/** Beyond ±2^53 neighbouring numbers are equal: such a value reads as ±2^53, which no id or page of ours is. */
export const integer = (bounds: Bounds = {}, format?: 'int64'): FieldSchema<number, number> =>
  field('integer', { type: 'integer', ...(format && { format }), ...boundsJsonSchema(bounds) }, (value) => {
    const whole = readWhole(value)
    if (typeof whole !== 'bigint') return whole
    return outOfBounds(whole, bounds) ?? Number(whole > UNSAFE ? UNSAFE : whole < -UNSAFE ? -UNSAFE : whole)
  })

const UNSAFE = 2n ** 53n
const I64 = 2 ** 63
/** Python's own limit for turning digits into an integer. */
const MAX_DIGITS = 4_300

const readWhole = (value: unknown): bigint | Fault => {
  if (typeof value === 'string') return readText(trimText(value))
  const text = numberText(value)
  if (text === null) return { type: 'int_type', msg: 'Input should be a valid integer' }
  return isFloatText(text) ? readFloat(Number(text)) : readDigits(text)
}

const readText = (text: string): bigint | Fault => {
  const [, sign, digits] = /^([+-]?)(\d+(?:_\d+)*)(?:\.0+)?$/.exec(text) ?? []
  if (digits === undefined) {
    return { type: 'int_parsing', msg: 'Input should be a valid integer, unable to parse string as an integer' }
  }
  if (text.length > MAX_DIGITS) return tooLong
  const whole = BigInt(digits.replaceAll('_', ''))
  return sign === '-' ? -whole : whole
}

const readFloat = (value: number): bigint | Fault => {
  if (!Number.isFinite(value)) return { type: 'finite_number', msg: 'Input should be a finite number' }
  if (!Number.isInteger(value)) {
    return {
      type: 'int_from_float',
      msg: 'Input should be a valid integer, got a number with a fractional part',
    }
  }
  return value >= I64 || value < -I64 ? tooLong : BigInt(value)
}

const readDigits = (text: string): bigint | Fault => (text.length > MAX_DIGITS ? tooLong : BigInt(text))

const tooLong: Fault = {
  type: 'int_parsing_size',
  msg: 'Unable to parse input string as an integer, exceeded maximum size',
}
